import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { stageFacts } from './columns.ts'
import { saveCsv } from './csv.ts'
import type { Kind } from './kind.ts'
import { AssigneeFilter } from './pipeline/AssigneeFilter.tsx'
import { StageFilter } from './pipeline/stage/StageFilter.tsx'
import type { SubmittedRequest } from './requests/request-list.ts'

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
        <Button
          className="sm:ms-auto"
          onClick={onExport}
          disabled={found.length === 0}
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          Export CSV
        </Button>
      </div>
      <StageFilter list={list} />
    </div>
  )
}
