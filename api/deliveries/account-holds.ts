import { and, eq, inArray, isNull, ne, not, or } from 'drizzle-orm'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { sendToReview, withdrawApprovals } from '#api/deliveries/approval/request.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { holdForAnotherAccount } from './account-mismatch.ts'
import { broadcastDeliveries } from './broadcast.ts'
import { mayAppearLate, mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'
import { holdForDeletion, releaseDeliveries } from './user-holds.ts'

const isScheduled = eq(deliveries.state, 'scheduled')
const isHeldForMismatch = and(eq(deliveries.state, 'held'), eq(deliveries.reasonCode, ANOTHER_ACCOUNT))

type HoldReason = 'disconnected' | 'needs_reconnect'

/** Holds an account's scheduled deliveries. The caller notifies the author. */
export async function holdDeliveriesOfAccount(ctx: Inside<Context>, account: Account, cause: HoldReason) {
  const toHold = cause === 'disconnected' ? or(isScheduled, isHeldForMismatch) : isScheduled
  for (const mayBeLive of [true, false]) {
    const because =
      cause === 'disconnected'
        ? reasons.disconnected(account.network, mayBeLive)
        : reasons.needsReconnect(account, mayBeLive)
    const held = await ctx.db
      .update(deliveries)
      .set({ state: 'held', wakeAt: null, updatedAt: ctx.now(), ...because })
      .where(
        and(eq(deliveries.accountId, account.id), toHold, mayBeLive ? mayAppearLate : not(mayAppearLate)),
      )
      .returning()
    await broadcastDeliveries(ctx, held)
  }
}

/**
 * Marks the deliveries in flight of an account that loses its sign-in. The notice of that includes their authors, so a delivery
 * whose process dies is later held without a second notice.
 */
export async function markInFlightSignedOut(
  { db }: Inside<Context>,
  account: Pick<Account, 'id'>,
): Promise<void> {
  await db
    .update(deliveries)
    .set({ reasonCode: 'needs_reconnect' })
    .where(and(eq(deliveries.accountId, account.id), eq(deliveries.state, 'publishing')))
}

/**
 * Counts the posts that resume when the account is reconnected, and returns their authors who are still members. Some are then
 * sent; others may be public and are reconciled first.
 */
export async function findWaitingForSignIn(
  { db }: Inside<Context>,
  account: Pick<Account, 'id' | 'domainId'>,
) {
  const isWaiting = and(
    eq(deliveries.accountId, account.id),
    or(
      inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed']),
      and(eq(deliveries.state, 'held'), eq(deliveries.reasonCode, 'needs_reconnect')),
    ),
  )
  const { domainId, userId } = members
  const [authors, unsent, unconfirmed] = await Promise.all([
    db
      .selectDistinct({ userId })
      .from(deliveries)
      .innerJoin(members, and(eq(domainId, account.domainId), eq(userId, deliveries.userId)))
      .where(isWaiting),
    db.$count(deliveries, and(isWaiting, not(mayBePublished))),
    db.$count(deliveries, and(isWaiting, mayBePublished)),
  ])
  return { authors: authors.map(author => author.userId), unsent, unconfirmed }
}

/**
 * Assigns the business's deliveries for this network to a newly connected account, and releases those that were held for lack of
 * one. Leaves out those published on another account. Those written for another account are held until their author decides.
 * Clients that don't send `X-Domain-Id` have no screen for that decision, so for them connecting counts as consent, except for
 * deliveries with an open written-off call.
 */
export async function releaseDeliveriesOfAccount(
  ctx: Inside<Context> & Pick<UserContext, 'shownDomainId'>,
  account: Pick<Account, 'id' | 'userId' | 'domainId' | 'network' | 'providerId' | 'name'>,
): Promise<void> {
  const { db } = ctx
  const ofAccount = allOf(eq(deliveries.domainId, account.domainId), eq(deliveries.network, account.network))
  if (ctx.shownDomainId === undefined) {
    const isTakenOver = and(
      ofAccount,
      ne(deliveries.state, 'published'),
      not(mayBePublished),
      not(mayAppearLate),
    )
    await withdrawApprovals(ctx, and(isTakenOver, ne(deliveries.meantFor, account.providerId)))
    await db
      .update(deliveries)
      .set({ meantFor: account.providerId, meantForName: account.name })
      .where(isTakenOver)
  }
  const isPublishedHere = eq(deliveries.meantFor, account.providerId)
  await db
    .update(deliveries)
    .set({ accountId: account.id })
    .where(
      and(ofAccount, isNull(deliveries.accountId), or(ne(deliveries.state, 'published'), isPublishedHere)),
    )
  const isWaiting = allOf(
    ofAccount,
    eq(deliveries.state, 'held'),
    inArray(deliveries.reasonCode, ['disconnected', 'needs_reconnect', ANOTHER_ACCOUNT]),
  )
  const released = await releaseDeliveries(ctx, isWaiting)
  const leaving = await holdForDeletion(ctx, account.userId, ofAccount)
  const forAnother = await holdForAnotherAccount(ctx, ofAccount)
  const inReview = await sendToReview(ctx, eq(deliveries.domainId, account.domainId))
  await broadcastDeliveries(ctx, [...released, ...leaving, ...forAnother, ...inReview])
  ctx.wake('publish')
}
