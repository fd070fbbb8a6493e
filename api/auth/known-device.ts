import type { Context } from '#api/context.ts'
import { keyedHash, newToken, sameText } from '#api/crypto/secrets.ts'

const NAME_LENGTH = 12

/** A browser may be known for several e-mails, each by a cookie of its own. */
export const deviceCookieName = ({ config }: Context, email: string) =>
  `known_device_${keyedHash(config.appSecret, 'known device', `name of ${email}`).slice(0, NAME_LENGTH)}`

/** Marks a browser in which somebody has signed in with this e-mail; one that is known keeps its id. */
export function markDevice(ctx: Context, email: string, marked?: string): string {
  const id = knownDevice(ctx, email, marked) ?? newToken()
  return `${id}.${signature(ctx, email, id)}`
}

/** The id of a browser in which this e-mail signed in before, or undefined where the mark isn't ours. */
export function knownDevice(ctx: Context, email: string, marked = ''): string | undefined {
  const [id = '', signed = ''] = marked.split('.')
  return id !== '' && sameText(signed, signature(ctx, email, id)) ? id : undefined
}

const signature = ({ config }: Context, email: string, id: string) =>
  keyedHash(config.appSecret, 'known device', `${id} of ${email}`)
