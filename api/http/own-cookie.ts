import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { Env } from '#api/context.ts'

/** Sets an HttpOnly, SameSite=Lax cookie, Secure on https. `maxAge` is in seconds. */
export const setOwnCookie = <E extends Env>(
  c: HonoContext<E>,
  { name, path }: { name: string; path: string },
  value: string,
  maxAge: number,
) =>
  setCookie(c, name, value, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.ctx.config.publicUrl.startsWith('https:'),
    maxAge,
  })

const TOKEN = /^[a-z0-9]{52}$/

/** Returns the token in a cookie, or undefined if the cookie is missing or has no token of `newToken`. */
export const cookieToken = (c: HonoContext, name: string): string | undefined =>
  TOKEN.exec(getCookie(c, name) ?? '')?.[0]
