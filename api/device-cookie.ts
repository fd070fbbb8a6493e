import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { deviceCookieName, knownDevice, markDevice } from './auth/known-device.ts'
import type { Env } from './context.ts'

/** Half a year after the last sign-in a browser counts as any other again. */
const LIVES_SECONDS = 180 * 24 * 60 * 60

/** The id of the asking browser, where somebody has signed in with this e-mail before. */
export const deviceOf = <E extends Env>(c: HonoContext<E>, email: string): string | undefined =>
  knownDevice(c.var.ctx, email, getCookie(c, deviceCookieName(c.var.ctx, email)))

/** Makes the asking browser known for this e-mail: strangers' wrong passwords then don't lock it out. */
export function keepDevice<E extends Env>(c: HonoContext<E>, email: string): void {
  const { ctx } = c.var
  const name = deviceCookieName(ctx, email)
  setCookie(c, name, markDevice(ctx, email, getCookie(c, name)), {
    path: '/api/users',
    httpOnly: true,
    sameSite: 'Lax',
    secure: ctx.config.publicUrl.startsWith('https:'),
    maxAge: LIVES_SECONDS,
  })
}
