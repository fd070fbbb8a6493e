import { getDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { write } from '#api/db/write.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { isCanceled, isChangeable, tooLateError } from '#shared/posts/changes.ts'
import type { MovePost, OnConnected } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { toPublishTime } from './post/input.ts'
import {
  type PostOrDelivery,
  type LoadedPost,
  loadPost,
  chosenDeliveries,
  toDomainError,
  requireMayChange,
  requireVersion,
} from './post/load.ts'
import { schedule } from './schedule.ts'
import { loadUnsentFollowing, timeAfterMove } from './series.ts'
import { nextFreeSlot } from './slots/slots.ts'

type MoveTo = MovePost & Partial<OnConnected> & SeriesPart & { version?: number | undefined }

type MovedPosts = {
  laterIds: string[]
  /** Input of the bulk move that undoes this one; absent if that wouldn't restore everything. */
  undo?: { postIds: string[]; times: number[]; versions: number[] }
}

/**
 * Reschedules a post. A delivery that was written for another account stays held, unless `onConnectedAccount` is true. An author
 * may move their own post until it is approved; it then waits for approval with its new time. With `series: 'following'`, the
 * later posts that haven't begun move too: to the same time of day, as many weeks or months apart as before.
 * @param move.version version that the post must have
 * @throws {DomainError} `not_found`; `invalid` for a time in the past or over a year away; `forbidden` for roles that may not
 * write, and for another author's post; `conflict` for another version, after publishing has begun, for an author's approved post,
 * and for a caller whose account is being deleted
 */
export const movePost = (
  ctx: UserContext,
  choice: PostOrDelivery,
  { scheduledTime, version, series, ...consent }: MoveTo,
): Promise<MovedPosts> =>
  write(ctx, async ctx => {
    const loaded = await loadMovable(ctx, choice.postId)
    requireVersion(loaded, version)
    const at = toPublishTime(scheduledTime, ctx.now())
    const later = series === 'following' && !choice.deliveryId ? await loadUnsentFollowing(ctx, loaded) : []
    await moveLoaded(ctx, loaded, { ...choice, at, ...consent })
    for (const other of later)
      await moveLoaded(ctx, other, { at: await timeAfterMove(ctx, other, { moved: loaded, at }) })
    const undo = later.length > 0 ? await undoInput(ctx, [loaded, ...later]) : undefined
    return { laterIds: later.map(({ post }) => post.id), ...(undo && { undo }) }
  })

/** Returns the input of a move that undoes this one, if it would restore everything. @param before the posts before the move */
async function undoInput(ctx: Inside<UserContext>, before: LoadedPost[]): Promise<MovedPosts['undo']> {
  for (const loaded of before) if (!(await canMoveBack(ctx, loaded))) return undefined
  return {
    postIds: before.map(({ post }) => post.id),
    times: before.map(({ post }) => Math.floor(+post.publishAt / 1000)),
    versions: before.map(({ post }) => post.version + 1),
  }
}

/** Returns true if moving a post back would restore all of its deliveries. The second parameter is the post before its move. */
export async function canMoveBack(ctx: Inside<UserContext>, { post, deliveries: all }: LoadedPost) {
  const { deliveries: now } = await loadPost(ctx, post.id)
  return (
    post.publishAt > ctx.now() &&
    all.every(
      ({ id, state, publishAt }) =>
        isCanceled({ state }) ||
        (+publishAt === +post.publishAt && now.some(each => each.id === id && each.state === state)),
    )
  )
}

/**
 * Moves a post to the next free slot of its business, unless it is there. Its own time counts as free. Takes no version, because
 * a colleague's change of the post makes no difference to the slot.
 * @returns false if it stays
 * @throws {DomainError} like `movePost`; `invalid` also if the business has no slots, `conflict` also if all are taken
 */
export const movePostToSlot = (ctx: UserContext, postId: string, consent: OnConnected): Promise<boolean> =>
  write(ctx, async ctx => {
    const loaded = await loadMovable(ctx, postId)
    const { domainId, timeZone } = loaded.post
    const { at } = await nextFreeSlot(ctx, await getDomain(ctx, domainId), { timeZone, except: [postId] })
    const movable = loaded.deliveries.filter(isChangeable)
    const isHeld = movable.some(({ state }) => state === 'held')
    if (movable.length > 0 && !isHeld && movable.every(({ publishAt }) => +publishAt === +at)) return false
    await moveLoaded(ctx, loaded, { at, ...consent })
    return true
  })

/**
 * Swaps the times of two posts, or of one network's delivery of each, by the rules of a move.
 * @throws {DomainError} like `movePost`; `conflict` also if publishing has begun on any chosen network, `invalid` if one of the
 * times is over
 */
export const swapPosts = (ctx: UserContext, one: Swapped, other: Swapped): Promise<void> =>
  write(ctx, async ctx => {
    const first = await loadSwapped(ctx, one)
    const second = await loadSwapped(ctx, other)
    await moveLoaded(ctx, first.loaded, { deliveryId: first.deliveryId, at: second.at })
    await moveLoaded(ctx, second.loaded, { deliveryId: second.deliveryId, at: first.at })
  })

type Swapped = PostOrDelivery & { version?: number | undefined }

async function loadSwapped(ctx: Inside<UserContext>, { postId, deliveryId, version }: Swapped) {
  const loaded = await loadMovable(ctx, postId)
  requireVersion(loaded, version)
  const chosen = chosenDeliveries(loaded, deliveryId)
  const begun = chosen.filter(delivery => !isChangeable(delivery) && !isCanceled(delivery))
  if (begun.length > 0) throw toDomainError(tooLateError(begun))
  const { publishAt } = (deliveryId && chosen[0]) || loaded.post
  return { loaded, deliveryId, at: toPublishTime(+publishAt / 1000, ctx.now()) }
}

async function loadMovable(ctx: Inside<UserContext>, postId: string): Promise<LoadedPost> {
  await requireNoDeletion(ctx)
  const loaded = await loadPost(ctx, postId)
  requireMayChange(loaded)
  return loaded
}

type Move = Partial<OnConnected> & { at: Date; deliveryId?: string | undefined }

async function moveLoaded(ctx: Inside<UserContext>, loaded: LoadedPost, move: Move): Promise<void> {
  const all = chosenDeliveries(loaded, move.deliveryId)
  const chosen = all.filter(isChangeable)
  if (chosen.length === 0) throw toDomainError(tooLateError(all))
  await schedule(ctx, loaded, { act: 'post.moved', chosen, ...move })
}
