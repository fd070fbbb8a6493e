import { eq } from 'drizzle-orm'

import { accountForPublishing } from '#api/accounts/tokens/tokens.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Context, Inside } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { write } from '#api/db/write.ts'
import { countWaitingForSignIn, holdDeliveriesOfAccount } from '#api/deliveries/account-holds.ts'
import { accountMail } from '#api/mail/templates.ts'
import type { NetworkError } from '#api/networks/core/network.ts'
import { isPermission } from '#api/networks/meta/failures.ts'
import { mailNotices, notify } from '#api/notifications/notifications.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { describeLostAccess, type ReconnectCause, reconnectAdvice } from '#shared/accounts.ts'
import { recordOf } from './sign-in/connection.ts'

const LINK = '/dashboard/social-hub'

/**
 * Marks an account whose token the provider rejected, holds its scheduled deliveries and notifies its owner once.
 * @returns false if the account no longer uses the rejected token, because it was reconnected meanwhile
 */
export async function markNeedsReconnect(
  ctx: Context,
  accountId: string,
  rejectedToken: string,
  error?: NetworkError,
): Promise<boolean> {
  const linked = await accountForPublishing(ctx, accountId)
  if (linked?.token !== rejectedToken) return false
  const { account } = linked
  const reconnectCause = reconnectCauseOf(error)
  const id = `signed-out:${account.id}:${hashToken(account.encryptedToken ?? '').slice(0, 16)}`
  return write(ctx, async ctx => {
    const { db, now } = ctx
    const [current] = await db.select().from(accounts).where(eq(accounts.id, accountId))
    if (current?.encryptedToken !== account.encryptedToken) return false
    const isFirst = current.status === 'connected'
    if (isFirst) {
      await db
        .update(accounts)
        .set({ status: 'needs_reconnect', reconnectCause, updatedAt: now() })
        .where(eq(accounts.id, accountId))
      await recordActivity({ db, now }, { ...recordOf(account, 'account.lost'), id })
      const notice = { id, ...(await buildNotice(ctx, { ...account, reconnectCause })) }
      await notify(ctx, [notice])
      await mailNotices(ctx, [notice], ({ url, ...parts }) =>
        accountMail({ ...parts, ...notice, action: { label: 'Open Social Hub', url } }),
      )
    }
    await holdDeliveriesOfAccount(ctx, isFirst ? { ...current, reconnectCause } : current, 'needs_reconnect')
    return true
  })
}

async function buildNotice(ctx: Inside<Context>, account: Account) {
  const { network, name, reconnectCause: cause } = account
  const title = describeLostAccess(network, name, cause)
  const waiting = await countWaitingForSignIn(ctx, account.id)
  return {
    type: 'system' as const,
    tone: 'warning' as const,
    title,
    message: `${title}. ${describeNextStep(waiting, reconnectAdvice(network, cause))}`,
    link: LINK,
    userId: account.userId,
    domainId: account.domainId,
    forTeam: true as const,
  }
}

/** Returns `permission` if a call failed because one is missing, otherwise `signed_out`. */
export const reconnectCauseOf = (error: NetworkError | undefined): ReconnectCause =>
  error && (isPermission(error.code) || PERMISSION_CODES.includes(error.code)) ? 'permission' : 'signed_out'

const PERMISSION_CODES = ['google/PERMISSION_DENIED', 'login/permission', 'login/task']

function describeNextStep(
  { unsent, unconfirmed }: { unsent: number; unconfirmed: number },
  advice: string,
): string {
  const posts = unconfirmed === 1 ? 'A post' : `${unconfirmed} posts`
  const doubt = `${posts} may already be public. We’ll check before we send ${unconfirmed === 1 ? 'it' : 'them'} again.`
  const reconnect =
    unsent === 0
      ? `Reconnect it${advice} before your next post.`
      : `Reconnect${advice && ` it${advice}`} and the ${unsent === 1 ? 'held post goes' : `${unsent} held posts go`} out.`
  return unconfirmed === 0 ? reconnect : `${reconnect} ${doubt}`
}
