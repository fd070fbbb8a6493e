import { useStore } from '@nanostores/react'
import { CalendarClock } from 'lucide-react'
import { useRef } from 'react'

import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { Chip } from '#site/dashboard/calendar/chip/Chip.tsx'
import { type Item, urgentFirst, isWhole } from '#site/dashboard/calendar/items.ts'
import { $isWide } from '#site/dashboard/calendar/url.ts'
import { $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { readPost } from '#site/dashboard/shared/post-dialogs/details.ts'
import { askToReschedule } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import { showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { BusyButton } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'

/** True if the dialog can move the item: the whole post, or one of its networks. The post's details offer each of several. */
const canReschedule = (item: Item) => item.movable && (isWhole(item) || item.entries.length === 1)

/**
 * Opens the dialog that moves an item. Loads its post, because the calendar only has the beginning of it.
 * @param isWanted false once the user has left the button meanwhile
 */
const rescheduleItem = (item: Item, isWanted: () => boolean) =>
  withErrorToast('This post didn’t load. Check your connection and try again.', async () => {
    const post = await readPost(item.postId)
    if (!isWanted()) return
    if ($mayChange.get()(post))
      return askToReschedule({ post, ...(!isWhole(item) && { deliveryId: item.id }) })
    showPost(post)
    toast('error', CALENDAR_MESSAGES.fixed)
  })

type PostsProps = { items: readonly Item[]; onOpen?: () => void }

/** A day's posts in rows, the most urgent first. Where posts can't be dragged to other days, each has a button to move it. */
export function Posts({ items, onOpen }: PostsProps) {
  const isWide = useStore($isWide)
  return (
    <ul className="grid grid-cols-1 gap-1.5">
      {urgentFirst(items).map(item => {
        const hasButton = !isWide && canReschedule(item)
        return (
          <li key={item.id} className="relative grid grid-cols-1" onClick={onOpen}>
            <Chip item={item} variant={hasButton ? 'rowWithButton' : 'row'} />
            {hasButton && <RescheduleButton item={item} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Moves a post without opening it. Lies above its row: on a phone beside the time, so that the row doesn't grow. */
function RescheduleButton({ item }: { item: Item }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span
      ref={keepFocus}
      className="absolute end-0 top-0 max-sm:-mt-1 sm:inset-y-0 sm:grid sm:place-items-center"
    >
      <BusyButton
        ref={button}
        small
        variant="quiet"
        className="btn-square"
        aria-label={`Reschedule ${excerptOf(item.excerpt)}`}
        onClick={() => rescheduleItem(item, () => button.current?.isConnected === true)}
        icon={
          <span className="grid size-7 place-items-center rounded-field bg-base-200">
            <CalendarClock className="size-4" />
          </span>
        }
      />
    </span>
  )
}
