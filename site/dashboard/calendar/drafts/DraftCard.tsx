import { useStore } from '@nanostores/react'
import { FileText } from 'lucide-react'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { startDrag } from '#site/dashboard/calendar/moves/drag.ts'
import { $networksFor, choiceOf } from '#site/dashboard/shared/drafts/networks.ts'
import { $scheduling, pictureOf } from '#site/dashboard/shared/drafts/scheduling.ts'
import { titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMarks } from '#site/ui/NetworkMarks.tsx'
import { suggestedAt } from './suggested-at.ts'

/** A draft, which is dragged to a time or pressed to choose one. Beside the calendar it shows two lines. */
export function DraftCard({ draft, isTall }: { draft: DraftSummary; isTall: boolean }) {
  const { mediaCount, author } = draft
  const networks = useStore($networksFor)(choiceOf(draft))
  const label = titleOf(draft)
  return (
    <button
      type="button"
      onClick={() => $scheduling.set({ draft, at: suggestedAt() })}
      onPointerDown={event =>
        startDrag(event, { label, at: undefined, drop: at => $scheduling.set({ draft, at }) })
      }
      className={`flex cursor-grab items-center gap-2 rounded-selector border border-base-300 bg-base-100 px-2 text-start text-xs -outline-offset-2 select-none hover:bg-base-200
        ${isTall ? 'w-full py-1.5' : 'h-13 w-56'}`}
    >
      {mediaCount > 0 ? (
        <Picture picture={pictureOf(draft)} className="size-8" />
      ) : (
        <FileText aria-hidden="true" className="size-5 shrink-0 text-soft" />
      )}
      <span className="grid min-w-0 grow grid-cols-1">
        <span dir="auto" className={isTall ? 'line-clamp-2 leading-4 wrap-anywhere' : 'truncate'}>
          {label}
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          <NetworkMarks networks={networks} />
          {author && <span className="truncate text-soft">by {author}</span>}
        </span>
      </span>
    </button>
  )
}
