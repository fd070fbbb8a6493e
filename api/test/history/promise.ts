import { MAX_FAILURES } from '#api/deliveries/backoff.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import type { Known } from './live-through.ts'
import type { Told } from './told.ts'

type Seen = { post: Known; delivery: Delivery | undefined; altText: string | undefined }
type Shown = { message: string; ownComments: string[]; media: { altText?: string }[] }
type World = {
  published: Shown[]
  told: Map<Known, Told>
  failures: Map<Known, number>
  end: 'as it is' | 'mended'
}

/**
 * The promise, of settled posts: each is out at most once; what is said of it is what the provider shows, and is told
 * once; and once its author has done what could be done, it is out unless it was canceled. The same of its first comment.
 */
export function findViolations(seen: Seen[], { published, told, failures, end }: World): string[] {
  return seen.flatMap(({ post, delivery, altText }) => {
    const shown = published.filter(({ message }) => message.startsWith(post.mark))
    const problems = delivery
      ? [
          ofPost(post, delivery, shown, end),
          ofPicture(altText, shown),
          ofTries(failures.get(post) ?? 0),
          ...ofComment(post, delivery, shown),
          ...ofTelling(delivery, told.get(post)!),
        ]
      : ['is gone']
    return problems.flatMap(what => (what ? `${end}: post ${post.mark.slice(0, 8)} ${what}` : []))
  })
}

const isUncertain = (reason: string) => /whether/.test(reason)

function ofPost(post: Known, { state, reason, message }: Delivery, shown: Shown[], end: World['end']) {
  const doubtful = post.abandoned || isUncertain(reason)
  if (shown.length > 1) return `is out ${shown.length} times`
  if (state === 'published' && !shown[0]) return 'is said to be out and is not'
  if (state === 'published' && shown[0]?.message !== message)
    return `is out as “${shown[0]?.message}” and is said to be “${message}”`
  if (state !== 'published' && shown[0] && !doubtful) return `is out and is said to be ${state}: ${reason}`
  if (['held', 'failed'].includes(state) && reason === '') return `is ${state} without a reason`
  if (end === 'mended' && state !== 'published' && state !== 'canceled' && !shown[0])
    return `could be out and is ${state}: ${reason}`
  return undefined
}

/** Reads the alt text that the network shows for a picture. */
function ofPicture(altText: string | undefined, shown: Shown[]) {
  const described = shown[0]?.media[0]?.altText
  return described !== undefined && described !== altText
    ? `shows a picture described as “${described}”, and is said to describe it as “${altText}”`
    : undefined
}

/** The tenth failure is final and isn't counted any more. */
const ofTries = (failures: number) =>
  failures < MAX_FAILURES ? undefined : `has failed ${failures} times and goes on`

function ofComment({ undisturbed }: Known, { state, firstComment }: Delivery, shown: Shown[]): string[] {
  const comments = shown.flatMap(({ ownComments }) => ownComments)
  const there = comments.filter(text => text === firstComment?.message)
  const { state: said, reason = '' } = firstComment ?? {}
  return [
    comments.length > 1 && `is commented ${comments.length} times`,
    comments.length > 0 && there.length === 0 && `has “${comments[0]}” under it, which it should not`,
    said === 'added' && there.length === 0 && 'is said to have its comment, and has not',
    said === 'failed' && there.length > 0 && !isUncertain(reason) && `has the comment that failed: ${reason}`,
    said === 'failed' && reason === '' && 'has a comment that failed without a reason',
    state === 'published' && said && !['added', 'failed'].includes(said) && `waits for its comment, ${said}`,
    said === 'failed' && undisturbed && `could have its comment, and has not: ${reason}`,
  ].flatMap(what => what || [])
}

function ofTelling({ state, firstComment }: Delivery, told: Told): string[] {
  const times = {
    published: state === 'published' ? 1 : 0,
    failed: state === 'failed' ? Math.max(1, told.failed.notices) : told.failed.notices,
    comment: firstComment?.state === 'failed' ? 1 : 0,
  }
  return Object.entries(told).flatMap(([what, { notices, mails }]) => {
    const wanted = times[what as keyof Told]
    return notices === wanted && mails === wanted
      ? []
      : `is told ${notices} times and mailed ${mails} times of “${what}”, not ${wanted}`
  })
}
