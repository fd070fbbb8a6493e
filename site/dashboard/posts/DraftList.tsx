import { useStore } from '@nanostores/react'
import { Building2, CalendarClock, Trash2 } from 'lucide-react'
import { useEffect } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { MAX_BULK } from '#shared/posts/bulk.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import {
  $scheduleTotal,
  $scheduleFailures,
  $withoutPicture,
  deleteDrafts,
  scheduleDrafts,
} from '#site/dashboard/shared/drafts/bulk.ts'
import {
  DraftSearch,
  $matchingDrafts,
  $isSearchable,
  $selectedDrafts,
  clearSelection,
  selectDrafts,
  toggleDraft,
} from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { $networksFor, choiceOf, pictureOf, $drafts, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $copyLabel, askToCopy } from '#site/dashboard/shared/post-dialogs/copies.ts'
import { excerptOf, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { WriteWeekButton } from '#site/dashboard/shared/week/WriteWeekButton.tsx'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { moveAmong } from '#site/ui/arrow-keys.ts'
import { Letter } from '#site/ui/drawings.tsx'
import { CheckRow, RowCheckbox } from '#site/ui/fields/Checkbox.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMarks } from '#site/ui/NetworkMarks.tsx'
import { EmptyState } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { Loading } from './Pages.tsx'
import { $isAll } from './url.ts'

export const DraftList = () => (
  <>
    <BusinessNote />
    <Loaded store={$drafts} loading={<Loading what="drafts" />}>
      {drafts =>
        drafts.length > 0 ? (
          <MatchingDrafts />
        ) : (
          <EmptyState
            drawing={<Letter />}
            heading="h2"
            title="No drafts yet"
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <CreatePostLink />
                <WriteWeekButton />
              </div>
            }
          >
            What you write is saved here until you send it.
          </EmptyState>
        )
      }
    </Loaded>
  </>
)

/** Names the business, unlike the other tabs, which may show posts of all businesses. */
function BusinessNote() {
  const isAll = useStore($isAll)
  const business = useStore($selectedDomain)?.businessName
  return isAll && business && <p className="mb-3 text-sm text-soft">Only drafts of {business} are shown.</p>
}

function MatchingDrafts() {
  const found = useStore($matchingDrafts)
  const isSearchable = useStore($isSearchable)
  const count = found.length
  const selected = useStore($selectedDrafts)
  const first = selected.slice(0, MAX_BULK)
  const failures = useStore($scheduleFailures)
  const total = useStore($scheduleTotal)
  const withoutPicture = useStore($withoutPicture)
  useEffect(() => {
    void SelectionBar.load()
    return clearSelection
  }, [])
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {count > 0 && <SelectAll />}
        {isSearchable && (
          <div role="search" className="grow">
            <DraftSearch />
          </div>
        )}
      </div>
      <p role="status" className={count > 0 ? 'sr-only' : 'py-6 text-center text-sm text-soft'}>
        {count > 0 ? `${count} shown` : 'No drafts match.'}
      </p>
      {count > 0 && (
        <ul
          aria-label="Drafts"
          onKeyDown={moveAmong('input[type=checkbox]')}
          className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised"
        >
          {found.map(draft => (
            <li key={draft._id}>
              <DraftRow draft={draft} />
            </li>
          ))}
        </ul>
      )}
      {selected.length > 0 && (
        <SelectionBar
          label="Selected drafts"
          count={selected.length}
          onClear={clearSelection}
          actions={[
            {
              label: 'Schedule at their times',
              short: 'Schedule',
              icon: CalendarClock,
              run: () => scheduleDrafts(first),
              isMain: true,
            },
            { label: 'Delete', icon: Trash2, run: () => deleteDrafts(first.map(({ _id }) => _id)) },
          ]}
        />
      )}
      {failures.length > 0 && (
        <FailuresDialog
          failures={failures}
          total={total}
          change="scheduled"
          pathTo={draft => composerPath({ draft })}
          {...(withoutPicture.drafts.length > 0 && {
            retry: {
              label: `Schedule ${withoutPicture.drafts.length} without ${networkNames(withoutPicture.networks)}`,
              run: () => scheduleDrafts(withoutPicture.drafts, 'needs-picture'),
            },
          })}
          onClose={() => $scheduleFailures.set([])}
        />
      )}
    </>
  )
}

const SelectionBar = lazyPart(
  async () => (await import('#site/dashboard/shared/SelectionBar.tsx')).SelectionBar,
)
const FailuresDialog = lazyPart(async () => (await import('./bulk/FailuresDialog.tsx')).FailuresDialog)

function SelectAll() {
  const found = useStore($matchingDrafts)
  const count = useStore($selectedDrafts).length
  return (
    <CheckRow
      className="px-3"
      checked={count === found.length}
      some={count > 0 && count < found.length}
      onChange={() => (count === found.length ? clearSelection() : selectDrafts(found.map(({ _id }) => _id)))}
    >
      Select all
    </CheckRow>
  )
}

function DraftRow({ draft }: { draft: DraftSummary }) {
  const name = excerptOf(titleOf(draft))
  const copyLabel = useStore($copyLabel)
  const isSelected = useStore($selectedDrafts).some(({ _id }) => _id === draft._id)
  return (
    <article
      aria-label={name}
      className="relative grid grid-cols-[auto_3rem_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2 hover:bg-base-200/60 has-[input:checked]:bg-primary/15 max-sm:gap-x-2 max-[22rem]:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-3"
    >
      <RowCheckbox
        label={`Select ${name}`}
        checked={isSelected}
        onToggle={isRange => toggleDraft(draft._id, isRange)}
        className="relative -m-1.5 grid size-9 cursor-pointer place-items-center pointer-coarse:size-11"
      />
      <Picture picture={pictureOf(draft)} className="size-12 max-[22rem]:hidden" />
      <div className="grid min-w-0 gap-1">
        {/* The link covers the row, except for what is positioned above it. */}
        <a
          href={composerPath({ draft: draft._id })}
          dir="auto"
          className={`line-clamp-2 text-sm font-medium wrap-anywhere before:absolute before:inset-0 hover:underline ${draft.text ? '' : 'text-soft'}`}
        >
          <span className="sr-only">Open the draft </span>
          {titleOf(draft)}
        </a>
        <Facts draft={draft} />
      </div>
      <div className="relative flex">
        {copyLabel && (
          <IconButton
            label={`${copyLabel}: ${name}`}
            tip={copyLabel}
            icon={<Building2 />}
            onClick={() => void askToCopy([draft._id], 'drafts')}
          />
        )}
        <IconButton
          label={`Delete ${name}`}
          tip="Delete"
          danger
          icon={<Trash2 />}
          onClick={() => void deleteDrafts([draft._id])}
        />
      </div>
    </article>
  )
}

function Facts({ draft }: { draft: DraftSummary }) {
  const { author, publishAt, slot, updatedAt } = draft
  const now = useStore($now)
  const zone = useStore($businessZone)
  const networks = useStore($networksFor)(choiceOf(draft))
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-soft">
      <NetworkMarks networks={networks} />
      {author && <span className="truncate">by {author}</span>}
      {publishAt && <span>for {slot ? 'the next free slot' : formatDueIn(zone, publishAt)}</span>}
      <span className="relative">
        Saved <Time instant={updatedAt} now={now} zone={zone} />
      </span>
    </p>
  )
}
