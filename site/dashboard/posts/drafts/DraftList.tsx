import { useStore } from '@nanostores/react'

import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { DraftSearch } from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { ScheduleDialog } from '#site/dashboard/shared/drafts/ScheduleDialog.tsx'
import { $found, $isSearchable } from '#site/dashboard/shared/drafts/search.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { Letter } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { $isAll } from '../url.ts'
import { DraftRow } from './DraftRow.tsx'
import { Loading } from './Loading.tsx'

/** The drafts of the selected business, last changed first, and the dialog that schedules one. */
export const DraftList = () => (
  <>
    <OfBusiness />
    <Shown />
    <ScheduleDialog />
  </>
)

/** Explains that the posts of all businesses in the other tabs don't include their drafts. */
function OfBusiness() {
  const isAll = useStore($isAll)
  const business = useStore($selectedDomain)?.businessName
  return isAll && business && <p className="mb-3 text-sm text-soft">Only drafts of {business} are shown.</p>
}

function Shown() {
  const drafts = useStore($drafts)
  if (drafts.state === 'failed') return <ErrorState message={drafts.message} onRetry={$drafts.reload} />
  if (drafts.state === 'loading') return <Loading />
  return drafts.data.length > 0 ? (
    <Found />
  ) : (
    <div className="rounded-box border border-base-300 bg-raised">
      <EmptyState drawing={<Letter />} action={<CreatePostLink />}>
        No drafts yet. What you write is saved here until you send it.
      </EmptyState>
    </div>
  )
}

function Found() {
  const found = useStore($found)
  const isSearchable = useStore($isSearchable)
  const count = found.length
  return (
    <>
      {isSearchable && (
        <div role="search" className="mb-3">
          <DraftSearch />
        </div>
      )}
      <p role="status" className={count > 0 ? 'sr-only' : 'py-6 text-center text-sm text-soft'}>
        {count > 0 ? `${count} shown` : 'No drafts match.'}
      </p>
      {count > 0 && (
        <ul
          aria-label="Drafts"
          className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised"
        >
          {found.map(draft => (
            <li key={draft._id} ref={keepFocus}>
              <DraftRow draft={draft} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
