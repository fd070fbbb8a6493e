import { useStore } from '@nanostores/react'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { Import, ImportRowState } from '#shared/posts/imports.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { AddFiles, Arrivals } from '#site/dashboard/shared/library/AddFiles.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { markRoot } from '#site/ui/mark-root.ts'
import { SkeletonRows } from '#site/ui/states.tsx'
import { Assumptions, ColumnMapping, DateQuestion } from './Reading.tsx'
import { ROW_BADGES, RowList, type RowListProps } from './RowList.tsx'
import {
  $choices,
  $doubtful,
  $missingFiles,
  $rows,
  $withoutPicture,
  deleteImport,
  EXCEPT_WITH_PICTURES,
  isDoubtful,
  openImport,
  saveSettings,
  startImport,
  undoImport,
} from './store.ts'

const markBar = markRoot('bar')

type Filter = 'all' | 'doubtful' | Exclude<ImportRowState, 'unchecked'>

const OTHER_STATES = ['changed', 'ready', 'created', 'updated', 'known', 'skipped'] as const
const FILTERS: readonly Filter[] = ['all', 'error', 'failed', 'doubtful', ...OTHER_STATES]

const labelOf = (filter: Filter) =>
  filter === 'all' ? 'All rows' : filter === 'doubtful' ? 'To look at' : ROW_BADGES[filter].label

export function CheckStep({ data }: { data: Import }) {
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-semibold wrap-anywhere">{data.fileName}</span>
        <DiscardButton data={data} />
        <UndoButton {...data.counts} />
      </p>
      <Assumptions data={data} />
      <DateQuestion data={data} />
      <ColumnMapping key={`${data._id} ${data.state}`} data={data} />
      {data.state !== 'mapping' && (
        <>
          <WithoutPicture />
          <MissingFiles />
          <Rows data={data} />
          <ImportBar data={data} />
        </>
      )}
    </div>
  )
}

/** Offers a fix for the most frequent problem, which otherwise repeats in each row. */
function WithoutPicture() {
  const count = useStore($withoutPicture)
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-amber/60 bg-raised p-4">
      <p className="text-sm">{plural(count, 'row has', 'rows have')} no picture.</p>
      <BusyButton busyLabel="Checking…" onClick={() => saveSettings({ textOnly: true })}>
        {count === 1 ? 'Publish it' : 'Publish them'} as text{EXCEPT_WITH_PICTURES}
      </BusyButton>
    </div>
  )
}

/** Uploads files that the plan names and the library lacks, and checks the rows again. */
export function MissingFiles() {
  const names = useStore($missingFiles)
  if (names.length === 0) return null
  const shown = names.slice(0, SHOWN_NAMES).join(', ')
  return (
    <div className="grid gap-3 rounded-box border border-amber/60 bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 text-sm wrap-anywhere">
          {plural(names.length, 'file isn’t', 'files aren’t')} in your{' '}
          <a href="/dashboard/media" className="prose-link">
            media
          </a>
          : {shown}
          {names.length > SHOWN_NAMES && ` and ${names.length - SHOWN_NAMES} more`}.
        </p>
        <AddFiles label="Upload files" onAdded={() => saveSettings({})} />
      </div>
      <Arrivals />
    </div>
  )
}

const SHOWN_NAMES = 5

/** Offers to undo an import: cancels the posts that it added, and restores those that it changed. */
export function UndoButton({ created, updated }: Pick<Import['counts'], 'created' | 'updated'>) {
  if (created + updated === 0) return null
  const changes = `the changes of ${plural(updated, 'post')}`
  const askToUndo = () =>
    ask({
      title:
        created === 0
          ? `Undo ${changes}?`
          : `Cancel the ${plural(created, 'post')} of this import${updated > 0 ? `, and undo ${changes}` : ''}?`,
      cancelLabel: created + updated === 1 ? 'Keep it' : 'Keep them',
      label: updated > 0 ? 'Undo the import' : `Cancel ${plural(created, 'post')}`,
      busyLabel: updated > 0 ? 'Undoing…' : 'Cancelling…',
      danger: true,
      children: (
        <div className="grid gap-2">
          <p>
            A post that has gone out stays. The rows of the others can be imported again, here or from a
            corrected file.
          </p>
          {updated > 0 && (
            <p>A post that this import changed gets its former content back, unless it was changed since.</p>
          )}
        </div>
      ),
      onAction: undoImport,
    })
  return (
    <Button small onClick={askToUndo} icon={<Undo2 />}>
      Undo this import
    </Button>
  )
}

