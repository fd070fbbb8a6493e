import type { Delivery } from '#shared/posts.ts'
import type { Known } from './live-through.ts'

type Seen = { post: Known; delivery: Delivery | undefined }

/**
 * The promise, of settled posts: each is out at most once; what is said of it is what the provider shows; and once its
 * author has done what could be done, it is out unless it was canceled.
 */
export function findViolations(
  seen: Seen[],
  published: { message: string }[],
  end: 'as it is' | 'mended',
): string[] {
  return seen.flatMap(({ post, delivery }) => {
    const shown = published.filter(({ message }) => message.startsWith(post.mark))
    const say = (what: string) => [`${end}: post ${post.mark.slice(0, 8)} ${what}`]
    if (!delivery) return say('is gone')
    const { state, reason, message } = delivery
    const doubtful = post.abandoned || /whether/.test(reason)
    if (shown.length > 1) return say(`is out ${shown.length} times`)
    if (state === 'published' && !shown[0]) return say('is said to be out and is not')
    if (state === 'published' && shown[0]?.message !== message)
      return say(`is out as “${shown[0]?.message}” and is said to be “${message}”`)
    if (state !== 'published' && shown[0] && !doubtful)
      return say(`is out and is said to be ${state}: ${reason}`)
    if (['held', 'failed'].includes(state) && reason === '') return say(`is ${state} without a reason`)
    if (end === 'mended' && state !== 'published' && state !== 'canceled' && !shown[0])
      return say(`could be out and is ${state}: ${reason}`)
    return []
  })
}
