import { and, asc, eq, gte, ne } from 'drizzle-orm'

import type { Inside, OwnerContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { posts, postSeries } from '#api/db/schema/posts/posts.ts'
import { contentHash } from '#api/deliveries/approval/content.ts'
import { requireValid } from '#api/runtime/errors.ts'
import { dayIn, wallClock } from '#api/runtime/wall-clock.ts'
import { CALENDAR_STATES } from '#shared/calendar/calendar.ts'
import { isAlike } from '#shared/posts/alike.ts'
import { isUndelivered } from '#shared/posts/changes.ts'
import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { dayAfter, seriesDays, seriesProblem } from '#shared/posts/rhythm.ts'
import { MAX_TEXTS, type Repeat } from '#shared/posts/series.ts'
import { toPublishTime } from './post/input.ts'
import { activeDeliveries, isUnsent, type LoadedPost, loadPost, requireMayChange } from './post/load.ts'
import type { TaggedMessage } from './post/texts.ts'
import { readPost, readPosts, readPostWithContents } from './read-posts.ts'

type OccurrenceOptions = {
  timeZone: string
  now: Date
  /** Day of the month of monthly posts, if the first month is too short to have it. */
  dayOfMonth?: number
  /** Number of texts that take turns. */
  texts?: number
}

/**
 * Returns the times of a post that repeats from `first`, at the same time of day in a zone. A time that is skipped when the
 * clocks go forward moves forward by the same amount.
 * @throws {DomainError} `invalid` for a series of one post, of too many, of fewer than it has texts, or of more than a year
 */
export function occurrenceTimes(
  first: Date,
  repeat: Repeat,
  { timeZone, now, dayOfMonth, texts }: OccurrenceOptions,
): Date[] {
  const days = seriesDays(dayIn(timeZone, first), repeat, dayOfMonth)
  requireValid('repeat', seriesProblem(repeat, days, texts))
  const time = wallClock(timeZone, first).toPlainTime()
  const [, ...later] = days.map(day => instantOf(day, time, timeZone))
  return [first, ...later.map(at => toPublishTime(+at / 1000, now))]
}

const instantOf = (day: string, plainTime: Temporal.PlainTime, timeZone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)

/** Returns the posts of a post's series that aren't cancelled, soonest first; none for a post that doesn't repeat. */
export async function readOccurrences(ctx: UserContext, postId: string): Promise<Occurrence[]> {
  const post = await readPost(ctx, postId)
  if (!post.series) return []
  const rows = await ctx.db
    .select({ id: posts.id, text: posts.seriesText, changedAlone: posts.changedAlone })
    .from(posts)
    .where(eq(posts.seriesId, post.series._id))
    .orderBy(asc(posts.publishAt), asc(posts.id))
  const ids = rows.map(({ id }) => id)
  const all = await readPosts(ctx, ids)
  return all.flatMap(other => {
    const { _id, publishAt, deliveries: parts } = other
    const state = CALENDAR_STATES.find(one => parts.some(part => part.state === one))
    const alike =
      post.approval && isUndelivered(parts) && isAlike(toAlikeInput(post), toAlikeInput(other), ctx.now())
    const { text, changedAlone } = onlyRow(rows.filter(({ id }) => id === _id))
    return state
      ? {
          _id,
          publishAt,
          state,
          text: text ?? 0,
          ...(alike && { alike }),
          ...(changedAlone && { differs: true as const }),
        }
      : []
  })
}

const toAlikeInput = ({ _id, series, approval, publishAt }: Post) => ({
  _id,
  seriesId: series?._id,
  state: approval?.state,
  contentHash: approval?.contentHash,
  publishAt: new Date(publishAt),
})

/**
 * Loads the other posts of a series that go out at the same time as the given post or later.
 * @returns them soonest first; none for a post that doesn't repeat
 */
export async function loadFollowing(
  ctx: Inside<OwnerContext>,
  { post: { id, seriesId, publishAt } }: LoadedPost,
): Promise<LoadedPost[]> {
  if (!seriesId) return []
  const rows = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.seriesId, seriesId), ne(posts.id, id), gte(posts.publishAt, publishAt)))
    .orderBy(asc(posts.publishAt), asc(posts.id))
  return loadPosts(ctx, rows)
}

