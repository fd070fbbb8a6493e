/// <reference lib="esnext.temporal" />
import { and, asc, eq, gte, ne } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Inside, OwnerContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { deliveries, posts, postSeries } from '#api/db/schema/posts/posts.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { CALENDAR_STATES } from '#shared/calendar/calendar.ts'
import type { Occurrence } from '#shared/posts/posts.ts'
import { dayAfter, type Repeat, seriesDays, seriesProblem } from '#shared/posts/series.ts'
import { checkPublishTime } from './new-post.ts'
import { type LoadedPost, loadPost } from './post/load.ts'
import { readPost } from './read-posts.ts'

/**
 * Returns the times of a post that repeats from `first`, at the same time of day in a zone. A time that is skipped when the clocks
 * go forward moves forward by the same amount.
 * @throws {DomainError} `invalid` for a series of one post, of too many, or of more than a year
 */
export function repeated(first: Date, repeat: Repeat, timeZone: string, now: Date): Date[] {
  const start = wallClock(first, timeZone)
  const days = seriesDays(start.toPlainDate().toString(), repeat)
  const problem = seriesProblem(repeat, days)
  if (problem) throw invalidField('repeat', problem)
  const [, ...later] = days.map(day => instantOf(day, start.toPlainTime(), timeZone))
  return [first, ...later.map(at => checkPublishTime(+at / 1000, now))]
}

const wallClock = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)

const instantOf = (day: string, plainTime: Temporal.PlainTime, timeZone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)

/** Returns the posts of a post's series that aren't cancelled, soonest first; none for a post that doesn't repeat. */
export async function readOccurrences(ctx: UserContext, postId: string): Promise<Occurrence[]> {
  const { series } = await readPost(ctx, postId)
  if (!series) return []
  const rows = await ctx.db
    .select({ _id: posts.id, publishAt: posts.publishAt, state: deliveries.state })
    .from(posts)
    .innerJoin(deliveries, eq(deliveries.postId, posts.id))
    .where(
      and(eq(posts.seriesId, series._id), ne(deliveries.state, 'canceled'), isAllowedIn(ctx, posts.domainId)),
    )
    .orderBy(asc(posts.publishAt), asc(posts.id))
  return [...Map.groupBy(rows, ({ _id }) => _id).values()].flatMap(([first, ...others]) => {
    const states = [first, ...others].map(row => row?.state)
    const state = CALENDAR_STATES.find(one => states.includes(one))
    return first && state ? { _id: first._id, publishAt: first.publishAt.toISOString(), state } : []
  })
}

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
  const dayOf = (time: Date) => wallClock(time, series.timeZone).toPlainDate().toString()
  const steps = (seriesIndex ?? 0) - (moved.post.seriesIndex ?? 0)
  const keepsDay = dayOf(at) === dayOf(moved.post.publishAt) || steps < 0
  const day = keepsDay ? dayOf(publishAt) : dayAfter(dayOf(at), series, steps)
  const time = instantOf(day, wallClock(at, series.timeZone).toPlainTime(), series.timeZone)
  return checkPublishTime(+time / 1000, ctx.now())
}

const readSeries = async ({ db }: Inside<OwnerContext>, id: string) =>
  onlyRow(await db.select().from(postSeries).where(eq(postSeries.id, id)))

/** Returns how a series was meant to repeat. */
export async function readRhythm(ctx: Inside<OwnerContext>, id: string): Promise<Repeat> {
  const { every, interval, until } = await readSeries(ctx, id)
  return { every, interval, until }
}
