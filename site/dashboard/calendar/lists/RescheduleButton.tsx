import { CalendarClock } from 'lucide-react'
import { useRef } from 'react'

import type { Item } from '#site/dashboard/calendar/items.ts'
import { rescheduleItem } from '#site/dashboard/calendar/moves/reschedule.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { BusyButton } from '#site/ui/BusyButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'

/** Moves a post without opening it. Lies above its row: on a phone beside the time, so that the row doesn't grow. */
export function RescheduleButton({ item }: { item: Item }) {
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
            <CalendarClock aria-hidden="true" className="size-4" />
          </span>
        }
      />
    </span>
  )
}
