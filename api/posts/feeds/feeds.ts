import { and, eq, isNull, lt, or, asc, gte, inArray } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

import { keepsPermission, requireMembership } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { calendarFeeds } from '#api/db/schema/businesses/feeds.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { brand } from '#shared/brand.ts'
import type { CalendarFeed } from '#shared/businesses/domains.ts'
import { CALENDAR_STATES } from '#shared/calendar/calendar.ts'
import { DAY_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import { wasReviewed } from '#shared/posts/approvals.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import { STATE_LABELS, stateLabel } from '#shared/posts/state-labels.ts'
import { excerpt, withoutMarks } from '#shared/text/graphemes.ts'

/** Minimum time between two recorded reads, because calendar programs read often. */
const RECORD_MS = 10 * 60_000

const FEED_PATH = '/api/feeds/'

/** SQL condition: the feed's creator is still a member. A former member knows the URL, so it stops working when they leave. */
const isCreatorMember = (ctx: Pick<Context, 'now'>) => keepsPermission(ctx, calendarFeeds, 'see')

/** Returns the state of a business's feed. It is off once its creator has left. */
export async function readFeed(ctx: UserContext, domainId: string): Promise<CalendarFeed> {
  await requireMembership(ctx, domainId)
  const [row] = await ctx.db
    .select()
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.domainId, domainId), isCreatorMember(ctx)))
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

type FeedOwner = { domainId: string; businessName: string }

/**
 * Finds the business of a feed's token.
 * @throws {DomainError} `not_found` for both unknown and revoked tokens
 */
export async function findFeed(ctx: Context, token: string): Promise<FeedOwner> {
  const { db, now } = ctx
  const [row] = await db
    .select({ domainId: domains.id, businessName: domains.businessName })
    .from(calendarFeeds)
    .innerJoin(domains, eq(domains.id, calendarFeeds.domainId))
    .where(and(eq(calendarFeeds.tokenHash, hashToken(token)), isCreatorMember(ctx)))
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

const PAST_DAYS = 90
const FUTURE_DAYS = 366
const MAX_DELIVERIES = 5000
const MINUTES = 15
const TITLE_CHARS = 60
/** Suggested refresh interval for calendar programs, in seconds. */
const REFRESH_SECONDS = 3600

/** Excludes cancelled posts. Drafts have no time yet. */
const SHOWN_STATES = CALENDAR_STATES.filter(state => state !== 'draft')
/** Scheduled posts have no label, except for their approval. */
const UNLABELLED: readonly string[] = [STATE_LABELS.scheduled, STATE_LABELS.publishing]

type Row = typeof deliveries.$inferSelect & { approved: boolean; version: number }

/**
 * Returns the business's posts as an iCalendar (RFC 5545): one event per post and time. The output has no time of generation, so
 * that its ETag is stable.
 */
export async function renderCalendar(ctx: Context, { domainId, businessName }: FeedOwner): Promise<string> {
  const now = +ctx.now()
  const found = await ctx.db
    .select({ delivery: deliveries, version: posts.version, approval: approvals })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .leftJoin(approvals, eq(approvals.postId, deliveries.postId))
    .where(
      and(
        eq(deliveries.domainId, domainId),
        inArray(deliveries.state, SHOWN_STATES),
        gte(deliveries.publishAt, new Date(now - PAST_DAYS * DAY_MS)),
        lt(deliveries.publishAt, new Date(now + FUTURE_DAYS * DAY_MS)),
      ),
    )
    .orderBy(asc(deliveries.publishAt), asc(deliveries.id))
    .limit(MAX_DELIVERIES)
  const rows = found
    // A post that goes out when it is approved has no time until then.
    .filter(({ delivery, approval }) => !(REVIEW_STATES.includes(delivery.state) && approval?.whenApproved))
    .map(({ delivery, version, approval }) => ({
      ...delivery,
      version,
      approved: wasReviewed(approval),
    }))
  const { publicUrl, siteUrl } = ctx.config
  const calendar = ical({
    name: `${businessName} posts`,
    prodId: { company: brand.siteName, product: 'posts', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  const host = new URL(publicUrl).hostname
  for (const group of Map.groupBy(rows, ({ postId, publishAt }) => `${postId} ${+publishAt}`).values())
    addEvent(calendar, group, { host, siteUrl })
  // RFC 5545 ends each line with CRLF, also the last.
  return `${calendar.toString()}\r\n`
}

type EventUrls = { host: string; siteUrl: string }

function addEvent(calendar: ReturnType<typeof ical>, rows: Row[], { host, siteUrl }: EventUrls) {
  const [shown] = rows.toSorted((a, b) => CALENDAR_STATES.indexOf(a.state) - CALENDAR_STATES.indexOf(b.state))
  // The event's id doesn't depend on the states, so that a calendar updates the event instead of adding another.
  const [first] = rows
  if (!first || !shown) return
  const url = `${siteUrl}/dashboard/calendar?post=${shown.postId}`
  const changedAt = new Date(Math.max(...rows.map(({ updatedAt }) => +updatedAt)))
  const names = rows.map(({ network }) => networks[network].name).join(', ')
  const [firstLine = ''] = shown.message.trim().split('\n', 1)
  calendar.createEvent({
    id: `${first.id}@${host}`,
    start: shown.publishAt,
    end: new Date(+shown.publishAt + MINUTES * 60_000),
    // Depends only on the post, so that the ETag changes only with the posts.
    stamp: changedAt,
    sequence: shown.version,
    lastModified: changedAt,
    summary: `${prefixOf(shown)}${excerpt(withoutMarks(firstLine), TITLE_CHARS)} (${names})`,
    description: `${shown.message}\n\n${url}`,
    url: shown.permalink ?? url,
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
}

function prefixOf(row: Row): string {
  const { removedAt, ...rest } = row
  const label = stateLabel({ ...rest, ...(removedAt && { removedAt: removedAt.toISOString() }) })
  return UNLABELLED.includes(label) ? '' : `${label}: `
}
