import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

import type { Context } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { brand } from '#shared/brand.ts'
import { CALENDAR_STATES } from '#shared/calendar/calendar.ts'
import { networks } from '#shared/networks.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import { STATE_LABELS, stateLabel } from '#shared/posts/state-labels.ts'
import { excerpt } from '#shared/text/graphemes.ts'
import type { FeedOwner } from './feeds.ts'

const DAY_MS = 24 * 60 * 60_000
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

/** Returns the business's posts as an iCalendar (RFC 5545): one event per post and time. The output depends on the posts alone. */
export async function calendarOf(ctx: Context, { domainId, businessName }: FeedOwner): Promise<string> {
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
      approved: approval?.state === 'approved' && !approval.exempt,
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
  const [first] = rows.toSorted((a, b) => CALENDAR_STATES.indexOf(a.state) - CALENDAR_STATES.indexOf(b.state))
  if (!first) return
  const [{ id: firstId } = first] = rows
  const url = `${siteUrl}/dashboard/calendar?post=${first.postId}`
  const changedAt = new Date(Math.max(...rows.map(({ updatedAt }) => +updatedAt)))
  const names = rows.map(({ network }) => networks[network].name).join(', ')
  calendar.createEvent({
    id: `${firstId}@${host}`,
    start: first.publishAt,
    end: new Date(+first.publishAt + MINUTES * 60_000),
    // Depends on the post alone, so that the ETag stays the same while the posts do.
    stamp: changedAt,
    sequence: first.version,
    lastModified: changedAt,
    summary: `${prefixOf(first)}${titleOf(first.message)} (${names})`,
    description: `${first.message}\n\n${url}`,
    url: first.permalink ?? url,
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
  })
}

function prefixOf(row: Row): string {
  const { removedAt, ...rest } = row
  const label = stateLabel({ ...rest, ...(removedAt && { removedAt: removedAt.toISOString() }) })
  return UNLABELLED.includes(label) ? '' : `${label}: `
}

const titleOf = (message: string) => excerpt(message.trim().split('\n', 1)[0] ?? '', TITLE_CHARS)
