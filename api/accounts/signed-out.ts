import { and, eq, sql } from 'drizzle-orm'

import { accountForPublishing } from '#api/accounts/tokens/linked-account.ts'
import type { Context } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { type Account, accounts } from '#api/db/schema/accounts.ts'
import { countWaitingForSignIn, holdDeliveriesOfAccount } from '#api/deliveries/account-holds.ts'
import { accountMail } from '#api/mail/templates.ts'
import { noticeMailInsert, notificationInsert } from '#api/notifications/notifications.ts'
import { findRecipient } from '#api/notifications/recipient.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { networks } from '#shared/networks.ts'

const LINK = '/dashboard/social-hub'

/**
 * Marks an account whose token the provider rejected, holds its scheduled deliveries and notifies its owner once.
 * @returns false if it was reconnected since, because the rejected token is no longer in use
 */
export async function markNeedsReconnect(
  ctx: Context,
  accountId: string,
  rejectedToken: string,
): Promise<boolean> {
  const linked = await accountForPublishing(ctx, accountId)
  if (linked?.token !== rejectedToken) return false
  const { account } = linked
  const notice = await buildNotice(ctx, account)
  const owner = await findRecipient(ctx, account)
  const id = `signed-out:${account.id}:${hashToken(account.encryptedToken!).slice(0, 16)}`
  const { db, now } = ctx
  await db.batch([
    db
      .update(accounts)
      .set({ status: 'needs_reconnect', updatedAt: now() })
      .where(
        and(
          eq(accounts.id, accountId),
          eq(accounts.encryptedToken, account.encryptedToken!),
          eq(accounts.status, 'connected'),
        ),
      ),
    notificationInsert(ctx, { id, userId: account.userId, ...notice }, sql`changes() > 0`),
    noticeMailInsert(ctx, {
      id,
      userId: account.userId,
      mail: accountMail({
        to: owner!.email,
        ...(owner?.business && { business: owner.business }),
        ...notice,
        action: { label: 'Open Social Hub', url: ctx.config.siteUrl + LINK },
        unsubscribe: unsubscribeUrl(ctx, account.userId, 'notices'),
      }),
      when: sql`changes() > 0`,
    }),
  ])
  await holdDeliveriesOfAccount(ctx, accountId, 'needs_reconnect')
  return true
}

async function buildNotice(ctx: Context, account: Account) {
  const { name } = networks[account.network]
  const signedOut = `${name} signed us out of ${account.name || 'your account'}`
  return {
    type: 'system' as const,
    tone: 'warning' as const,
    title: signedOut,
    message: `${signedOut}. ${describeNextStep(await countWaitingForSignIn(ctx, account.id))}`,
    link: LINK,
    domainId: account.domainId,
  }
}

function describeNextStep({ unsent, inDoubt }: { unsent: number; inDoubt: number }): string {
  const posts = inDoubt === 1 ? 'A post' : `${inDoubt} posts`
  const doubt = `${posts} may already be out: we check before we send ${inDoubt === 1 ? 'it' : 'them'} again.`
  const reconnect =
    unsent === 0
      ? 'Reconnect it before your next post.'
      : `Reconnect and the ${unsent === 1 ? 'held post goes' : `${unsent} held posts go`} out.`
  return inDoubt === 0 ? reconnect : `${reconnect} ${doubt}`
}
