import type { Context } from '#api/context.ts'
import { keyedHash, newToken, sameText } from '#api/crypto/secrets.ts'

const NAME_LENGTH = 12

/** Names the cookie by e-mail, since one browser may be known for several. */
export const deviceCookieName = ({ config }: Context, email: string) =>
  `known_device_${keyedHash(config.appSecret, 'known device', `name of ${email}`).slice(0, NAME_LENGTH)}`

/** Returns the cookie value that marks a browser as known for this e-mail; a known browser keeps its id. */
export function markDevice(ctx: Context, email: string, marked?: string): string {
  const id = knownDevice(ctx, email, marked) ?? newToken()
  return `${id}.${signature(ctx, email, id)}`
}

/** Returns the id of a browser that is known for this e-mail, or undefined if the signature is wrong. */
export function knownDevice(ctx: Context, email: string, marked = ''): string | undefined {
  const [id = '', signed = ''] = marked.split('.')
  return id !== '' && sameText(signed, signature(ctx, email, id)) ? id : undefined
}

const signature = ({ config }: Context, email: string, id: string) =>
  keyedHash(config.appSecret, 'known device', `${id} of ${email}`)
