import { plural } from '#shared/plural.ts'
import { isCanceled, isChangeable } from '#shared/posts/changes.ts'
import { needsAuthor } from '#shared/posts/needs.ts'
import { AFTER_COOL_DOWN, type Delivery, type DeliveryState, type Post } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { $router, openPage } from '#site/dashboard/shared/router.ts'
import { takeRetry } from '#site/dashboard/shared/worker-content.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { unixSeconds } from '#site/lib/wall-clock.ts'
import { namesOf, affectedDeliveries, deliveriesToPublish, type Target } from './dialogs.ts'
import { refreshPost, showPost } from './live-posts.ts'
import { askForSeriesPart } from './series.ts'
import { composerPath } from './url.ts'

/** True if the delivery was written for another account than the connected one. */
const isForAnother = ({ deliveries }: Post, deliveryId: string | undefined) =>
  deliveries.some(({ _id, writtenFor }) => _id === deliveryId && writtenFor !== undefined)

/** Turns a post into a draft, or cancels a delivery or post that may be public. Offers Undo. Toasts failures, and throws them. */
export async function cancelPost({ post, deliveryId }: Target) {
  const isDraft = !deliveryId && !isPartlyOut(post)
  const series = post.series && isDraft ? await askForSeriesPart('Cancel which posts?', post) : 'this'
  if (!series) return
  const call = isDraft ? api.posts[':id'].cancel : api.posts[':id'].discard
  const at = { param: { id: post._id }, json: { deliveryId, series } }
  await change(post, () => call.$post(at), { toastsSuccess: false })
  const message = !isDraft
    ? 'Cancelled. It won’t go out there.'
    : series === 'following'
      ? 'Cancelled, and all later ones. This post is in your drafts.'
      : 'Cancelled. The post is in your drafts.'
  toastWithUndo(message, () => restorePost({ post, deliveryId }, series).catch(() => undefined))
}

/** Cancels one delivery, or all that aren't public, without making a draft. Offers Undo. */
export async function discardPost({ post, deliveryId }: Target) {
  const at = { param: { id: post._id }, json: { deliveryId } }
  await change(post, () => api.posts[':id'].discard.$post(at), { toastsSuccess: false })
  toastWithUndo('Discarded.', () => restorePost({ post, deliveryId }).catch(() => undefined))
}

const restorePost = ({ post, deliveryId }: Target, series?: SeriesPart['series']) =>
  change(post, () =>
    api.posts[':id'].restore.$post({ param: { id: post._id }, json: { deliveryId, series } }),
  )

const isPartlyOut = ({ deliveries }: Post) =>
  deliveries.some(delivery => !isChangeable(delivery) && !isCanceled(delivery))

/** Deliveries of one post, as they were before they move. */
export type Moved = {
  postId: string
  deliveries: readonly Pick<Delivery, '_id' | 'state' | 'publishAt' | 'writtenFor'>[]
  /** True if the whole post is moved, with all deliveries that can still be moved. */
  isWhole: boolean
  /** Id of the business, if the post repeats. */
  repeatsIn?: string | undefined
}

export const movedOf = (target: Target): Moved => ({
  postId: target.post._id,
  deliveries: affectedDeliveries(target),
  isWhole: !target.deliveryId,
  repeatsIn: target.post.series && target.post.domainId,
})

type MoveOptions = {
  /** Version that the post must still have. */
  version?: number
  /** Shows a time on the screen: the new one at once and when it is saved, or the previous one if it is rejected. */
  show?: (at: Date, isSaved: boolean) => void
}

/**
 * Moves deliveries, with Undo if that would restore all of them. Asks whether later posts of a series are moved too. Shows
 * failures in a toast, and throws them. @returns false if the user closed the question
 */
export async function reschedulePost(moved: Moved, at: Date, options: MoveOptions = {}): Promise<boolean> {
  const { postId, deliveries, isWhole, repeatsIn } = moved
  const { show } = options
  const showBefore = () => show?.(timeOf(moved), false)
  show?.(at, false)
  let saved: Post | undefined
  try {
    const isAsked = repeatsIn && isWhole && options.version === undefined
    const series = isAsked
      ? await askForSeriesPart('Move which posts?', { _id: postId, domainId: repeatsIn })
      : 'this'
    if (!series) {
      showBefore()
      return false
    }
    if (series === 'following') {
      await moveFollowing(postId, at)
      show?.(at, true)
      return true
    }
    const chosen = isWhole ? [undefined] : deliveries
    for (const [index, delivery] of chosen.entries()) {
      const version = saved?.version ?? options.version
      const json = {
        scheduledTime: unixSeconds(at),
        ...(delivery && { deliveryId: delivery._id, onConnectedAccount: delivery.writtenFor !== undefined }),
        ...(version !== undefined && { version }),
      }
      saved = await change(
        { _id: postId },
        () => api.posts[':id'].move.$post({ param: { id: postId }, json }),
        {
          toastsSuccess: index === chosen.length - 1,
          message: post => movedMessage($zoneOf.get()(post.domainId), post, at),
          undo: post => {
            const back = undoOfMove(moved, post)
            return back && (() => reschedulePost(back.moved, back.at, { ...options, version: post.version }))
          },
        },
      )
    }
    show?.(at, true)
    return true
  } catch (error) {
    // Of several deliveries, some may have moved.
    if (saved) showPost(saved)
    else showBefore()
    throw error
  }
}

