import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { NETWORK_IDS } from '#shared/networks.ts'
import type { Import, ImportField, ImportRow } from '#shared/posts/imports.ts'
import { Button, keepFocus } from '#site/ui/Button.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { $busy, correctRow, readCells } from './store.ts'

/** Lets the user correct the cells of a row in place. */
export function CorrectRow({ row, data }: { row: ImportRow; data: Import }) {
  const [cells, setCells] = useState<readonly string[]>()
  const [typed, setTyped] = useState<Record<number, string>>({})
  const busy = useStore($busy) === 'row'
  const { headers, settings } = data
  if (!cells)
    return (
      <div>
        <Button small onClick={async () => setCells(await readCells(row.line))}>
          Correct row {row.line}
        </Button>
      </div>
    )
  const close = () => {
    setCells(undefined)
    setTyped({})
  }
  return (
    <form
      ref={keepFocus}
      aria-label={`Row ${row.line}`}
      className="my-2 grid gap-3 rounded-box border border-base-300 bg-base-100 p-4"
      onSubmit={event => {
        event.preventDefault()
        const changed = Object.entries(typed).map(([column, text]) => ({ column: Number(column), text }))
        void correctRow(row.line, changed)
      }}
    >
      {columnsOf(row, settings.columns).map(column => {
        const isText = isLong(settings.columns[column])
        const props = {
          label: headers[column],
          value: typed[column] ?? cells[column] ?? '',
          maxLength: 100_000,
          onChange: (event: { target: { value: string } }) =>
            setTyped({ ...typed, [column]: event.target.value }),
        }
        return isText ? <TextArea key={column} rows={4} {...props} /> : <TextField key={column} {...props} />
      })}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} busyLabel="Checking…" disabled={Object.keys(typed).length === 0}>
          Check row {row.line}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const isLong = (field: ImportField | null | undefined) => field === 'text' || field?.endsWith('Text') === true

/** Fields of which one solves a problem that no single column has, such as a missing picture. */
const CHOICES: readonly ImportField[] = ['networks', ...NETWORK_IDS, 'pictures']

/** Returns the columns with a problem, those of the date and texts, and those that a problem of the whole row can concern. */
function columnsOf({ problems }: ImportRow, columns: Import['settings']['columns']): number[] {
  const wholeRow = problems.some(({ column }) => column === null)
  return columns.flatMap((field, column) =>
    field === 'date' ||
    field === 'time' ||
    isLong(field) ||
    (wholeRow && field && CHOICES.includes(field) && columns.indexOf(field) === column) ||
    problems.some(problem => problem.column === column)
      ? column
      : [],
  )
}
