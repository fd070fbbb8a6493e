import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'

import { REQUEST_STATUS_LABELS, REQUEST_STATUSES } from '#shared/requests/pipeline.ts'
import { csvOf } from '#shared/text/csv.ts'
import { stageFacts, type Kind } from '#site/dashboard/admin/columns.ts'
import { useColleagues } from '#site/dashboard/admin/pipeline/progress.ts'
import { formatNumber } from '#site/lib/format.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { type SubmittedRequest, NOBODY, type RequestList } from './request-list.ts'

const saveCsv = (name: string, rows: readonly (readonly string[])[]) =>
  saveFile(name, csvOf(rows), 'text/csv;charset=utf-8')

/** Filters the list, and exports the result. */
export function SearchBar<Request extends SubmittedRequest>({ kind }: { kind: Kind<Request> }) {
  const { list, facts, caption } = kind
  const search = useStore(list.$search)
  const found = useStore(list.$found)
  const columns = [...facts, ...stageFacts]

  const onExport = () =>
    saveCsv(`${caption.toLowerCase().replaceAll(' ', '-')}.csv`, [
      columns.map(({ label }) => label),
      ...found.map(request => columns.map(({ text }) => text(request))),
    ])

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow basis-60 sm:max-w-80">
          <TextField
            label="Search"
            type="search"
            placeholder="A name, an email, a word"
            value={search}
            onChange={event => list.search(event.target.value)}
          />
        </div>
        <div className="grow basis-40 sm:max-w-56">
          <AssigneeFilter list={list} />
        </div>
        <Button className="sm:ms-auto" onClick={onExport} disabled={found.length === 0} icon={<Download />}>
          Export CSV
        </Button>
      </div>
      <StageFilter list={list} />
    </div>
  )
}

/** Filters the list by assignee. */
function AssigneeFilter<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const assignee = useStore(list.$assignee)
  const colleagues = useColleagues()
  return (
    <SelectField
      label="Assigned to"
      value={assignee}
      onChange={event => list.filter({ assignee: event.target.value })}
      choices={[
        { value: '', label: 'Anyone' },
        { value: NOBODY, label: 'Nobody yet' },
        ...colleagues.map(({ _id, label }) => ({ value: _id, label })),
      ]}
    />
  )
}

const FILTERS = ['all', ...REQUEST_STATUSES] as const
const LABELS = { all: 'All', ...REQUEST_STATUS_LABELS }

/** Chooses a status, with the number of requests in each. */
function StageFilter<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const chosen = useStore(list.$status)
  const counts = useStore(list.$counts)
  const choices = FILTERS.map(status => ({
    key: status,
    label: (
      <>
        {LABELS[status]}{' '}
        {counts[status] > 0 && <span className="tabular-nums">{formatNumber(counts[status])}</span>}
      </>
    ),
  }))
  return (
    <div className="max-sm:[&_button]:px-2">
      <Segments
        wraps
        label="Status"
        choices={choices}
        chosen={chosen}
        onChoose={status => list.filter({ status })}
      />
    </div>
  )
}
