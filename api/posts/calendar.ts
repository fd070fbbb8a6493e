import { and, asc, count, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'

import { isIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { mediaItem } from '#api/media/media.ts'
import { invalidField } from '#api/runtime/errors.ts'
import {
  CALENDAR_EXCERPT,
  CALENDAR_MAX_DAYS,
  CALENDAR_MAX_ENTRIES,
  CALENDAR_MESSAGES,
  type CalendarEntry,
  type CalendarQuery,
} from '#shared/calendar/calendar.ts'
import { DAY_MS } from '#shared/durations.ts'
import { wasReviewed } from '#shared/posts/approvals.ts'
import { listedText, REVIEW_STATES, UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { truncate } from '#shared/text/graphemes.ts'

/** Returns all deliveries in the window except cancelled ones, soonest first: of one business, or of all. */
export async function readCalendar(
  ctx: UserContext,
  { from, to, domainId }: CalendarQuery,
): Promise<CalendarEntry[]> {
  const { db } = ctx
  const [start, end] = [new Date(from), new Date(to)]
  if (+end - +start > CALENDAR_MAX_DAYS * DAY_MS) throw invalidField('to', CALENDAR_MESSAGES.tooLong)
  const rows = await db
    .select({
      delivery: {
        postId: deliveries.postId,
        domainId: deliveries.domainId,
        deliveryId: deliveries.id,
        network: deliveries.network,
        state: deliveries.state,
        reasonCode: deliveries.reasonCode,
        removedAt: deliveries.removedAt,
        publishAt: deliveries.publishAt,
        excerpt: sql<string>`substr(${deliveries.message}, 1, ${CALENDAR_EXCERPT * 2})`,
      },
      positions: deliveries.mediaPositions,
      extras: deliveries.extras,
      authorId: posts.authorId,
      labels: posts.labels,
      seriesId: posts.seriesId,
      approval: { state: approvals.state, exempt: approvals.exempt, whenApproved: approvals.whenApproved },
    })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .leftJoin(approvals, eq(approvals.postId, deliveries.postId))
    .where(
      and(
        isIn(ctx, deliveries.domainId, domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        gte(deliveries.publishAt, start),
        lt(deliveries.publishAt, end),
      ),
    )
    .orderBy(asc(deliveries.publishAt), asc(deliveries.id))
    .limit(CALENDAR_MAX_ENTRIES)
  const postIds = [...new Set(rows.map(({ delivery }) => delivery.postId))]
  const [counts, pictures] = await Promise.all([networkCounts(ctx, postIds), readMedia(ctx, postIds)])
  const thumbnailOf = thumbnails(ctx)
  return rows.map(({ delivery, positions, extras, authorId, labels, seriesId, approval }) => {
    const { reasonCode, removedAt, publishAt, excerpt, ...entry } = delivery
    const [position = -1, ...others] = positions
    const picture = pictures.get(`${entry.postId} ${position}`)
    const wasApproved = wasReviewed(approval)
    return {
      ...entry,
      excerpt: truncate(listedText([{ message: excerpt, extras }]), CALENDAR_EXCERPT + 1),
      networks: counts.get(entry.postId) ?? 0,
      ...(reasonCode && { reasonCode }),
      ...(authorId === ctx.userId && { isOwn: true as const }),
      ...(entry.state === 'scheduled' && wasApproved && { approved: true as const }),
      ...(REVIEW_STATES.includes(entry.state) && approval?.whenApproved && { whenApproved: true as const }),
      ...(removedAt && { removedAt: removedAt.toISOString() }),
      ...(labels.length > 0 && { labels }),
      ...(seriesId && { repeats: true as const }),
      ...(extras && { extras: { kind: extras.kind } }),
      publishAt: publishAt.toISOString(),
      ...(picture && { picture: { kind: picture.kind, ...thumbnailOf(picture), more: others.length } }),
    }
  })
}

/** Counts the networks of each post, also outside the window. */
async function networkCounts({ db }: UserContext, postIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ postId: deliveries.postId, networks: count() })
    .from(deliveries)
    .where(and(inArray(deliveries.postId, postIds), ne(deliveries.state, 'canceled')))
    .groupBy(deliveries.postId)
  return new Map(rows.map(({ postId, networks }) => [postId, networks]))
}

/** Returns the media of posts by the post's id and the position. */
async function readMedia({ db }: UserContext, postIds: string[]): Promise<Map<string, Media>> {
  const rows = await db
    .select({ postId: postMedia.postId, position: postMedia.position, media })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(inArray(postMedia.postId, postIds))
  return new Map(rows.map(({ postId, position, media }) => [`${postId} ${position}`, media]))
}

/** Signs each URL once, although a post has an entry per network. Videos have no thumbnail: browsers show their first frame. */
function thumbnails(ctx: UserContext) {
  const pictures = new Map<string, { url?: string }>()
  return (row: Media) => {
    const known = pictures.get(row.id)
    if (known) return known
    const { kind, thumbnailUrl, url: original } = mediaItem(ctx, row, '')
    const url = kind === 'video' ? original : thumbnailUrl
    const made = url ? { url } : {}
    pictures.set(row.id, made)
    return made
  }
}
