import { and, eq, isNull, lt, or } from 'drizzle-orm'

import { keepsPermission, requireMembership } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { calendarFeeds } from '#api/db/schema/businesses/feeds.ts'
import { write } from '#api/db/write.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { CalendarFeed } from '#shared/calendar/feeds.ts'

/** Minimum time between two recorded reads, because calendar programs read often. */
const RECORD_MS = 10 * 60_000
const TOKEN = /^[a-z2-7]{52}$/

export const FEED_PATH = '/api/feeds/'

/** SQL condition: the feed's creator is still a member. Otherwise they still know its URL, so it doesn't work. */
const isUsable = (ctx: Pick<Context, 'now'>) => keepsPermission(ctx, calendarFeeds, 'see')

/** Returns the state of a business's feed. It is off once its creator has left, because its URL doesn't work any more. */
export async function readFeed(ctx: UserContext, domainId: string): Promise<CalendarFeed> {
  await requireMembership(ctx, domainId)
  const [row] = await ctx.db
    .select()
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.domainId, domainId), isUsable(ctx)))
  if (!row) return { isOn: false }
  return {
    isOn: true,
    createdAt: row.createdAt.toISOString(),
    ...(row.readAt && { readAt: row.readAt.toISOString() }),
  }
}

/**
 * Creates a new URL for the business's feed and revokes the previous one.
 * @returns the URL, which is shown only once because only its hash is stored
 * @throws {DomainError} `not_found`, `forbidden`
 */
export async function resetFeed(ctx: UserContext, domainId: string): Promise<string> {
  const token = newToken()
  await write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    const fresh = { userId: ctx.userId, tokenHash: hashToken(token), createdAt: ctx.now(), readAt: null }
    await ctx.db
      .insert(calendarFeeds)
      .values({ domainId, ...fresh })
      .onConflictDoUpdate({ target: calendarFeeds.domainId, set: fresh })
  })
  return `${ctx.config.publicUrl}${FEED_PATH}${token}.ics`
}

/** @throws {DomainError} `not_found`, `forbidden` */
export const revokeFeed = (ctx: UserContext, domainId: string): Promise<void> =>
  write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    await ctx.db.delete(calendarFeeds).where(eq(calendarFeeds.domainId, domainId))
  })

export type FeedOwner = { domainId: string; businessName: string }

/**
 * Finds the business of a feed's token.
 * @throws {DomainError} `not_found` for both unknown and revoked tokens
 */
export async function findFeed(ctx: Context, token: string): Promise<FeedOwner> {
  const { db, now } = ctx
  const [row] = TOKEN.test(token)
    ? await db
        .select({ domainId: domains.id, businessName: domains.businessName })
        .from(calendarFeeds)
        .innerJoin(domains, eq(domains.id, calendarFeeds.domainId))
        .where(and(eq(calendarFeeds.tokenHash, hashToken(token)), isUsable(ctx)))
    : []
  if (!row) throw new DomainError('not_found', 'There is no calendar at this address.')
  const recordedBefore = new Date(+now() - RECORD_MS)
  await db
    .update(calendarFeeds)
    .set({ readAt: now() })
    .where(
      and(
        eq(calendarFeeds.domainId, row.domainId),
        or(isNull(calendarFeeds.readAt), lt(calendarFeeds.readAt, recordedBefore)),
      ),
    )
  return row
}
