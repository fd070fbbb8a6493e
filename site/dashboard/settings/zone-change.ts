import { plural } from '#shared/plural.ts'
import { MAX_BULK } from '#shared/posts/bulk.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { saveTimeZone } from '#site/dashboard/shared/posting-times.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { clockIn, instantIn, unixSeconds } from '#site/lib/wall-clock.ts'

const PAGE = '100'

/** Reads the posts of a business that haven't gone out, soonest first. */
export async function readPlanned(domainId: string): Promise<Post[]> {
  const posts = new Map<string, Post>()
  for (const tab of ['scheduled', 'attention'] as const) {
    let cursor: string | null = null
    do {
      const query = { tab, domainId, limit: PAGE, ...(cursor !== null && { cursor }) }
      const page: { data: Post[]; nextCursor: string | null } = await bodyOf(api.posts.$get({ query }))
      for (const post of page.data) if (post.deliveries.some(isAhead)) posts.set(post._id, post)
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  return [...posts.values()].toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))
}

/** Leaves out overdue deliveries, which need another time anyway. */
const isAhead = (delivery: Post['deliveries'][number]) =>
  isChangeable(delivery) && new Date(delivery.publishAt) > new Date()

/** Returns the instant at which a clock in `to` shows what a clock in `from` shows at `at`. */
export const sameClockIn = (from: string, to: string, at: string | Date) =>
  instantIn(to, clockIn(from, new Date(at)))

const NOT_MOVED = 'They couldn’t be moved.'

type Change = { from: string; to: string; posts: readonly Post[]; keeps: 'clock' | 'instant' }

/**
 * Saves the time zone, and moves the posts if they keep their times on the clock. Shows the result in a toast.
 * @returns true if the time zone was saved
 */
export async function changeZone({ from, to, posts, keeps }: Change): Promise<boolean> {
  if (keeps === 'instant' || posts.length === 0) return saveTimeZone(to)
  if (!(await saveTimeZone(to, { toastsSuccess: false }))) return false
  const failure =
    'The time zone is saved, but the posts still go out at the old moments. Move them in the calendar.'
  await withErrorToast(failure, async () => {
    const failed = new Map<string, string>()
    const [together, apart] = [posts.filter(hasOneTime), posts.filter(post => !hasOneTime(post))]
    for (let start = 0; start < together.length; start += MAX_BULK) {
      const part = together.slice(start, start + MAX_BULK)
      const times = part.map(({ deliveries }) => unixSeconds(sameClockIn(from, to, timesOf(deliveries)[0]!)))
      const json = {
        action: 'move' as const,
        onConnectedAccount: false,
        postIds: part.map(({ _id }) => _id),
        versions: part.map(({ version }) => version),
        times,
      }
      try {
        const results = await dataOf(api.posts.bulk.$post({ json }))
        for (const [index, { success, message = '' }] of results.entries())
          if (!success) failed.set(json.postIds[index] ?? '', message)
      } catch (error) {
        for (const id of json.postIds) failed.set(id, messageOf(error, NOT_MOVED))
      }
    }
    for (const { _id: id, deliveries } of apart)
      for (const { _id, publishAt } of deliveries.filter(isAhead))
        await api.posts[':id'].move
          .$post({
            param: { id },
            json: { deliveryId: _id, scheduledTime: unixSeconds(sameClockIn(from, to, publishAt)) },
          })
          .catch((error: unknown) => failed.set(id, messageOf(error, NOT_MOVED)))
    const [reason] = failed.values()
    if (reason === undefined)
      toast(
        'success',
        `Time zone saved. ${plural(posts.length, 'post')} ${posts.length === 1 ? 'keeps its time' : 'keep their times'} on the clock.`,
      )
    else
      toast(
        'error',
        `Time zone saved. ${posts.length - failed.size} of ${posts.length} posts moved with it. ${reason} Move the others in the calendar.`,
      )
  })
  return true
}

const timesOf = (deliveries: Post['deliveries']) => [
  ...new Set(deliveries.filter(isChangeable).map(({ publishAt }) => publishAt)),
]
const hasOneTime = ({ deliveries }: Post) => timesOf(deliveries).length === 1
