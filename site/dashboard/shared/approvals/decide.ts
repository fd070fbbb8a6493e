import { atom, computed, onMount } from 'nanostores'

import { plural } from '#shared/plural.ts'
import { isCleared } from '#shared/posts/approvals.ts'
import { awaitsApproval, isNotStarted, isUndelivered } from '#shared/posts/changes.ts'
import { needsRequest, needsTime } from '#shared/posts/needs.ts'
import { listedText, type Post } from '#shared/posts/posts.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $may, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { change } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { saveTexts } from '#site/dashboard/shared/post-dialogs/save-texts.ts'
import { askForAlike } from '#site/dashboard/shared/post-dialogs/series.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { loadComments } from './comments.ts'
import type { takeBack as TakeBack } from './take-back.ts'

/** Id of the post that the user decided on last. */
export const $decided = atom<string | undefined>()

/**
 * Approves the post as it was shown; if it has changed since, reloads it. Of a series, asks whether the others with the same
 * content, or all texts that take turns, are approved too. Shows failures in a toast, and throws them. The approval's panel
 * shows the success itself: a toast would cover the buttons of the next post.
 */
export async function approve(post: Post, contentHash: string, { toastsSuccess = false } = {}) {
  const edited = await saveTexts(post._id)
  if (edited) {
    post = edited
    contentHash = edited.approval?.contentHash ?? ''
  }
  const together = post.series ? await askForAlike(post) : { alike: [], texts: [] }
  if (!together) return
  const { alike, texts } = together
  const others = alike.length + texts.flatMap(({ ids }) => ids).length
  const given = [
    ...[post._id, ...alike].map(_id => ({ _id, contentHash })),
    ...texts.flatMap(({ post: { approval }, ids }) =>
      ids.map(_id => ({ _id, contentHash: approval?.contentHash ?? '' })),
    ),
  ]
  let approved = 0
  const failure = (message: string) =>
    approved > 0 ? `${approved} of ${plural(1 + others, 'post')} approved. ${message}` : message
  for (const { post: other, ids } of texts) {
    const options = { alike: ids.slice(1), toastsSuccess: false, failure }
    await approveAs(other, other.approval?.contentHash ?? '', options)
    approved += ids.length
  }
  await approveAs(post, contentHash, {
    alike,
    toastsSuccess,
    failure,
    undo: () => () => takeBack(given),
    message: ({ deliveries }) =>
      texts.length > 0
        ? `${plural(1 + others, 'post')} approved.`
        : alike.length > 0
          ? undefined
          : `Approved: “${excerptOf(listedText(deliveries))}”`,
  })
  $decided.set(post._id)
}

/** Takes approvals back, so that the posts wait again. Loads lazily, because few people change their mind. */
export const takeBack = async (approved: Parameters<typeof TakeBack>[0]) =>
  (await loadPart(() => import('./take-back.ts')))?.takeBack(approved)

type ApproveOptions = Parameters<typeof change>[2] & { alike: string[] }

const approveAs = ({ _id }: Post, contentHash: string, { alike, ...options }: ApproveOptions) =>
  change(
    { _id },
    () => api.posts[':id'].approve.$post({ param: { id: _id }, json: { contentHash, alike } }),
    options,
  )

/** Longest time between the response and the second tap of a double tap, when the next post's button is under the finger. */
const DOUBLE_TAP_MS = 700
let busyUntil = 0

/** Approves the post of a row as it is listed, and shows the result in a toast. Ignores the second tap of a double tap. */
export async function approveListed(post: Post) {
  if (performance.now() < busyUntil) return
  busyUntil = Infinity
  await approve(post, post.approval?.contentHash ?? '', { toastsSuccess: true }).catch(() => undefined)
  busyUntil = performance.now() + DOUBLE_TAP_MS
}

/** Sends a post back for changes. @param alike ids of other posts of the series to send back */
export async function requestChanges(post: Post, comment: string, alike: string[] = []) {
  await saveTexts(post._id)
  const json = { comment: comment.trim(), alike }
  await change(post, () => api.posts[':id']['request-changes'].$post({ param: { id: post._id }, json }), {
    toastsSuccess: false,
  })
  $decided.set(post._id)
  void loadComments(post._id)
}

