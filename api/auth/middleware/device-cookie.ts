import { eq } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { deviceCookieName, knownDevice, markDevice } from '#api/auth/sessions/known-device.ts'
import { readSession } from '#api/auth/sessions/sessions.ts'
import type { Env } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { tokenOf } from './user.ts'

/** A browser is no longer known half a year after its last sign-in. */
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60

/** Returns the id of the requesting browser if somebody has signed in there with this e-mail. */
export const deviceOf = <E extends Env>(c: HonoContext<E>, email: string): string | undefined =>
  knownDevice(c.var.ctx, email, getCookie(c, deviceCookieName(c.var.ctx, email)))

/** Returns true if this person has signed in in the requesting browser lately, or the request has their session. */
export async function isBrowserOf<E extends Env>(c: HonoContext<E>, userId: string): Promise<boolean> {
  const { ctx } = c.var
  const token = tokenOf(c.req.header('Authorization'))
  if (token && (await readSession(ctx, token))?.userId === userId) return true
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return person !== undefined && deviceOf(c, person.email) !== undefined
}

/** Marks the requesting browser as known for this e-mail, so that strangers' wrong passwords don't lock it out. */
export function rememberDevice<E extends Env>(c: HonoContext<E>, email: string): void {
  const { ctx } = c.var
  const name = deviceCookieName(ctx, email)
  setCookie(c, name, markDevice(ctx, email, getCookie(c, name)), {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure: ctx.config.publicUrl.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  })
}
