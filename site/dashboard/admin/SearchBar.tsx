import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { saveCsv } from './csv.ts'
import type { Kind } from './kind.ts'
import type { Sent } from './request-list.ts'

/** Searches the list and exports the result. */
export function SearchBar<Request extends Sent>({ kind }: { kind: Kind<Request> }) {
  const { list, facts, caption } = kind
  const search = useStore(list.$search)
  const found = useStore(list.$found)

  const onExport = () =>
    saveCsv(`${caption.toLowerCase().replaceAll(' ', '-')}.csv`, [
      facts.map(({ label }) => label),
      ...found.map(request => facts.map(({ text }) => text(request))),
    ])

  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="grow basis-60 sm:max-w-80">
        <TextField
          label="Search"
          type="search"
          placeholder="A name, an email, a word"
          value={search}
          onChange={event => list.search(event.target.value)}
        />
      </div>
      <Button
        onClick={onExport}
        disabled={found.length === 0}
        icon={<Download aria-hidden="true" className="size-4" />}
      >
        Export CSV
      </Button>
    </div>
  )
}
