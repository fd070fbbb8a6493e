import { and, eq, inArray, isNull, ne, or, sql, sum } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/accounts.ts'
import { accounts } from '#api/db/schema/accounts.ts'
import { deliveries, posts } from '#api/db/schema/posts.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { holdForAnotherAccount } from './account-mismatch.ts'
import { broadcastDeliveries } from './broadcast.ts'
import { mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'
import { holdOfLeaving } from './user-holds.ts'

const isScheduled = eq(deliveries.state, 'scheduled')
const waitsForAnother = and(eq(deliveries.state, 'held'), eq(deliveries.reasonCode, ANOTHER_ACCOUNT))

type HoldReason = 'disconnected' | 'needs_reconnect'

/** Holds what an account has scheduled, silently: who asked for it tells the author. */
export async function holdDeliveriesOfAccount(
  ctx: Context,
  accountId: string,
  why: HoldReason,
): Promise<void> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!account) return
  const because =
    why === 'disconnected'
      ? reasons.disconnected(account.network)
      : reasons.needsReconnect(account.network, account.name)
  const held = await ctx.db
    .update(deliveries)
    .set({ state: 'held', wakeAt: null, updatedAt: ctx.now(), ...because })
    .where(
      and(
        eq(deliveries.accountId, accountId),
        why === 'disconnected' ? or(isScheduled, waitsForAnother) : isScheduled,
      ),
    )
    .returning()
  await broadcastDeliveries(ctx, held)
}

/**
 * Counts the posts that resume when the account is reconnected: those that are then sent, and those that may be out already
 * and are reconciled first.
 */
export async function countWaitingForSignIn(
  { db }: Context,
  accountId: string,
): Promise<{ unsent: number; inDoubt: number }> {
  const mayBeLive = mayBePublished(sql`deliveries.id`)
  const [waiting] = await db
    .select({
      unsent: sum(sql`not ${mayBeLive}`).mapWith(Number),
      inDoubt: sum(mayBeLive).mapWith(Number),
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
  return { unsent: waiting?.unsent ?? 0, inDoubt: waiting?.inDoubt ?? 0 }
}

/**
 * Gives this account what its place on the domain was left with, but for what is out on another one. What was held for want
 * of it is let go: what may be out already is looked for; what is late by then is held again, for the author to decide, and
 * so is at once what was written for another account. A client that doesn't say which business it shows has no screen for
 * that: there, connecting an account is its author's word for all that waits.
 */
export async function releaseDeliveriesOfAccount(
  ctx: Context & Pick<UserContext, 'shownDomainId'>,
  account: Pick<Account, 'id' | 'userId' | 'domainId' | 'network' | 'providerId' | 'name'>,
): Promise<void> {
  const ofDomain = ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.domainId, account.domainId), eq(posts.userId, account.userId)))
  const ofPlace = and(
    eq(deliveries.userId, account.userId),
    eq(deliveries.network, account.network),
    inArray(deliveries.postId, ofDomain),
  )
  const mayBeLive = mayBePublished(sql`deliveries.id`)
  const isOutHere = eq(deliveries.meantFor, account.providerId)
  const asksAuthor = ctx.shownDomainId !== undefined
  const [, , released, held, forAnother] = await ctx.db.batch([
    ctx.db
      .update(deliveries)
      .set({ meantFor: account.providerId, meantForName: account.name })
      .where(and(ofPlace, ne(deliveries.state, 'published'), sql`not ${mayBeLive}`, sql`${!asksAuthor}`)),
    ctx.db
      .update(deliveries)
      .set({ accountId: account.id })
      .where(and(ofPlace, isNull(deliveries.accountId), or(ne(deliveries.state, 'published'), isOutHere))),
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
          ofPlace,
          eq(deliveries.state, 'held'),
          inArray(deliveries.reasonCode, ['disconnected', 'needs_reconnect', ANOTHER_ACCOUNT]),
        ),
      )
      .returning(),
    holdOfLeaving(ctx, account.userId, ofPlace!),
    holdForAnotherAccount(ctx, ofPlace!),
  ])
  await broadcastDeliveries(ctx, [...released, ...held, ...forAnother])
  ctx.wake()
}
