import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { isWhole, type Item } from '#site/dashboard/calendar/items.ts'
import { $mayChange } from '#site/dashboard/shared/permissions/may-change.ts'
import { readPost } from '#site/dashboard/shared/post-dialogs/details/details.ts'
import { askToReschedule } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import { showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** True if the dialog can move the item: the whole post, or one of its networks. The post's details offer each of several. */
export const canReschedule = (item: Item) => item.movable && (isWhole(item) || item.entries.length === 1)

/**
 * Opens the dialog that moves an item. Loads its post, because the calendar only has the beginning of it.
 * @param isWanted false once the user has left the button meanwhile
 */
export const rescheduleItem = (item: Item, isWanted: () => boolean) =>
  withErrorToast('This post didn’t load. Check your connection and try again.', async () => {
    const post = await readPost(item.postId)
    if (!isWanted()) return
    if ($mayChange.get()(post))
      return askToReschedule({ post, ...(!isWhole(item) && { deliveryId: item.id }) })
    showPost(post)
    toast('error', CALENDAR_MESSAGES.fixed)
  })
