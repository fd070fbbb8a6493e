import { MAX_FAILURES } from '#api/deliveries/backoff.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import type { NotificationCounts } from './count-notifications.ts'
import type { KnownPost } from './known-post.ts'

type SettledPost = { post: KnownPost; delivery: Delivery | undefined; altText: string | undefined }
type PublishedPost = {
  account: string
  message: string
  ownComments: string[]
  media: { altText?: string }[]
}
type World = {
  published: PublishedPost[]
  notified: Map<KnownPost, NotificationCounts>
  failures: Map<KnownPost, number>
  end: 'as it is' | 'mended'
}

/**
 * Checks the publishing guarantees for settled posts and their first comments: each is public at most once; its state matches
 * the provider and was notified once; and after the author's repairs it is public unless canceled.
 */
export function findViolations(
  posts: SettledPost[],
  { published, notified, failures, end }: World,
): string[] {
  return posts.flatMap(({ post, delivery, altText }) => {
    const shown = published.filter(({ message }) => message.startsWith(post.mark))
    const problems = delivery
      ? [
          postViolation(post, delivery, shown, end),
          delivery.state === 'published' && pictureViolation(altText, shown),
          failureViolation(failures.get(post) ?? 0),
          ...commentViolations(post, delivery, shown),
          ...notificationViolations(delivery, notified.get(post)!),
        ]
      : ['is gone']
    return problems.flatMap(what => (what ? `${end}: post ${post.mark.slice(0, 8)} ${what}` : []))
  })
}

const isUncertain = (reason: string) => /whether/.test(reason)

function postViolation(
  post: KnownPost,
  { state, reason, message }: Delivery,
  shown: PublishedPost[],
  end: World['end'],
) {
  const mayBePublic = post.abandoned || isUncertain(reason)
  if (shown.length > copiesAllowed(post, shown)) return `is public ${shown.length} times`
  if (state === 'published' && !shown[0]) return 'is published but not public'
  if (state === 'published' && shown[0]?.message !== message)
    return `is public as “${shown[0]?.message}” instead of “${message}”`
  if (state !== 'published' && shown[0] && !mayBePublic) return `is public but ${state}: ${reason}`
  if (['held', 'failed'].includes(state) && reason === '') return `is ${state} without a reason`
  if (end === 'mended' && state !== 'published' && state !== 'canceled' && !shown[0])
    return `could be public but is ${state}: ${reason}`
  return undefined
}

/** Allows a second post on a former Google account (docs/publishing.md, A call that is executed late). */
const copiesAllowed = ({ isAccountReplaced }: KnownPost, shown: PublishedPost[]) =>
  isAccountReplaced && new Set(shown.map(({ account }) => account)).size === 1 ? 2 : 1

/** Compares the alt text of a picture with the one on the network. */
function pictureViolation(altText: string | undefined, shown: PublishedPost[]) {
  const described = shown[0]?.media[0]?.altText
  return described !== undefined && described !== altText
    ? `has the alt text “${described}” instead of “${altText}”`
    : undefined
}

/** The tenth failure is final and not counted. */
const failureViolation = (failures: number) =>
  failures < MAX_FAILURES ? undefined : `has failed ${failures} times and is still retried`

function commentViolations(
  { undisturbed }: KnownPost,
  { state, firstComment }: Delivery,
  shown: PublishedPost[],
): string[] {
  const comments = shown.flatMap(({ ownComments }) => ownComments)
  const there = comments.filter(text => text === firstComment?.message)
  const { state: commentState, reason = '' } = firstComment ?? {}
  return [
    comments.length > 1 && `has ${comments.length} comments`,
    comments.length > 0 && there.length === 0 && `has the wrong comment “${comments[0]}”`,
    commentState === 'added' && there.length === 0 && 'lacks the comment that was added',
    commentState === 'failed' &&
      there.length > 0 &&
      !isUncertain(reason) &&
      `has the comment that failed: ${reason}`,
    commentState === 'failed' && reason === '' && 'has a comment that failed without a reason',
    state === 'published' &&
      commentState &&
      !['added', 'failed'].includes(commentState) &&
      `still waits for its comment, ${commentState}`,
    commentState === 'failed' && undisturbed && `could have its comment, but lacks it: ${reason}`,
  ].flatMap(what => what || [])
}

function notificationViolations({ state, firstComment }: Delivery, notified: NotificationCounts): string[] {
  const times = {
    published: state === 'published' ? 1 : 0,
    failed: state === 'failed' ? Math.max(1, notified.failed.notices) : notified.failed.notices,
    comment: firstComment?.state === 'failed' ? 1 : 0,
  }
  return Object.entries(notified).flatMap(([what, { notices, mails }]) => {
    const wanted = times[what as keyof NotificationCounts]
    return notices === wanted && mails === wanted
      ? []
      : `has ${notices} notifications and ${mails} mails of “${what}” instead of ${wanted}`
  })
}
