import { useStore } from '@nanostores/react'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { DraftSearch, $matchingDrafts, $isSearchable } from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { $networksFor, choiceOf, pictureOf, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMarks } from '#site/ui/NetworkMarks.tsx'
import { startDrag } from './drag.ts'
import { showOpenedTray } from './Tray.tsx'

export function FoundDrafts({ isBeside }: { isBeside: boolean }) {
  const found = useStore($matchingDrafts)
  const isSearchable = useStore($isSearchable)
  return (
    <div
      ref={showOpenedTray}
      className={`flex gap-2 p-2 pt-0.5 ${isBeside ? 'flex-col' : 'max-sm:flex-col sm:items-center'}`}
    >
      {isSearchable && <DraftSearch />}
      <p role="status" className={found.length > 0 ? 'sr-only' : 'px-1 text-xs text-soft'}>
        {found.length > 0 ? `${found.length} shown` : 'No drafts match.'}
      </p>
      <ul
        className={
          isBeside
            ? 'grid grid-cols-1 gap-2'
            : 'relative flex min-w-0 grow gap-2 overflow-x-auto empty:hidden'
        }
      >
        {found.map(draft => (
          <li key={draft._id} className="shrink-0">
            <DraftCard draft={draft} isTall={isBeside} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A card that is dragged to a time, or pressed to open the draft. */
function DraftCard({ draft, isTall }: { draft: DraftSummary; isTall: boolean }) {
  const networks = useStore($networksFor)(choiceOf(draft))
  const zone = useStore($businessZone)
  const label = titleOf(draft)
  const open = (at?: Date) => openPage(composerPath({ draft: draft._id, at: at?.toISOString() }))
  return (
    <button
      type="button"
      onClick={() => open()}
      onPointerDown={event => startDrag(event, { label, at: undefined, drop: open })}
      className={`flex cursor-grab items-center gap-2 rounded-selector border border-base-300 bg-base-100 px-2 text-start text-xs -outline-offset-2 select-none hover:bg-base-200
        ${isTall ? 'w-full py-1.5' : 'h-13 w-56'}`}
    >
      <Picture picture={pictureOf(draft)} className="size-8" />
      <span className="grid min-w-0 grow grid-cols-1">
        <span dir="auto" className={isTall ? 'line-clamp-2 leading-4 wrap-anywhere' : 'truncate'}>
          {label}
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          <NetworkMarks networks={networks} />
          {draft.publishAt && (
            <span className="truncate text-soft">{formatDueIn(zone, draft.publishAt)}</span>
          )}
          {draft.author && <span className="truncate text-soft">by {draft.author}</span>}
        </span>
      </span>
    </button>
  )
}
