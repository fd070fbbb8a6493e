import { eq } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { getCookie } from 'hono/cookie'

import { readSession } from '#api/auth/sessions/sessions.ts'
import type { Context, Env } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { setOwnCookie } from '#api/http/own-cookie.ts'
import { keyedHash, newToken, timingSafeEquals } from '#api/runtime/crypto/secrets.ts'
import { tokenOf } from './user.ts'

/** Lifetime of the cookie: half a year after the last sign-in, a browser is unknown again. */
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60

/** Returns the id of the requesting browser if somebody has signed in there with this e-mail. */
export function deviceOf<E extends Env>(c: HonoContext<E>, email: string): string | undefined {
  const { ctx } = c.var
  const [id = '', given = ''] = (getCookie(c, deviceCookieName(ctx, email)) ?? '').split('.')
  return id !== '' && timingSafeEquals(given, signature(ctx, email, id)) ? id : undefined
}

/** Returns true if this person has signed in in the requesting browser lately, or the request has their session. */
export async function isBrowserOf<E extends Env>(c: HonoContext<E>, userId: string): Promise<boolean> {
  const { ctx } = c.var
  const token = tokenOf(c.req.header('Authorization'))
  if (token && (await readSession(ctx, token))?.userId === userId) return true
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return person !== undefined && deviceOf(c, person.email) !== undefined
}

/**
 * Marks the requesting browser as known for this e-mail, so that strangers' wrong passwords don't lock it out. A known browser
 * keeps its id.
 */
export function rememberDevice<E extends Env>(c: HonoContext<E>, email: string): void {
  const { ctx } = c.var
  const id = deviceOf(c, email) ?? newToken()
  const cookie = { name: deviceCookieName(ctx, email), path: '/api' }
  setOwnCookie(c, cookie, `${id}.${signature(ctx, email, id)}`, MAX_AGE_SECONDS)
}

const NAME_LENGTH = 12

/** Names the cookie by e-mail, since one browser may be known for several. */
const deviceCookieName = ({ config }: Context, email: string) =>
  `known_device_${keyedHash(config.appSecret, 'known device', `name of ${email}`).slice(0, NAME_LENGTH)}`

const signature = ({ config }: Context, email: string, id: string) =>
  keyedHash(config.appSecret, 'known device', `${id} of ${email}`)
