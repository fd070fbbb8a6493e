import { eq } from 'drizzle-orm'

import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Context, Inside } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { write } from '#api/db/write.ts'
import {
  holdDeliveriesOfAccount,
  markInFlightSignedOut,
  findWaitingForSignIn,
} from '#api/deliveries/account-holds.ts'
import { isForbidden } from '#api/networks/codes.ts'
import type { NetworkError } from '#api/networks/core/network.ts'
import { notifyAndMail } from '#api/notifications/notifications.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { describeLostAccess, type ReconnectCause, reconnectAdvice } from '#shared/accounts.ts'
import { accountActivity } from './sign-in/connection.ts'

const LINK = '/dashboard/social-hub'

/**
 * Marks an account whose token the provider rejected, and holds its scheduled deliveries. Notifies once the user who connected it,
 * the members who publish, and the authors of the held posts.
 * @returns false if the account no longer uses the rejected token, because it was reconnected meanwhile
 */
export async function markNeedsReconnect(
  ctx: Context,
  accountId: string,
  rejectedToken: string,
  error?: NetworkError,
): Promise<boolean> {
  const linked = await findLinkedAccount(ctx, accountId)
  if (linked?.token !== rejectedToken) return false
  return write(ctx, ctx => markSignInLost(ctx, linked.account, error))
}

/**
 * Like `markNeedsReconnect`, inside a change.
 * @param account the account as it was read with the rejected token
 */
export async function markSignInLost(
  ctx: Inside<Context>,
  account: Account,
  error?: NetworkError,
): Promise<boolean> {
  const { db, now } = ctx
  const isThis = eq(accounts.id, account.id)
  const [current] = await db.select().from(accounts).where(isThis)
  if (current?.encryptedToken !== account.encryptedToken) return false
  const isFirst = current.status === 'connected'
  const lost = isFirst ? { ...current, reconnectCause: reconnectCauseOf(error) } : current
  if (isFirst) {
    const { reconnectCause } = lost
    const id = `signed-out:${account.id}:${hashToken(account.encryptedToken ?? '').slice(0, 16)}`
    await db
      .update(accounts)
      .set({ status: 'needs_reconnect', reconnectCause, updatedAt: now() })
      .where(isThis)
    await recordActivity(ctx, { ...accountActivity(account, 'account.lost'), id })
    await notifyAndMail(ctx, await buildNotifications(ctx, lost, id), 'Open Social Hub')
    await markInFlightSignedOut(ctx, account)
  }
  await holdDeliveriesOfAccount(ctx, lost, 'needs_reconnect')
  return true
}

async function buildNotifications(ctx: Inside<Context>, account: Account, id: string) {
  const { userId, domainId, network, name, reconnectCause: cause } = account
  const { authors, ...waiting } = await findWaitingForSignIn(ctx, account)
  const title = describeLostAccess(network, name, cause)
  const message = describeNextStep(waiting, reconnectAdvice(network, cause))
  const content = { type: 'system', tone: 'warning', title, message, link: LINK, domainId } as const
  return [
    { ...content, id, userId, forTeam: true as const },
    // Authors' notifications have the ids of the team's, so that an author who may publish is notified only once.
    ...authors
      .filter(author => author !== userId)
      .map(author => ({ ...content, id: `${id}:${author}`, userId: author })),
  ]
}

/** Returns `permission` if a call failed because of a missing permission, otherwise `signed_out`. */
export const reconnectCauseOf = (error: NetworkError | undefined): ReconnectCause =>
  error && (isForbidden(error) || SIGN_IN_CODES.includes(error.code)) ? 'permission' : 'signed_out'

const SIGN_IN_CODES = ['login/permission', 'login/task']

function describeNextStep({ unsent, unconfirmed }: { unsent: number; unconfirmed: number }, advice: string) {
  const posts = unconfirmed === 1 ? 'A post' : `${unconfirmed} posts`
  const doubt = `${posts} may already be public. We’ll check before we send ${unconfirmed === 1 ? 'it' : 'them'} again.`
  const reconnect =
    unsent === 0
      ? `Reconnect it${advice} before your next post.`
      : `Reconnect${advice && ` it${advice}`} and the ${unsent === 1 ? 'held post goes' : `${unsent} held posts go`} out.`
  return unconfirmed === 0 ? reconnect : `${reconnect} ${doubt}`
}