/** Moves a post and all later ones of its series, with Undo if that would restore all of them. */
async function moveFollowing(id: string, at: Date) {
  try {
    const json = { scheduledTime: unixSeconds(at), series: 'following' as const }
    const { data, later, undo } = await bodyOf(api.posts[':id'].move.$post({ param: { id }, json }))
    for (const post of [data, ...later]) showPost(post)
    const message = movedMessage($zoneOf.get()(data.domainId), data, at, 1 + later.length)
    if (undo) toastWithUndo(message, () => moveBack(undo))
    else toast('success', message)
  } catch (error) {
    toast('error', messageOf(error, FAILED))
    void refreshPost(id)
    throw error
  }
}

/** Undoes a move of several posts. Posts that have changed since stay. */
const moveBack = (undo: { postIds: string[]; times: number[]; versions: number[] }) =>
  withErrorToast(FAILED, async () => {
    const json = { action: 'move' as const, onConnectedAccount: false, ...undo }
    const results = await dataOf(api.posts.bulk.$post({ json }))
    await Promise.all(undo.postIds.map(refreshPost))
    const failed = results.find(({ success }) => !success)
    const count = results.filter(({ success }) => success).length
    if (failed) toast('error', `${plural(count, 'post')} of ${results.length} moved back. ${failed.message}`)
    else toast('success', `${plural(count, 'post')} moved back.`)
  })

/** Swaps the times of two posts in one change, with Undo as for a move. Shows failures in a toast, and throws them. */
export async function swapPosts(
  [one, other]: [Moved, Moved],
  show: (one: Date, other: Date) => void,
  versions?: [number, number],
): Promise<void> {
  const [at, otherAt] = [timeOf(one), timeOf(other)]
  const [side, otherSide] = [one, other].map(({ isWhole, deliveries }, index) => ({
    ...(!isWhole && { deliveryId: deliveries[0]!._id }),
    ...(versions && { version: versions[index]! }),
  }))
  const json = { ...side, other: { postId: other.postId, ...otherSide } }
  show(otherAt, at)
  try {
    const call = api.posts[':id'].swap.$post({ param: { id: one.postId }, json })
    const { data, other: otherPost } = await bodyOf(call)
    showPost(data)
    showPost(otherPost)
    const [back, otherBack] = [undoOfMove(one, data), undoOfMove(other, otherPost)]
    const zone = $zoneOf.get()(data.domainId)
    const message = `Swapped ${formatDueIn(zone, at)} and ${formatDueIn(zone, otherAt)}.`
    if (!back || !otherBack) return void toast('success', message)
    const undo = () =>
      swapPosts([back.moved, otherBack.moved], show, [data.version, otherPost.version]).catch(() => undefined)
    toastWithUndo(message, undo)
  } catch (error) {
    show(at, otherAt)
    toast('error', messageOf(error, FAILED))
    for (const { postId } of [one, other]) void refreshPost(postId)
    throw error
  }
}

const timeOf = ({ deliveries }: Moved) => new Date(deliveries[0]!.publishAt)

const UNDOABLE: readonly DeliveryState[] = ['scheduled', 'in_review', 'held']

/** Returns the deliveries and their common former time, for Undo; undefined if another move wouldn't restore all of them. */
function undoOfMove({ deliveries, ...moved }: Moved, post: Post): { moved: Moved; at: Date } | undefined {
  const [before, ...others] = new Set(deliveries.map(({ publishAt }) => +new Date(publishAt)))
  const keepsStates = deliveries.every(
    ({ _id, state }) =>
      UNDOABLE.includes(state) &&
      post.deliveries.some(delivery => delivery._id === _id && delivery.state === state),
  )
  if (!before || others.length > 0 || before <= Date.now() || !keepsStates) return undefined
  const now = post.deliveries.filter(({ _id }) => deliveries.some(delivery => delivery._id === _id))
  return { moved: { ...moved, deliveries: now }, at: new Date(before) }
}

