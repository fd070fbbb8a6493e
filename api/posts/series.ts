import { and, asc, eq, gte, ne } from 'drizzle-orm'

import type { Inside, OwnerContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { posts, postSeries } from '#api/db/schema/posts/posts.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { CALENDAR_STATES } from '#shared/calendar/calendar.ts'
import { isAlike } from '#shared/posts/alike.ts'
import { isCanceled, isChangeable, isUndelivered } from '#shared/posts/changes.ts'
import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { dayAfter, type Repeat, seriesDays, seriesProblem } from '#shared/posts/series.ts'
import { checkPublishTime } from './new-post.ts'
import { type LoadedDelivery, type LoadedPost, loadPost } from './post/load.ts'
import { readPost, readPosts } from './read-posts.ts'

/** `dayOfMonth` is the date of monthly posts, if the first month doesn't have it. */
type Start = { timeZone: string; now: Date; dayOfMonth?: number }

/**
 * Returns the times of a post that repeats from `first`, at the same time of day in a zone. A time that is skipped when the clocks
 * go forward moves forward by the same amount.
 * @throws {DomainError} `invalid` for a series of one post, of too many, or of more than a year
 */
export function repeated(first: Date, repeat: Repeat, { timeZone, now, dayOfMonth }: Start): Date[] {
  const days = seriesDays(dayIn(timeZone, first), repeat, dayOfMonth)
  const problem = seriesProblem(repeat, days)
  if (problem) throw invalidField('repeat', problem)
  const time = wallClock(first, timeZone).toPlainTime()
  const [, ...later] = days.map(day => instantOf(day, time, timeZone))
  return [first, ...later.map(at => checkPublishTime(+at / 1000, now))]
}

/** Returns the day of an instant in a zone, such as 2026-11-30. */
export const dayIn = (timeZone: string, instant: Date) =>
  wallClock(instant, timeZone).toPlainDate().toString()

const wallClock = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)

const instantOf = (day: string, plainTime: Temporal.PlainTime, timeZone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)

/** Returns the posts of a post's series that aren't cancelled, soonest first; none for a post that doesn't repeat. */
export async function readOccurrences(ctx: UserContext, postId: string): Promise<Occurrence[]> {
  const post = await readPost(ctx, postId)
  if (!post.series) return []
  const rows = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(eq(posts.seriesId, post.series._id))
    .orderBy(asc(posts.publishAt), asc(posts.id))
  const all = await readPosts(
    ctx,
    rows.map(({ id }) => id),
  )
  return all.flatMap(other => {
    const { _id, publishAt, deliveries: parts } = other
    const state = CALENDAR_STATES.find(one => parts.some(part => part.state === one))
    const alike = post.approval && isUndelivered(parts) && isAlike(toDecide(post), toDecide(other), ctx.now())
    const differs = isUndelivered(parts) && contentOf(post) !== contentOf(other)
    return state ? { _id, publishAt, state, ...(alike && { alike }), ...(differs && { differs }) } : []
  })
}

const toDecide = ({ _id, series, approval, publishAt }: Post) => ({
  _id,
  seriesId: series?._id,
  state: approval?.state,
  contentHash: approval?.contentHash,
  publishAt: new Date(publishAt),
})

/** Returns everything that goes out, in a form that can be compared. */
const contentOf = ({ deliveries: all, media }: Post) =>
  JSON.stringify([
    all
      .filter(delivery => !isCanceled(delivery))
      .map(({ network, message, firstComment, mediaPositions }) => [
        network,
        message,
        firstComment?.message,
        mediaPositions,
      ]),
    media.map(({ _id, altText }) => [_id, altText]),
  ])

/**
 * Loads the posts of a series that go out at the same time as one of them or later, that one excepted.
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
  const following: LoadedPost[] = []
  for (const row of rows) following.push(await loadPost(ctx, row.id))
  return following
}

/** Returns true for a post of which no network has begun or finished publishing, and which isn't cancelled. */
export function isUnbegun({ deliveries: all }: LoadedPost): boolean {
  const active = all.filter(delivery => !isCanceled(delivery))
  return active.length > 0 && !active.some(hasBegun)
}

export const hasBegun = (delivery: LoadedDelivery) => delivery.mayBePublished || !isChangeable(delivery)

/** The post of a series whose time changes, and its new time. */
type Move = { moved: LoadedPost; at: Date }

/**
 * Returns the time that another post of the series gets: the new time of day and, if the day changes too, the day that is as many
 * weeks or months after the new one as it is from the moved post in the series.
 */
export async function movedAlong(
  ctx: Inside<OwnerContext>,
  { post: { publishAt, seriesId, seriesIndex } }: LoadedPost,
  { moved, at }: Move,
): Promise<Date> {
  const series = await readSeries(ctx, seriesId ?? '')
  const dayOf = (time: Date) => dayIn(series.timeZone, time)
  const steps = (seriesIndex ?? 0) - (moved.post.seriesIndex ?? 0)
  const keepsDay = dayOf(at) === dayOf(moved.post.publishAt) || steps < 0
  const day = keepsDay ? dayOf(publishAt) : dayAfter(dayOf(at), series, steps)
  const time = instantOf(day, wallClock(at, series.timeZone).toPlainTime(), series.timeZone)
  return checkPublishTime(+time / 1000, ctx.now())
}

export const readSeries = async ({ db }: Inside<OwnerContext>, id: string) =>
  onlyRow(await db.select().from(postSeries).where(eq(postSeries.id, id)))

/** Returns how a series was meant to repeat. */
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
