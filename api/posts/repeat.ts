import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { deliveries, firstComments, postMedia, posts, postSeries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { hashFilesOf } from '#api/deliveries/approval/content.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { awaitsApproval, isCanceled, isChangeable, tooLateError } from '#shared/posts/changes.ts'
import {
  type ChangeRhythm,
  dayOfMonthOf,
  planRhythm,
  type RhythmPlan,
  SERIES_MESSAGES,
} from '#shared/posts/series.ts'
import { activeOf, cancel, hashOf, keepAsDraft } from './cancel.ts'
import { type LoadedPost, loadPost, requireMayChange, requireVersion, toDomainError } from './post/load.ts'
import { finishChange, savePost, schedule } from './schedule.ts'
import { dayIn, insertSeries, isUnbegun, loadFollowing, readSeries, repeated } from './series.ts'

type Changed = Record<keyof RhythmPlan, number> & { laterIds: string[] }

/**
 * Changes how a post and the later ones of its series repeat, or makes the post its last one:
 * - A later post on a day of the new rhythm stays as it is. Another with the same content moves to a free day.
 * - The rest are cancelled. One with a content of its own becomes a draft.
 * - A day without a post gets a copy, which waits for an approval if the business requires one.
 *
 * What was approved stays approved, because no content changes. Earlier posts, and those that have begun, stay in the series.
 * @returns the number of posts that stay, are moved, added and cancelled, and the ids of all of them
 * @throws {DomainError} `conflict` if the post doesn't repeat, publishing has begun, or another window has changed it; `invalid` for
 *   a rhythm that a new post couldn't have. For callers who may not publish: `conflict` if one of the posts is approved
 */
export async function changeRhythm(
  ctx: UserContext,
  postId: string,
  { repeat, version }: ChangeRhythm,
): Promise<Changed> {
  await hashFilesOf(ctx, [postId])
  return write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    requireVersion(loaded, version)
    const { seriesId, publishAt } = loaded.post
    if (!seriesId) throw new DomainError('conflict', SERIES_MESSAGES.single)
    if (!isUnbegun(loaded)) throw toDomainError(tooLateError(loaded.deliveries))
    const { timeZone, domainId } = await readSeries(ctx, seriesId)
    const later = (await loadFollowing(ctx, loaded)).filter(isUnbegun)
    for (const other of later) requireMayChange(other)

    const dayOf = (time: Date) => dayIn(timeZone, time)
    const days = later.map(({ post }) => dayOf(post.publishAt))
    const dayOfMonth = dayOfMonthOf(dayOf(publishAt), days)
    const times = repeat ? repeated(publishAt, repeat, { timeZone, now: ctx.now(), dayOfMonth }).slice(1) : []
    const hash = await hashOf(ctx, postId)
    const existing = []
    for (const { post } of later)
      existing.push({
        _id: post.id,
        day: dayOf(post.publishAt),
        differs: (await hashOf(ctx, post.id)) !== hash,
      })
    const plan = planRhythm(times.map(dayOf), existing)

    await endSeries(ctx, loaded, { endsHere: repeat === null, dayOf })
    for (const { _id } of plan.cancelled) {
      const other = find(later, _id)
      if (existing.some(one => one._id === _id && one.differs)) await keepAsDraft(ctx, other)
      await cancel(ctx, other, activeOf(other))
    }
    const timeOn = (day: string) => onlyRow(times.filter(time => dayOf(time) === day))
    for (const { _id, day } of plan.moved) {
      const other = find(later, _id)
      const chosen = other.deliveries.filter(isChangeable)
      await schedule(ctx, other, { act: 'post.moved', chosen, at: timeOn(day) })
    }
    const newId = repeat ? await insertSeries(ctx, { ...repeat, domainId, timeZone }) : seriesId
    const added = await insertCopies(ctx, loaded, plan.added.map(timeOn))
    await savePost(ctx, loaded, { seriesId: newId, ...(repeat && { seriesIndex: 0 }) })
    const copies = added.map((_id, index) => ({ _id, day: plan.added[index] ?? '' }))
    const planned = times.map(dayOf)
    for (const { _id, day } of [...plan.stays, ...plan.moved, ...copies])
      await ctx.db
        .update(posts)
        .set({ seriesId: newId, seriesIndex: 1 + planned.indexOf(day) })
        .where(eq(posts.id, _id))
    const details = { occurrences: 1 + times.length }
    await recordActivity(ctx, { domainId, act: 'post.edited', postId, ...(repeat && { details }) })
    return {
      stays: plan.stays.length,
      moved: plan.moved.length,
      added: added.length,
      cancelled: plan.cancelled.length,
      laterIds: [...later.map(({ post }) => post.id), ...added],
    }
  })
}

