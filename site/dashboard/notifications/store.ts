import { atom, computed } from 'nanostores'

import {
  type Notification,
  NOTIFICATION_FILTERS,
  type NotificationFilter,
} from '#shared/notifications/notifications.ts'
import { $notificationCounts } from '#site/dashboard/shared/counts.ts'
import { type Pages, readPages, showNextPage } from '#site/dashboard/shared/next-page.ts'
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

/** Local changes in flight. */
let sending: Promise<unknown> = Promise.resolve()

/** Reads at least `count` items of the filter after all local changes are saved, if there are as many. */
async function readItems(count: number, after?: string): Promise<Pages<Notification>> {
  await sending
  return readPages(count, after, async (limit, cursor) => {
    const query = { filter: $filter.get(), limit, ...(cursor && { cursor }) }
    return bodyOf(api.notifications.$get({ query }))
  })
}

/** Notifications of the selected filter, at least as many as were shown before. */
export const $list = remote((): Promise<Pages<Notification>> =>
  readItems(Math.max(PAGE_SIZE, $list.value?.data?.items.length ?? 0)),
)

export const $announcement = atom('')

whileShown($list, () => [
  $filter.listen($list.resetAndRefetch),
  onLive('notification', ({ title }) => {
    $announcement.set(`New notification: ${title}`)
    $list.refresh()
  }),
  onLive('notifications', $list.refresh),
  // Catches up on events missed while the stream was closed.
  $streamOpens.listen($list.refresh),
])

export const showMore = () =>
  showNextPage(
    $list,
    cursor => readItems(PAGE_SIZE, cursor),
    'The next notifications didn’t load. Try again.',
  )

/** Shows a change at once and saves it; reverts it if the api rejects it. */
async function change<Result>(
  items: (shown: Notification[]) => Notification[],
  send: () => Promise<Result>,
  failed: string,
): Promise<Result | undefined> {
  $list.change(list => ({ ...list, items: items(list.items) }))
  const result = send()
  sending = Promise.allSettled([sending, result])
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
