import type { Context as HonoContext } from 'hono'
import { setCookie } from 'hono/cookie'

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
