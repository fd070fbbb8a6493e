import { DAY_MS } from '#shared/durations.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { isFree, readUpcomingSlots } from '#site/dashboard/shared/quick-times/times.ts'
import { whileShown } from '#site/lib/remote.ts'
import { lists, PAGE_SIZE, postAt } from './lists.ts'
import { $filters, $isAll, isFiltered } from './url.ts'

/** Later slots would fill the list of a business that plans far ahead. */
const WINDOW_MS = 14 * DAY_MS

/** True while the open list has all scheduled posts of one business. */
export const isWholePlan = () => !$isAll.get() && !isFiltered($filters.get())

/** Free posting times between the posts of the shown page and the next. */
export const $freeSlots = remoteOfSelection(async (domainId): Promise<Date[]> => {
  const list = lists.scheduled.value
  if (!isWholePlan() || list?.state !== 'ready' || !domainId) return []
  const { posts, page, pages } = list.data
  const [first] = posts
  const now = Date.now()
  const start = page > 1 && first ? Math.max(now, Date.parse(dueAt(first))) : now
  const next =
    page < pages && start < now + WINDOW_MS ? await postAt('scheduled', page * PAGE_SIZE) : undefined
  const end = Math.min(now + WINDOW_MS, next ? Date.parse(dueAt(next)) : Infinity)
  if (start >= end) return []
  const slots = await readUpcomingSlots(new Date(start), new Date(end))
  return slots.filter(isFree).map(({ at }) => new Date(at))
})

/** A changed list, or draft, may have taken or freed a slot. */
whileShown($freeSlots, reloadSoon => [lists.scheduled.listen(reloadSoon), $drafts.listen(reloadSoon)])
