import type { Context, RequestContext } from '#api/context.ts'
import { keyedHash, sameText } from '#api/crypto/secrets.ts'
import { DomainError } from '#api/errors.ts'
import { limitAddress, LIMITS } from '#api/limits/limits.ts'
import type { Unsubscribe, UnsubscribeKind } from '#shared/settings.ts'
import { turn } from './settings.ts'

const SWITCHES = { notices: 'emailNotifications', news: 'marketingEmails' } as const

/** Where a mail of this kind is turned off without logging in (RFC 8058). */
export const unsubscribeAddress = ({ config }: Context, userId: string, kind: UnsubscribeKind) =>
  `${config.publicUrl}/api/mail/unsubscribe?${new URLSearchParams({ user: userId, kind, key: keyOf(config.appSecret, userId, kind) })}`

/** @throws DomainError `not_found` for a link that we did not write */
export async function unsubscribe(ctx: RequestContext, { user, kind, key }: Unsubscribe): Promise<void> {
  await limitAddress(ctx, LIMITS.unsubscribeAddress)
  checkLink(ctx, { user, kind, key })
  await turn(ctx, user, SWITCHES[kind], false)
}

/** @throws DomainError `not_found` for a link that we did not write */
export function checkLink({ config }: Context, { user, kind, key }: Unsubscribe): void {
  if (!sameText(key, keyOf(config.appSecret, user, kind)))
    throw new DomainError('not_found', 'This link is not whole. Please open it from the mail again.')
}

const keyOf = (appSecret: string, userId: string, kind: UnsubscribeKind) =>
  keyedHash(appSecret, `unsubscribe ${kind} ${userId}`)
