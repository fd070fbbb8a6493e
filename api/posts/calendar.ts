import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { goesOutWhenApproved, wasApproved } from '#api/deliveries/approval/conditions.ts'
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
import { UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { shortened } from '#shared/text/graphemes.ts'

const DAY_MS = 24 * 60 * 60_000

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
      postId: deliveries.postId,
      domainId: deliveries.domainId,
      deliveryId: deliveries.id,
      network: deliveries.network,
      state: deliveries.state,
      reasonCode: deliveries.reasonCode,
      removedAt: deliveries.removedAt,
      approved: sql<number>`${deliveries.state} = 'scheduled' and ${wasApproved}`.mapWith(Boolean),
      whenApproved: sql<number>`${goesOutWhenApproved}`.mapWith(Boolean),
      isOwn: sql<number>`${posts.authorId} = ${ctx.userId}`.mapWith(Boolean),
      labels: posts.labels,
      publishAt: deliveries.publishAt,
      excerpt: sql<string>`substr(${deliveries.message}, 1, ${CALENDAR_EXCERPT * 2})`,
      networks: sql<number>`(select count(*) from deliveries other where other.post_id = deliveries.post_id and other.state <> 'canceled')`,
      mediaCount: sql<number>`json_array_length(${deliveries.mediaPositions})`,
      media,
    })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .leftJoin(
      postMedia,
      and(
        eq(postMedia.postId, deliveries.postId),
        eq(postMedia.position, sql`${deliveries.mediaPositions} ->> '$[0]'`),
      ),
    )
    .leftJoin(media, eq(media.id, postMedia.mediaId))
    .where(
      and(
        isAllowedIn(ctx, deliveries.domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        gte(deliveries.publishAt, start),
        lt(deliveries.publishAt, end),
        domainId ? eq(deliveries.domainId, domainId) : undefined,
      ),
    )
    .orderBy(asc(deliveries.publishAt), asc(deliveries.id))
    .limit(CALENDAR_MAX_ENTRIES)
  const thumbnailOf = thumbnails(ctx)
  return rows.map(
    ({
      reasonCode,
      removedAt,
      approved,
      whenApproved,
      isOwn,
      labels,
      publishAt,
      media: first,
      mediaCount,
      excerpt,
      ...row
    }) => ({
      ...row,
      excerpt: shortened(excerpt, CALENDAR_EXCERPT + 1),
      ...(reasonCode && { reasonCode }),
      ...(isOwn && { isOwn: true as const }),
      ...(approved && { approved: true as const }),
      ...(whenApproved && { whenApproved: true as const }),
      ...(removedAt && { removedAt: removedAt.toISOString() }),
      ...(labels.length > 0 && { labels }),
      publishAt: publishAt.toISOString(),
      ...(first && { picture: { kind: first.kind, ...thumbnailOf(first), more: mediaCount - 1 } }),
    }),
  )
}

/** Signs each URL once, although a post has an entry per network. Videos have no thumbnail: browsers show their first frame. */
function thumbnails(ctx: UserContext) {
  const signed = new Map<string, { url?: string }>()
  return (row: Media) => {
    const known = signed.get(row.id)
    if (known) return known
    const { kind, thumbnailUrl, url: original } = mediaItem(ctx, row, '')
    const url = kind === 'video' ? original : thumbnailUrl
    const made = url ? { url } : {}
    signed.set(row.id, made)
    return made
  }
}
