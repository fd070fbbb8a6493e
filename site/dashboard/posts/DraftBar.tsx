import { useStore } from '@nanostores/react'
import { CalendarClock, Trash2, X } from 'lucide-react'

import { MAX_BULK } from '#shared/posts/bulk.ts'
import { deleteDrafts, scheduleDrafts } from '#site/dashboard/shared/drafts/bulk.ts'
import { $selectedDrafts, clearSelection } from '#site/dashboard/shared/drafts/selection.ts'
import { BusyButton } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { markRoot } from '#site/ui/mark-root.ts'

const markBar = markRoot('bulk-bar')

/** Offers changes of the selected drafts; sticks to the bottom of the screen. */
export function DraftBar() {
  const drafts = useStore($selectedDrafts)
  const first = drafts.slice(0, MAX_BULK)
  return (
    <div
      role="region"
      aria-label="Selected drafts"
      ref={markBar}
      data-bottom-bar
      data-bulk-bar
      className="sticky bottom-[calc(var(--bar-bottom)+0.75rem)] z-30 mt-3 flex flex-wrap items-center gap-x-1 rounded-box border border-edge bg-raised px-2 py-1
        shadow-lift sm:px-3 sm:py-2"
    >
      <IconButton label="Clear the selection" tip="Clear" icon={<X />} onClick={clearSelection} />
      <p role="status" className="me-auto text-sm font-semibold whitespace-nowrap tabular-nums">
        {drafts.length}
        <span className="max-[24rem]:sr-only"> selected</span>
      </p>
      <BusyButton
        small
        variant="primary"
        aria-label="Schedule at their times"
        aria-keyshortcuts="B"
        className="min-w-0 max-sm:px-2"
        icon={<CalendarClock className="size-4 max-sm:hidden" />}
        onClick={() => scheduleDrafts(first)}
      >
        <span>
          Schedule<span className="max-sm:hidden"> at their times</span>
        </span>
      </BusyButton>
      <BusyButton
        small
        variant="quiet"
        className="min-w-0 max-sm:px-2"
        icon={<Trash2 className="size-4 max-sm:hidden" />}
        onClick={() => deleteDrafts(first.map(({ _id }) => _id))}
      >
        Delete
      </BusyButton>
    </div>
  )
}