/** Returns 'Moved to Mon 30 Nov, 9:30 pm. It stays approved.' or '4 posts moved, the first to …'. */
function movedMessage(zone: string, { approval, deliveries }: Post, at: Date, count = 1) {
  const it = count > 1 ? 'They' : 'It'
  const moved = `${count > 1 ? `${plural(count, 'post')} moved, the first` : 'Moved'} to ${formatDueIn(zone, at)}.`
  const held = deliveries.filter(({ state }) => state === 'held')
  if (held.length > 0) return `${moved} ${it} still wait${count > 1 ? '' : 's'} for ${namesOf(held)}.`
  if (deliveries.some(isInReview)) return `${moved} ${it} go${count > 1 ? '' : 'es'} out once approved.`
  return approval?.state === 'approved' ? `${moved} ${it} stay${count > 1 ? '' : 's'} approved.` : moved
}

const isInReview = ({ state }: Delivery) => state === 'in_review'

/** Publishes one delivery now, or all scheduled ones of the post. */
export async function publishNow({ post, deliveryId }: Target) {
  const going = deliveriesToPublish({ post, deliveryId })
  // The api's message says for how long a network has paused an account.
  const message = ({ deliveries }: Post) =>
    deliveries.some(delivery => isInReview(delivery) || delivery.reasonCode === AFTER_COOL_DOWN)
      ? undefined
      : `On its way to ${namesOf(going)}.`
  const onConnectedAccount = isForAnother(post, deliveryId)
  for (const { _id } of going) {
    const at = { param: { id: post._id }, json: { deliveryId: _id, onConnectedAccount } }
    const toastsSuccess = _id === going.at(-1)?._id
    await change(post, () => api.posts[':id'].retry.$post(at), { message, toastsSuccess })
  }
}

/** Publishes each delivery that waits for its author. Shows failures in toasts. */
export async function retryStuck(post: Post) {
  for (const { _id } of post.deliveries.filter(needsAuthor))
    await publishNow({ post, deliveryId: _id }).catch(() => undefined)
}

const FAILED = 'That didn’t work. Try again.'

/** Publishes a held or failed post now, on all networks where it isn't public yet. Shows the result in a toast. */
export const retryPost = (postId: string) =>
  withErrorToast(FAILED, async () => {
    const call = api.posts[':id'].retry.$post({ param: { id: postId }, json: {} })
    const { data, message } = await bodyOf(call)
    showPost(data)
    toast('success', message)
  })

/** Retries the post whose push message's button was pressed, and removes that from the URL. */
export async function retryFromPush(): Promise<void> {
  const postId = await takeRetry()
  const { pathname, search } = location
  const query = new URLSearchParams(search)
  query.delete('handed')
  if ($router.get()) $router.open(`${pathname}?${query}`, true)
  else openPage('/dashboard')
  if (postId) await retryPost(postId)
}

/** Returns the toast's button for a post that has to be edited first, such as one whose event is over. */
const editAction = (error: unknown, edit: string) =>
  error instanceof ApiError && error.fields.extras
    ? { action: { label: 'Edit post', run: () => openPage(composerPath({ edit })) } }
    : {}

type ChangeOptions = {
  toastsSuccess?: boolean
  /** Returns the toast's message. Defaults to the api’s message. */
  message?: (changed: Post) => string | undefined
  /** Adds to the message of a failure. */
  failure?: (message: string) => string
  /** Returns a function that undoes the change, or undefined if that isn't possible. */
  undo?: (changed: Post) => (() => Promise<unknown>) | undefined
}

/** Calls the api and shows the returned post. Shows a failure in a toast, refreshes the post after a conflict, and throws. */
export async function change(
  { _id }: Pick<Post, '_id'>,
  call: () => Promise<{ json: () => Promise<{ message: string; data: Post }> }>,
  { toastsSuccess = true, message: messageFor, failure = message => message, undo }: ChangeOptions = {},
): Promise<Post> {
  try {
    const { data, message } = await bodyOf(call())
    showPost(data)
    if (!toastsSuccess) return data
    const undone = undo?.(data)
    const shown = messageFor?.(data) ?? message
    if (undone) toastWithUndo(shown, () => undone().catch(() => undefined))
    else toast('success', shown)
    return data
  } catch (error) {
    toast('error', failure(messageOf(error, FAILED)), editAction(error, _id))
    if (error instanceof ApiError && error.code === 'conflict') void refreshPost(_id)
    throw error
  }
}
