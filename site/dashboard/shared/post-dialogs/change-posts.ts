import { isCanceled, isChangeable } from '#shared/posts/changes.ts'
import { needsAuthor } from '#shared/posts/needs.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { $router, openPage } from '#site/dashboard/shared/router.ts'
import { takeRetry } from '#site/dashboard/shared/worker-content.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast, withErrorToast, toastWithUndo } from '#site/lib/toasts.ts'
import { namesOf, scheduledOf, type Target } from './dialogs.ts'
import { refreshPost, showPost } from './live-posts.ts'

type ChangedPost = { message: string; data: Post }

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** True if the delivery was written for another account than the connected one, which its row says. */
const isForAnother = ({ deliveries }: Post, deliveryId: string | undefined) =>
  deliveries.some(({ _id, writtenFor }) => _id === deliveryId && writtenFor !== undefined)

/**
 * Turns the post into a draft. A single delivery, or a post that is or may be public on a network, is cancelled without a draft.
 * Offers Undo. Shows failures in a toast, and throws them.
 */
export async function cancelPost({ post, deliveryId }: Target) {
  const isDraft = !deliveryId && !isPartlyOut(post)
  const call = isDraft ? api.posts[':id'].cancel : api.posts[':id'].discard
  const at = { param: { id: post._id }, json: { deliveryId } }
  await change(post, () => call.$post(at), { toastsSuccess: false })
  toast('success', isDraft ? 'Cancelled. The post is in your drafts.' : 'Cancelled. It won’t go out there.', {
    action: { label: 'Undo', run: () => void restorePost({ post, deliveryId }).catch(() => undefined) },
  })
}

/** Cancels one delivery, or all that aren't public yet, without a draft, and offers Undo. */
export async function discardPost({ post, deliveryId }: Target) {
  const at = { param: { id: post._id }, json: { deliveryId } }
  await change(post, () => api.posts[':id'].discard.$post(at), { toastsSuccess: false })
  toast('success', 'Discarded.', {
    action: { label: 'Undo', run: () => void restorePost({ post, deliveryId }).catch(() => undefined) },
  })
}

const restorePost = ({ post, deliveryId }: Target) =>
  change(post, () => api.posts[':id'].restore.$post({ param: { id: post._id }, json: { deliveryId } }))

const isPartlyOut = ({ deliveries }: Post) =>
  deliveries.some(delivery => !isChangeable(delivery) && !isCanceled(delivery))

type Reschedule = {
  /** Time to which the toast’s Undo returns the post, unless it now waits for approval. Without it, there is no Undo. */
  before?: Date | undefined
  /** Version that the post must still have. */
  version?: number
}

export const reschedulePost = (
  { post, deliveryId }: Target,
  at: Date,
  { before, version }: Reschedule = {},
): Promise<void> =>
  change(
    post,
    () =>
      api.posts[':id'].move.$post({
        param: { id: post._id },
        json: {
          deliveryId,
          scheduledTime: toSeconds(at),
          onConnectedAccount: isForAnother(post, deliveryId),
          ...(version !== undefined && { version }),
        },
      }),
    {
      message: moved => movedMessage($zoneOf.get()(moved.domainId), moved, at),
      ...(before && {
        undo: moved =>
          moved.approval?.state === post.approval?.state
            ? () => reschedulePost({ post: moved, deliveryId }, before, { version: moved.version })
            : undefined,
      }),
    },
  )

/** 'Moved to Mon 30 Nov, 9:30 pm. It stays approved.' */
export function movedMessage(zone: string, { approval, deliveries }: Post, at: Date) {
  const moved = `Moved to ${formatDueIn(zone, at)}.`
  if (deliveries.some(isInReview)) return `${moved} It goes out once approved.`
  return approval?.state === 'approved' ? `${moved} It stays approved.` : moved
}

const isInReview = ({ state }: Delivery) => state === 'in_review'

/** Publishes one delivery now, or all scheduled ones of the post. */
export async function publishNow({ post, deliveryId }: Target) {
  const going = scheduledOf({ post, deliveryId })
  const ids = going.map(({ _id }) => _id)
  const message = ({ deliveries }: Post) =>
    deliveries.some(isInReview) ? undefined : `On its way to ${namesOf(going)}.`
  for (const id of ids) {
    await change(
      post,
      () =>
        api.posts[':id'].retry.$post({
          param: { id: post._id },
          json: { deliveryId: id, onConnectedAccount: isForAnother(post, deliveryId) },
        }),
      { message, toastsSuccess: id === ids.at(-1) },
    )
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

/** Retries the post if the user pressed the button of its push message, and removes the request from the URL. */
export async function retryFromPush(): Promise<void> {
  const postId = await takeRetry()
  const { pathname, search } = location
  const query = new URLSearchParams(search)
  query.delete('handed')
  if ($router.get()) $router.open(`${pathname}?${query}`, true)
  else openPage('/dashboard')
  if (postId) await retryPost(postId)
}

type ChangeOptions = {
  toastsSuccess?: boolean
  /** Returns the toast's message; the api’s if undefined. */
  message?: (changed: Post) => string | undefined
  /** Returns the function that undoes the change of the returned post; undefined if that isn't possible. */
  undo?: (changed: Post) => (() => Promise<void>) | undefined
}

/**
 * Calls the api and shows the returned post, with a toast unless `toastsSuccess` is false. Shows a failure in a toast, reloads the
 * post after a conflict, and throws.
 */
export async function change(
  post: Post,
  call: () => Promise<{ json: () => Promise<ChangedPost> }>,
  { toastsSuccess = true, message: messageFor, undo }: ChangeOptions = {},
) {
  try {
    const { data, message } = await bodyOf(call())
    showPost(data)
    const undone = undo?.(data)
    const shown = messageFor?.(data) ?? message
    if (undone) toastWithUndo(shown, () => undone().catch(() => undefined))
    else if (toastsSuccess) toast('success', shown)
  } catch (error) {
    toast('error', messageOf(error, FAILED))
    if (error instanceof ApiError && error.code === 'conflict') void refreshPost(post._id)
    throw error
  }
}