const find = (all: readonly LoadedPost[], id: string) => onlyRow(all.filter(({ post }) => post.id === id))

type End = { endsHere: boolean; dayOf: (time: Date) => string }

/** Ends a series with a post, or with the one before it. */
async function endSeries(ctx: Inside<UserContext>, { post }: LoadedPost, { endsHere, dayOf }: End) {
  const seriesId = post.seriesId ?? ''
  const [last] = endsHere
    ? [post]
    : await ctx.db
        .select({ publishAt: posts.publishAt })
        .from(posts)
        .where(and(eq(posts.seriesId, seriesId), lt(posts.publishAt, post.publishAt)))
        .orderBy(desc(posts.publishAt))
        .limit(1)
  if (last)
    await ctx.db
      .update(postSeries)
      .set({ until: dayOf(last.publishAt) })
      .where(eq(postSeries.id, seriesId))
}

/**
 * Inserts a copy of a post for each time, by the same author. One that isn't approved waits if its business requires approval, or if
 * the post itself waits for one.
 * @returns the ids in the order of the times
 */
async function insertCopies(
  ctx: Inside<UserContext>,
  { post, deliveries: all, role }: LoadedPost,
  times: Date[],
): Promise<string[]> {
  if (times.length === 0) return []
  const { db, now } = ctx
  const { userId, domainId, authorId, timeZone, labels } = post
  const active = all.filter(delivery => !isCanceled(delivery))
  const comments = await db
    .select()
    .from(firstComments)
    .where(
      inArray(
        firstComments.deliveryId,
        active.map(({ id }) => id),
      ),
    )
  const files = await db
    .select()
    .from(postMedia)
    .where(eq(postMedia.postId, post.id))
    .orderBy(asc(postMedia.position))
  const own = { userId, domainId, authorId, timeZone, labels, createdAt: now() }
  const copies = times.map(publishAt => ({ ...own, id: Bun.randomUUIDv7(), publishAt }))
  await db.insert(posts).values(copies)
  for (const { id: postId, publishAt } of copies) {
    if (files.length > 0) await db.insert(postMedia).values(files.map(file => ({ ...file, postId })))
    for (const { id: originalId, ...original } of active) {
      const { accountId, meantFor, meantForName, network, message, written, searchText } = original
      const id = Bun.randomUUIDv7()
      await db.insert(deliveries).values({
        id,
        postId,
        userId,
        domainId,
        accountId,
        meantFor,
        meantForName,
        network,
        message,
        written,
        searchText,
        mediaPositions: original.mediaPositions,
        state: 'scheduled',
        publishAt,
        wakeAt: publishAt,
        updatedAt: now(),
      })
      for (const comment of comments.filter(({ deliveryId }) => deliveryId === originalId))
        await db.insert(firstComments).values({
          deliveryId: id,
          message: comment.message,
          written: comment.written,
          state: 'waiting',
          updatedAt: now(),
        })
    }
  }
  const waits = !isAllowed(role, 'publish') || all.some(awaitsApproval)
  await finishChange(ctx, copies, { submits: waits ? sql`true` : sql`false` })
  const [first] = copies
  if (first)
    await recordActivity(ctx, {
      domainId,
      act: 'post.created',
      postId: first.id,
      details: { occurrences: copies.length },
    })
  return copies.map(({ id }) => id)
}
