import { atom, computed } from 'nanostores'

import {
  type Notification,
  NOTIFICATION_FILTERS,
  type NotificationFilter,
} from '#shared/notifications/notifications.ts'
import { $notificationCounts } from '#site/dashboard/shared/counts.ts'
import { type Pages, showNextPage } from '#site/dashboard/shared/next-page.ts'
import { $router, setSearch } from '#site/dashboard/shared/router.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast, withErrorToast, toastWithUndo } from '#site/lib/toasts.ts'

/** The filter is part of the URL, so that it can be linked to. */
export const $filter = computed($router, (page): NotificationFilter => {
  const requested = page?.route === 'notifications' ? page.search.filter : undefined
  return NOTIFICATION_FILTERS.find(filter => filter === requested) ?? 'all'
})

export const openFilter = (filter: NotificationFilter) =>
  setSearch({ filter: filter === 'all' ? '' : filter })

const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100

/** Number of local changes. The response to a read that began before the latest change is stale. */
let changes = 0
/** Local changes in flight. */
let sending: Promise<unknown> = Promise.resolve()

/** Longest wait for a change without a response. */
const MAX_WAIT_MS = 5000
const pause = () => new Promise<void>(resolve => setTimeout(resolve, MAX_WAIT_MS))

/** Reads the filter's items after all local changes are saved. @param size returns the limit for the number of shown items */
async function readPage(size: (shown: number) => number, cursor?: string): Promise<Pages<Notification>> {
  for (;;) {
    const before = changes
    await sending
    const limit = String(size(shownItems().length))
    const query = { filter: $filter.get(), limit, ...(cursor && { cursor }) }
    const { data, nextCursor } = await bodyOf(api.notifications.$get({ query }))
    if (before === changes) return { items: data, nextCursor }
  }
}
const onePage = () => PAGE_SIZE
const asManyAs = (shown: number) => Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, shown))

/** Notifications of the selected filter, as many as were shown before. */
export const $list = remote(() => readPage(asManyAs))

export const $announcement = atom('')

const shownItems = () => $list.value?.data?.items ?? []

whileShown($list, () => [
  $filter.listen($list.resetAndRefetch),
  onLive('notification', ({ title }) => {
    $announcement.set(`New notification: ${title}`)
    void addNew()
  }),
  onLive('notifications', () => void $list.reload()),
  // Catches up on events missed while the stream was closed.
  $streamOpens.listen(() => void addNew()),
])

/** Adds new items above the shown ones, however many there are. */
async function addNew() {
  const filter = $filter.get()
  const fresh = await readPage(onePage).catch(() => undefined)
  const list = $list.get()
  if (!fresh || filter !== $filter.get()) return
  if (list.state !== 'ready') return $list.refresh()
  const known = new Map(list.data.items.map(({ _id, createdAt }) => [_id, createdAt]))
  // A notice that another network joined has moved up.
  if (fresh.items.some(({ _id, createdAt }) => (known.get(_id) ?? createdAt) !== createdAt))
    return void $list.reload()
  const below = fresh.items.findIndex(({ _id }) => known.has(_id))
  const above = below < 0 ? fresh.items : fresh.items.slice(0, below)
  if (above.length === 0) return
  // If all read items are new, there may be more between them and the shown ones.
  if (above.length === PAGE_SIZE) return void $list.reload()
  $list.set({ state: 'ready', data: { ...list.data, items: [...above, ...list.data.items] } })
}

export const showMore = () =>
  showNextPage($list, cursor => readPage(onePage, cursor), 'The next notifications didn’t load. Try again.')

/** Shows a change at once and saves it; reverts it if the api rejects it. */
async function change<Result>(
  items: (shown: Notification[]) => Notification[],
  send: () => Promise<Result>,
  failed: string,
): Promise<Result | undefined> {
  changes++
  $list.change(list => ({ ...list, items: items(list.items) }))
  const result = send()
  sending = Promise.race([Promise.allSettled([sending, result]).then(() => undefined), pause()])
  try {
    return await result
  } catch (error) {
    toast('error', messageOf(error, failed))
    void $list.reload()
    return undefined
  } finally {
    void $notificationCounts.reload()
  }
}

const NOT_READ = 'That wasn’t marked as read. Try again.'
const NOT_DELETED = 'That wasn’t deleted. Try again.'

const calls = api.notifications

const param = (id: string) => ({ param: { id: encodeURIComponent(id) } })

const read = (notification: Notification): Notification => ({ ...notification, read: true })

export async function markRead({ _id }: Notification) {
  const filter = $filter.get()
  await change(
    shown =>
      filter === 'unread'
        ? shown.filter(item => item._id !== _id)
        : shown.map(item => (item._id === _id ? read(item) : item)),
    () => calls[':id'].read.$post(param(_id)),
    NOT_READ,
  )
}

export async function markAllRead() {
  const filter = $filter.get()
  await change(
    shown => (filter === 'unread' ? [] : shown.map(read)),
    () => calls.read.$post({ query: { filter } }),
    NOT_READ,
  )
}

export async function deleteOne({ _id }: Notification) {
  const result = await change(
    shown => shown.filter(item => item._id !== _id),
    async () => (await calls[':id'].$delete(param(_id))).json(),
    NOT_DELETED,
  )
  if (result) offerUndo(result)
}

/** Deletes everything in the filter, loaded or not. */
export async function deleteAll(filter: NotificationFilter) {
  const result = await change(
    () => [],
    async () => (await calls.$delete({ query: { filter } })).json(),
    NOT_DELETED,
  )
  if (result) offerUndo(result)
}

const offerUndo = ({ message, deletedAt }: { message: string; deletedAt: string }) =>
  toastWithUndo(message, () => bringBack(deletedAt))

async function bringBack(deletedAt: string) {
  await withErrorToast('That couldn’t be restored. Try again.', async () => {
    await calls.restore.$post({ json: { deletedAt } })
  })
  await Promise.all([$list.reload(), $notificationCounts.reload()])
}
