import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { deviceCookieName, knownDevice, markDevice } from '#api/auth/sessions/known-device.ts'
import type { Env } from '#api/context.ts'

/** A browser is no longer known half a year after its last sign-in. */
const MAX_AGE_SECONDS = 180 * 24 * 60 * 60

/** Returns the id of the requesting browser if somebody has signed in there with this e-mail. */
export const deviceOf = <E extends Env>(c: HonoContext<E>, email: string): string | undefined =>
  knownDevice(c.var.ctx, email, getCookie(c, deviceCookieName(c.var.ctx, email)))

/** Marks the requesting browser as known for this e-mail, so that strangers' wrong passwords don't lock it out. */
export function rememberDevice<E extends Env>(c: HonoContext<E>, email: string): void {
  const { ctx } = c.var
  const name = deviceCookieName(ctx, email)
  setCookie(c, name, markDevice(ctx, email, getCookie(c, name)), {
    path: '/api/users',
    httpOnly: true,
    sameSite: 'Lax',
    secure: ctx.config.publicUrl.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  })
}
