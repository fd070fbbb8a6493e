import type { Context, Inside, RequestContext } from '#api/context.ts'
import { isKeyedHash, keyedHash } from '#api/crypto/secrets.ts'
import { DomainError } from '#api/errors.ts'
import { limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import type { Unsubscribe, UnsubscribeKind } from '#shared/settings.ts'
import { setSwitch } from './settings.ts'

const PURPOSE = 'unsubscribe link'
const SWITCHES = { notices: 'emailNotifications', news: 'marketingEmails' } as const

/** Returns the URL that stops mail of this kind without logging in (RFC 8058). */
export const unsubscribeUrl = ({ config }: Inside<Context>, userId: string, kind: UnsubscribeKind) =>
  `${config.publicUrl}/api/mail/unsubscribe?${new URLSearchParams({ user: userId, kind, key: keyedHash(config.appSecret, PURPOSE, signed(userId, kind)) })}`

/** @throws {DomainError} `not_found` for a link that wasn't issued by us */
export async function unsubscribe(ctx: RequestContext, { user, kind, key }: Unsubscribe): Promise<void> {
  await limitAddress(ctx, LIMITS.unsubscribeUrl)
  checkLink(ctx, { user, kind, key })
  await setSwitch(ctx, user, SWITCHES[kind], false)
}

/** @throws {DomainError} `not_found` for a link that wasn't issued by us */
export function checkLink({ config }: Context, { user, kind, key }: Unsubscribe): void {
  if (!isKeyedHash(config.appSecret, PURPOSE, signed(user, kind), key))
    throw new DomainError('not_found', 'This link is incomplete. Please open it from the email again.')
}

const signed = (userId: string, kind: UnsubscribeKind) => `unsubscribe ${kind} ${userId}`