export async function sendForApproval(post: Post) {
  await saveTexts(post._id)
  await change(post, () => api.posts[':id'].submit.$post({ param: { id: post._id } }))
}

/**
 * An action on a post's approval. `choose a time` is for an approved post whose time has passed; `next` opens the next post
 * once this one is decided; `edit` makes the requested changes, and saving them sends the post for approval again.
 */
export type Decision =
  | 'choose a time'
  | 'next'
  | 'edit'
  | 'send'
  | 'approve'
  | 'take back'
  | 'request changes'

type PostToApprove = Pick<Post, 'domainId' | 'approval'> & {
  deliveries: readonly Pick<Post['deliveries'][number], 'state' | 'reasonCode'>[]
}

/** Returns true if nobody was asked for the approval that the post lacks, and the user may ask. */
export const $mayRequestApproval = computed(
  $may,
  may =>
    ({ domainId, approval, deliveries }: PostToApprove) => {
      if (!approval || isCleared(approval.state) || !may(domainId, 'write')) return false
      return approval.state !== 'in_review' || needsRequest(deliveries)
    },
)

export const $decisionsOn = computed(
  [$may, $mayChange, $mayRequestApproval, $decided],
  (may, mayChange, mayRequestApproval, decidedId) =>
    (post: Post): Decision[] => {
      const { approval } = post
      if (!approval) return []
      const { state } = approval
      const next: Decision[] = decidedId === post._id && state !== 'in_review' ? ['next'] : []
      const wasSentBack = next.length > 0 && state === 'changes_requested'
      if (!isUndelivered(post.deliveries) || wasSentBack) return next
      const mayApprove = may(post.domainId, 'approve') && !approval.byOthers
      const isToTime = isCleared(state) && needsTime(post.deliveries) && mayChange(post)
      return [
        ...(isToTime ? (['choose a time'] as const) : []),
        ...next,
        ...(state === 'changes_requested' && mayChange(post) ? (['edit'] as const) : []),
        ...(mayRequestApproval(post) ? (['send'] as const) : []),
        ...(mayApprove && state !== 'approved' ? (['approve'] as const) : []),
        ...(mayApprove && state === 'approved' && mayGoOut(post) ? (['take back'] as const) : []),
        ...(mayApprove && (state === 'in_review' || isCleared(state)) ? (['request changes'] as const) : []),
      ]
    },
)

/** True for a post that goes out at its time, and of which no network has begun. */
const mayGoOut = (post: Post) =>
  isNotStarted(post.deliveries) && post.deliveries.some(({ state }) => state === 'scheduled')

const QUERY = { tab: 'review', limit: '100' } as const

/** Returns true if the post waits for an approval that the user may give. */
export const waitsForUser = ({ domainId, approval, deliveries }: Post) =>
  approval?.state === 'in_review' &&
  !approval.byOthers &&
  $may.get()(domainId, 'approve') &&
  deliveries.some(awaitsApproval)

/** Posts of all businesses that wait for the user's decision, soonest first. */
export const $waiting = remote(async () => {
  const { data: posts, nextCursor } = await bodyOf(api.posts.$get({ query: QUERY }))
  return { posts, hasMore: nextCursor !== null }
})

/** Lets the details dialog show the next post at once. */
onMount($waiting, () =>
  registerPostScreen({
    find(id) {
      const waiting = $waiting.get()
      return waiting.state === 'ready' ? waiting.data.posts.find(({ _id }) => _id === id) : undefined
    },
  }),
)

/** Approves a post. Asks first if that takes the decision from the reviewer whose link holds it. */
export function approveInPlace(post: Post, approve: () => Promise<unknown>): unknown {
  if (!post.approval?.byLink) return approve()
  return ask({
    title: 'Approve in the reviewer’s place?',
    label: 'Approve',
    children:
      'This post is shared by link, and held until somebody approves it. The reviewer hasn’t decided yet. If you approve it, it goes out without their decision.',
    onAction: async () => void (await approve()),
  })
}
