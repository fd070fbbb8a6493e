import { useStore } from '@nanostores/react'
import { ChevronUp, FileText } from 'lucide-react'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { Marks } from '#site/dashboard/calendar/chip/Marks.tsx'
import { Picture } from '#site/dashboard/calendar/chip/Picture.tsx'
import { startDrag } from '#site/dashboard/calendar/moves/drag.ts'
import { $isWide, $view } from '#site/dashboard/calendar/url.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { $scheduling, $drafts } from './drafts.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { $isTrayOpen, rememberTray } from './tray-state.ts'

const STICKY =
  'lg:sticky lg:bottom-3 lg:z-20 lg:shadow-lift lg:not-has-[[open]]:bottom-0 lg:not-has-[[open]]:w-fit'

/** The drafts, and the dialog that schedules one. The dialog outlives them, to move the focus once the last one is scheduled. */
export const Tray = () => (
  <>
    <Drafts />
    <ScheduleDialog />
  </>
)

/** Drafts to drag to a day or an hour. Beside a grid they stay at the bottom of the window, within reach of every week. */
function Drafts() {
  const drafts = useStore($drafts)
  const isWide = useStore($isWide)
  const isOpen = useStore($isTrayOpen)
  const isDropTarget = useStore($view) !== 'list'
  const mayWrite = useStore($can)('write')
  if (!mayWrite || drafts.state !== 'ready' || drafts.data.length === 0) return null
  return (
    <section
      aria-label="Drafts"
      data-tray
      className={`mt-4 ms-auto rounded-box border border-base-300 bg-raised ${isDropTarget ? STICKY : ''}`}
    >
      <details open={isOpen} onToggle={event => rememberTray(event.currentTarget.open)} className="group">
        <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2 rounded-box px-3 text-sm font-semibold -outline-offset-2 pointer-coarse:min-h-11">
          <ChevronUp aria-hidden="true" className="size-4 group-open:rotate-180" />
          Drafts <span className="text-soft tabular-nums">{drafts.data.length}</span>
          <span className="hidden text-xs font-normal text-soft group-open:inline">
            {isWide
              ? 'Drag one to a day or an hour, or press it to choose a time.'
              : 'Press one to choose a time.'}
          </span>
        </summary>
        <ul className="relative flex gap-2 overflow-x-auto p-2 pt-0.5">
          {drafts.data.map(draft => (
            <li key={draft._id} className="shrink-0">
              <Card draft={draft} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

function Card({ draft }: { draft: DraftSummary }) {
  const { text, thumbnailUrl, networks, mediaCount, author } = draft
  const label = text || 'Nothing written yet'
  return (
    <button
      type="button"
      onClick={() => $scheduling.set({ draft, at: undefined })}
      onPointerDown={event =>
        startDrag(event, { label, at: undefined, drop: at => $scheduling.set({ draft, at }) })
      }
      className="flex h-13 w-56 cursor-grab items-center gap-2 rounded-selector border border-base-300 bg-base-100 px-2 text-start text-xs -outline-offset-2 select-none hover:bg-base-200"
    >
      {mediaCount > 0 ? (
        <Picture
          picture={{ kind: 'image', ...(thumbnailUrl && { url: thumbnailUrl }), more: mediaCount - 1 }}
          className="size-8"
        />
      ) : (
        <FileText aria-hidden="true" className="size-5 shrink-0 text-soft" />
      )}
      <span className="grid min-w-0 grow grid-cols-1">
        <span dir="auto" className="truncate">
          {label}
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          <Marks networks={networks} />
          {author && <span className="truncate text-soft">by {author}</span>}
        </span>
      </span>
    </button>
  )
}
