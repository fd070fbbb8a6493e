import { atom, computed, onMount } from 'nanostores'

import { plural } from '#shared/plural.ts'
import { needsNoApproval } from '#shared/posts/approvals.ts'
import { awaitsApproval, isNotStarted, isUndelivered } from '#shared/posts/changes.ts'
import { needsRequest, needsTime } from '#shared/posts/needs.ts'
import { listedText, type Post } from '#shared/posts/posts.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $may, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { change } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { saveTexts } from '#site/dashboard/shared/post-dialogs/save-texts.ts'
import { askForAlike } from '#site/dashboard/shared/post-dialogs/series.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { loadComments } from './comments.ts'

/** Id of the post that the user decided on last. */
export const $decided = atom<string | undefined>()

/**
 * Approves the post as it was shown, and reloads it if it has changed since. Asks which posts of a series are approved with it.
 * Shows failures in a toast, and throws them. By default no toast shows success, because it would cover the next post's buttons.
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

/** Takes approvals back, so that the posts wait again. Shows the result in a toast. */
export const takeBack = (approved: readonly { _id: string; contentHash: string }[]) =>
  withErrorToast('That didn’t work. Try again.', async () => {
    const postIds = approved.map(({ _id }) => _id)
    const contentHashes = approved.map(({ contentHash }) => contentHash)
    const json = { action: 'take-back' as const, postIds, contentHashes }
    const results = await dataOf(api.posts.bulk.$post({ json }))
    await Promise.all(postIds.map(refreshPost))
    const failed = results.find(({ success }) => !success)
    const count = results.filter(({ success }) => success).length
    if (failed && results.length > 1)
      toast('error', `${count} of ${plural(results.length, 'approval')} taken back. ${failed.message}`)
    else if (failed) toast('error', failed.message ?? '')
    else if (count > 1) toast('success', `${count} approvals taken back. The posts wait for approval again.`)
    else toast('success', 'Approval taken back. The post waits for approval again.')
  })

type ApproveOptions = Parameters<typeof change>[2] & { alike: string[] }

const approveAs = ({ _id }: Post, contentHash: string, { alike, ...options }: ApproveOptions) =>
  change(
    { _id },
    () => api.posts[':id'].approve.$post({ param: { id: _id }, json: { contentHash, alike } }),
    options,
  )

/** A second tap within this time of the response would press the next post's button, which has taken the place of this one. */
const DOUBLE_TAP_MS = 700
let busyUntil = 0

/** Approves the post of a row, and shows the result in a toast. Ignores the second tap of a double tap. */
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

/** An action on an approval. `choose a time` is for an approved post whose time has passed, `next` for one just decided. */
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

/** Returns true if nobody was asked for the post's approval, and the user may ask. */
export const $mayRequestApproval = computed(
  $may,
  may =>
    ({ domainId, approval, deliveries }: PostToApprove) => {
      if (!approval || needsNoApproval(approval.state) || !may(domainId, 'write')) return false
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
      const isDecided = decidedId === post._id && state !== 'in_review'
      const wasSentBack = isDecided && state === 'changes_requested'
      if (!isUndelivered(post.deliveries) || wasSentBack) return isDecided ? ['next'] : []
      const mayApprove = may(post.domainId, 'approve') && !approval.byOthers
      const decisions: Record<Decision, boolean> = {
        'choose a time': needsNoApproval(state) && needsTime(post.deliveries) && mayChange(post),
        next: isDecided,
        edit: state === 'changes_requested' && mayChange(post),
        send: mayRequestApproval(post),
        approve: mayApprove && state !== 'approved',
        'take back': mayApprove && state === 'approved' && mayGoOut(post),
        'request changes': mayApprove && (state === 'in_review' || needsNoApproval(state)),
      }
      return (Object.keys(decisions) as Decision[]).filter(decision => decisions[decision])
    },
)

/** True for a scheduled post that no network has begun to publish. */
const mayGoOut = (post: Post) =>
  isNotStarted(post.deliveries) && post.deliveries.some(({ state }) => state === 'scheduled')

/** Returns true if the post waits for an approval that the user may give. */
export const waitsForUser = ({ domainId, approval, deliveries }: Post) =>
  approval?.state === 'in_review' &&
  !approval.byOthers &&
  $may.get()(domainId, 'approve') &&
  deliveries.some(awaitsApproval)

/** Posts of all businesses that wait for the user's decision, soonest first. */
export const $waiting = remote(async () => {
  const { data: posts, nextCursor } = await bodyOf(api.posts.$get({ query: { tab: 'review', limit: '100' } }))
  return { posts, hasMore: nextCursor !== null }
})

// Lets the details dialog show the next post at once.
onMount($waiting, () =>
  registerPostScreen({ find: id => $waiting.get().data?.posts.find(({ _id }) => _id === id) }),
)

/** Approves a post, after a question if that takes the decision from the reviewer whose link holds it. */
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
