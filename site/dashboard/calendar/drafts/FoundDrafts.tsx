import { useStore } from '@nanostores/react'

import { DraftSearch } from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { $found, $isSearchable } from '#site/dashboard/shared/drafts/search.ts'
import { DraftCard } from './DraftCard.tsx'
import { showOpenedTray } from './tray-state.ts'

/** The drafts that match the search, each a card to drag. */
export function FoundDrafts({ isBeside }: { isBeside: boolean }) {
  const found = useStore($found)
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