export async function loadPosts(ctx: Inside<OwnerContext>, rows: { id: string }[]): Promise<LoadedPost[]> {
  const loaded: LoadedPost[] = []
  for (const { id } of rows) loaded.push(await loadPost(ctx, id))
  return loaded
}

/** Loads the following posts that no network has. @throws {DomainError} if the caller may not change one of them */
export async function loadUnsentFollowing(
  ctx: Inside<OwnerContext>,
  chosen: LoadedPost,
): Promise<LoadedPost[]> {
  const later = (await loadFollowing(ctx, chosen)).filter(isUnsent)
  for (const other of later) requireMayChange(other)
  return later
}

/** Reads the hash of a post's content. A change of one post of a series sets its `changedAlone` if it changes this hash. */
export async function readContentHash(ctx: Inside<UserContext>, postId: string): Promise<string> {
  return contentHash((await readPostWithContents(ctx, postId)).contents)
}

export const messagesOf = (loaded: LoadedPost): TaggedMessage[] =>
  activeDeliveries(loaded).map(({ network, message, written }) => ({ platform: network, message, written }))

/**
 * Returns one post for each other text of a series, beginning with the text that follows the given post's. Leaves out posts that
 * were changed alone.
 */
export function postsWithOtherTexts({ post }: LoadedPost, series: readonly LoadedPost[]): LoadedPost[] {
  const all = series.filter(each => !each.post.changedAlone)
  const own = post.seriesText ?? 0
  const turnsAfter = ({ post: { seriesText } }: LoadedPost) =>
    ((seriesText ?? 0) - own + MAX_TEXTS) % MAX_TEXTS
  const byTurn = new Map(all.toReversed().map(each => [turnsAfter(each), each]))
  byTurn.delete(0)
  return [...byTurn].toSorted(([one], [other]) => one - other).map(([, each]) => each)
}

/**
 * Returns the time of a later post of a series after another one was moved: the new time of day, as many weeks or months later as
 * before.
 */
export async function timeAfterMove(
  ctx: Inside<OwnerContext>,
  { post: { publishAt, seriesId, seriesIndex } }: LoadedPost,
  { moved, at }: { moved: LoadedPost; at: Date },
): Promise<Date> {
  const series = await readSeries(ctx, seriesId ?? '')
  const dayOf = (time: Date) => dayIn(series.timeZone, time)
  const steps = (seriesIndex ?? 0) - (moved.post.seriesIndex ?? 0)
  const keepsDay = dayOf(at) === dayOf(moved.post.publishAt) || steps < 0
  const day = keepsDay ? dayOf(publishAt) : dayAfter(dayOf(at), series, steps)
  const time = instantOf(day, wallClock(series.timeZone, at).toPlainTime(), series.timeZone)
  return toPublishTime(+time / 1000, ctx.now())
}

export const readSeries = async ({ db }: Inside<OwnerContext>, id: string) =>
  onlyRow(await db.select().from(postSeries).where(eq(postSeries.id, id)))

export async function readRhythm(ctx: Inside<OwnerContext>, id: string): Promise<Repeat> {
  const { every, interval, until } = await readSeries(ctx, id)
  return { every, interval, until }
}

type NewSeries = Omit<typeof postSeries.$inferInsert, 'id' | 'createdAt'>

/** Inserts a series without posts. Returns its id. */
export async function insertSeries({ db, now }: Inside<UserContext>, series: NewSeries): Promise<string> {
  const id = Bun.randomUUIDv7()
  await db.insert(postSeries).values({ ...series, id, createdAt: now() })
  return id
}
