import { and, eq, inArray, isNull, ne, or, sql, sum } from 'drizzle-orm'

import { requestApproval, withdrawApprovals } from '#api/approvals/withdraw.ts'
import type { Context, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { holdForAnotherAccount } from './account-mismatch.ts'
import { broadcastDeliveries } from './broadcast.ts'
import { mayAppearLate, mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'
import { holdForDeletion } from './user-holds.ts'

const isScheduled = eq(deliveries.state, 'scheduled')
const isHeldForMismatch = and(eq(deliveries.state, 'held'), eq(deliveries.reasonCode, ANOTHER_ACCOUNT))

type HoldReason = 'disconnected' | 'needs_reconnect'

/** Holds an account's scheduled deliveries. The caller notifies the author. */
export async function holdDeliveriesOfAccount(
  ctx: Context,
  accountId: string,
  cause: HoldReason,
): Promise<void> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!account) return
  const because = (mayBeLive: boolean) =>
    cause === 'disconnected'
      ? reasons.disconnected(account.network, mayBeLive)
      : reasons.needsReconnect(account, mayBeLive)
  const { reasonCode, reason } = because(false)
  const held = await ctx.db
    .update(deliveries)
    .set({
      state: 'held',
      wakeAt: null,
      updatedAt: ctx.now(),
      reasonCode,
      reason: sql`iif(${mayAppearLate(sql`deliveries.id`)}, ${because(true).reason}, ${reason})`,
    })
    .where(
      and(
        eq(deliveries.accountId, accountId),
        cause === 'disconnected' ? or(isScheduled, isHeldForMismatch) : isScheduled,
      ),
    )
    .returning()
  await broadcastDeliveries(ctx, held)
}

/**
 * Counts the posts that resume when the account is reconnected. Some are then sent; others may be public and are reconciled
 * first.
 */
export async function countWaitingForSignIn(
  { db }: Context,
  accountId: string,
): Promise<{ unsent: number; unconfirmed: number }> {
  const mayBeLive = mayBePublished(sql`deliveries.id`)
  const [waiting] = await db
    .select({
      unsent: sum(sql`not ${mayBeLive}`).mapWith(Number),
      unconfirmed: sum(mayBeLive).mapWith(Number),
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.accountId, accountId),
        or(
          inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed']),
          and(eq(deliveries.state, 'held'), eq(deliveries.reasonCode, 'needs_reconnect')),
        ),
      ),
    )
  return { unsent: waiting?.unsent ?? 0, unconfirmed: waiting?.unconfirmed ?? 0 }
}

/**
 * Assigns the business's deliveries for this network to a newly connected account, except those published on another one,
 * and releases those that were held for lack of an account. Deliveries that may be public are reconciled first. Those that
 * were written for another account are held until their author decides. Clients that don't send `X-Domain-Id` have no screen
 * for that decision, so for them connecting an account counts as consent, except for deliveries with an open written-off call.
 */
export async function releaseDeliveriesOfAccount(
  ctx: Context & Pick<UserContext, 'shownDomainId'>,
  account: Pick<Account, 'id' | 'userId' | 'domainId' | 'network' | 'providerId' | 'name'>,
): Promise<void> {
  const ofDomain = ctx.db.select({ id: posts.id }).from(posts).where(eq(posts.domainId, account.domainId))
  const ofDomainAndNetwork = allOf(
    eq(deliveries.network, account.network),
    inArray(deliveries.postId, ofDomain),
  )
  const mayBeLive = mayBePublished(sql`deliveries.id`)
  const isPublishedHere = eq(deliveries.meantFor, account.providerId)
  const asksAuthor = ctx.shownDomainId !== undefined
  const isTakenOver = and(
    ofDomainAndNetwork,
    ne(deliveries.state, 'published'),
    sql`not ${mayBeLive}`,
    sql`not ${mayAppearLate(sql`deliveries.id`)}`,
    sql`${!asksAuthor}`,
  )
  const [, , , released, held, forAnother, , unapproved] = await ctx.db.batch([
    withdrawApprovals(ctx, and(isTakenOver, ne(deliveries.meantFor, account.providerId))),
    ctx.db
      .update(deliveries)
      .set({ meantFor: account.providerId, meantForName: account.name })
      .where(isTakenOver),
    ctx.db
      .update(deliveries)
      .set({ accountId: account.id })
      .where(
        and(
          ofDomainAndNetwork,
          isNull(deliveries.accountId),
          or(ne(deliveries.state, 'published'), isPublishedHere),
        ),
      ),
    ctx.db
      .update(deliveries)
      .set({
        state: sql`iif(${mayBeLive}, 'unconfirmed', 'scheduled')`,
        accountId: account.id,
        wakeAt: sql`iif(${mayBeLive}, ${+ctx.now()}, ${deliveries.publishAt})`,
        failures: 0,
        reason: '',
        reasonCode: '',
        updatedAt: ctx.now(),
      })
      .where(
        and(
          ofDomainAndNetwork,
          eq(deliveries.state, 'held'),
          inArray(deliveries.reasonCode, ['disconnected', 'needs_reconnect', ANOTHER_ACCOUNT]),
        ),
      )
      .returning(),
    holdForDeletion(ctx, account.userId, ofDomainAndNetwork),
    holdForAnotherAccount(ctx, ofDomainAndNetwork),
    ...requestApproval(ctx, eq(deliveries.domainId, account.domainId)),
  ])
  await broadcastDeliveries(ctx, [...released, ...held, ...forAnother, ...unapproved])
  ctx.wake('publish')
}