/** Leaves the import. Deletes it if it has created nothing. */
function DiscardButton({ data }: { data: Import }) {
  const isImported = data.counts.created + data.counts.updated > 0
  return (
    <BusyButton
      variant="quiet"
      small
      onClick={async () => (isImported ? openImport() : deleteImport())}
      icon={!isImported && <Trash2 />}
    >
      Choose another file
    </BusyButton>
  )
}

export const Rows = ({ data }: { data: Import }) => (
  <Loaded store={$rows} loading={<SkeletonRows rows={5} label="Loading the rows" />}>
    {rows => <FilteredRows rows={rows} data={data} />}
  </Loaded>
)

function FilteredRows({ rows, data }: RowListProps) {
  const doubtful = useStore($doubtful)
  const [filter, setFilter] = useState<Filter>('all')
  const countOf = (each: Filter) =>
    each === 'all' ? rows.length : each === 'doubtful' ? doubtful : data.counts[each]
  const choices = FILTERS.filter(each => each === 'all' || countOf(each) > 0).map(key => ({
    key,
    label: (
      <>
        {labelOf(key)} <span className="tabular-nums">{countOf(key)}</span>
      </>
    ),
  }))
  const shown = rows.filter(
    row => filter === 'all' || (filter === 'doubtful' ? isDoubtful(row) : row.state === filter),
  )
  return (
    <section aria-label="Rows" className="grid gap-3">
      <Segments wraps label="Show" choices={choices} chosen={filter} onChoose={setFilter} />
      <RowList key={filter} rows={shown} data={data} />
    </section>
  )
}

/** Keeps the primary action visible below a long list. */
function ImportBar({ data }: { data: Import }) {
  const doubtful = useStore($doubtful)
  const [confirmed, setConfirmed] = useState(0)
  const isConfirmed = confirmed === doubtful
  const choices = Object.entries(useStore($choices))
  const linesOf = (choice: string) => choices.flatMap(([line, each]) => (each === choice ? Number(line) : []))
  const chosen = { apply: linesOf('apply'), add: linesOf('add') }
  const { ready, error, known, changed, created, updated } = data.counts
  const posts = ready + chosen.add.length
  const total = posts + chosen.apply.length
  return (
    <div
      ref={markBar}
      data-bottom-bar
      className="sticky bottom-(--bar-bottom) z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-base-300 bg-base-100 px-4 py-4
        [@media(max-height:25rem)]:static"
    >
      <p role="status" className="text-sm">
        {created > 0 && `${plural(created, 'post')} added already. `}
        {updated > 0 && `${plural(updated, 'post')} changed already. `}
        {ready > 0 && `${plural(ready, 'row')} ready. `}
        {error > 0 &&
          `${plural(error, 'row')} to fix: correct them here, or in the file and upload it again, or leave them out. `}
        {changed > 0 &&
          `${plural(changed, 'row differs', 'rows differ')} from the post here: choose what to do with each. `}
        {known > 0 && `${plural(known, 'row')} already here. `}
        {ready === 0 && error === 0 && changed === 0 && 'Nothing new in this file.'}
      </p>
      {doubtful > 0 && (
        <Checkbox
          label={`I looked at the ${doubtful === 1 ? 'row' : `${doubtful} rows`} with a warning`}
          checked={isConfirmed}
          onChange={event => setConfirmed(event.target.checked ? doubtful : 0)}
        />
      )}
      {total > 0 && (
        <BusyButton
          variant="primary"
          disabled={!isConfirmed}
          busyLabel="Starting…"
          onClick={() => startImport(error > 0, chosen)}
        >
          {chosen.apply.length === 0
            ? error > 0
              ? `Import the ${plural(posts, 'good row')}`
              : `Import ${plural(posts, 'post')}`
            : posts === 0
              ? `Change ${plural(chosen.apply.length, 'post')}`
              : `Import ${plural(posts, 'post')}, change ${chosen.apply.length}`}
        </BusyButton>
      )}
    </div>
  )
}
