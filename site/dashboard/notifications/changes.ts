import type { Notification, NotificationFilter } from '#shared/notifications/notifications.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { $notificationCounts } from '#site/dashboard/shared/notification-counts.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { $list, change } from './store.ts'
import { $filter } from './url.ts'

const NOT_READ = 'That wasn’t marked as read. Try again.'
const NOT_DELETED = 'That wasn’t deleted. Try again.'

const calls = api.notifications

/** Encodes an id for a URL. */
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
  if (result) offerUndo('Notification deleted.', result.deletedAt)
}

/** Deletes everything in the filter, loaded or not. */
export async function deleteAll(filter: NotificationFilter) {
  const result = await change(
    () => [],
    async () => (await calls.$delete({ query: { filter } })).json(),
    NOT_DELETED,
  )
  if (result) offerUndo('Notifications deleted.', result.deletedAt)
}

const offerUndo = (message: string, deletedAt: string) =>
  toast('success', message, {
    duration: UNDO_MS,
    action: { label: 'Undo', run: () => void bringBack(deletedAt) },
  })

async function bringBack(deletedAt: string) {
  await withErrorToast('That couldn’t be restored. Try again.', async () => {
    await calls.restore.$post({ json: { deletedAt } })
  })
  await Promise.all([$list.reload(), $notificationCounts.reload()])
}
