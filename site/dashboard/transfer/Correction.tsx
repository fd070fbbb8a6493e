import { useStore } from '@nanostores/react'
import { Film, Images, X } from 'lucide-react'
import { useState } from 'react'

import type { LibraryItem } from '#shared/media/library.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import type { Import, ImportField, ImportRow } from '#shared/posts/imports.ts'
import { LibraryDialog } from '#site/dashboard/shared/library/LibraryDialog.tsx'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { $busy, correctRow } from './store.ts'

type CorrectionProps = { row: ImportRow; data: Import; cells: readonly string[]; onClose: () => void }

/** Corrects a row in place: its cells, its networks and its files, whichever columns the plan has. */
export function Correction({ row, data, cells, onClose }: CorrectionProps) {
  const { headers, settings, connected } = data
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [files, setFiles] = useState<readonly LibraryItem[]>([])
  const named = row.networks ?? []
  const [chosen, setChosen] = useState<readonly NetworkId[]>(named.filter(each => connected.includes(each)))
  const busy = useStore($busy) === 'row'
  const isAboutNetworks = row.problems.some(
    ({ column, warning }) => !warning && column !== null && settings.columns[column] === 'networks',
  )
  const hasOtherNetworks = isAboutNetworks || named.join() !== chosen.join()
  const isChanged = Object.keys(typed).length > 0 || files.length > 0 || hasOtherNetworks
  const [, form] = useSubmit(async () => {
    const isRight = await correctRow(row.line, {
      cells: Object.entries(typed).map(([column, text]) => ({ column: Number(column), text })),
      ...(hasOtherNetworks && { networks: [...chosen] }),
      ...(files.length > 0 && { mediaIds: files.map(({ _id }) => _id) }),
    })
    if (isRight) onClose()
  })
  return (
    <form
      {...form}
      aria-label={`Row ${row.line}`}
      className="my-2 grid gap-3 rounded-box border border-base-300 bg-base-100 p-4"
    >
      {columnsOf(row, settings.columns).map(column => {
        if (settings.columns[column] === 'pictures' && files.length > 0) return null
        const takesLongText = isLong(settings.columns[column])
        const props = {
          label: headers[column],
          value: typed[column] ?? cells[column] ?? '',
          maxLength: 100_000,
          onChange: (event: { target: { value: string } }) =>
            setTyped({ ...typed, [column]: event.target.value }),
        }
        return takesLongText ? (
          <TextArea key={column} rows={4} {...props} />
        ) : (
          <TextField key={column} {...props} />
        )
      })}
      <CheckList
        legend="Networks"
        values={NETWORK_IDS.filter(each => connected.includes(each))}
        checked={chosen}
        onCheck={setChosen}
      >
        {network => networks[network].name}
      </CheckList>
      {connected.length === 0 && (
        <p className="text-sm text-soft">
          No account is connected.{' '}
          <a href="/dashboard/social-hub" className="prose-link">
            Open Social Hub
          </a>
        </p>
      )}
      <Files chosen={files} onChoose={setFiles} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          busy={busy}
          busyLabel="Checking…"
          disabled={!isChanged || (hasOtherNetworks && chosen.length === 0)}
        >
          Check row {row.line}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type FilesProps = { chosen: readonly LibraryItem[]; onChoose: (files: readonly LibraryItem[]) => void }

/** Files of the library, or uploaded into it, that replace those of the row. */
function Files({ chosen, onChoose }: FilesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul aria-label="Chosen files" className="flex flex-wrap gap-3">
          {chosen.map(item => (
            <li key={item._id} className="flex items-center gap-2 text-sm">
              {item.thumbnailUrl ? (
                <img src={item.thumbnailUrl} alt="" className="size-10 rounded-field object-cover" />
              ) : (
                <Film className="size-6 text-soft" />
              )}
              <span className="max-w-40 truncate">{item.name}</span>
              <Button
                small
                variant="quiet"
                aria-label={`Remove ${item.name}`}
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => onChoose(chosen.filter(each => each !== item))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button small icon={<Images />} onClick={() => setOpen(true)} disabled={chosen.length === MAX_FILES}>
          Choose from media
        </Button>
      </div>
      {isOpen && (
        <LibraryDialog
          taken={chosen.map(({ _id }) => _id)}
          room={MAX_FILES - chosen.length}
          labelFor={count => (count > 1 ? `Use ${count} files` : 'Use this file')}
          onChoose={items => onChoose([...chosen, ...items])}
          onClose={() => setOpen(false)}
          uploadLabel="Upload files"
        />
      )}
    </div>
  )
}

const isLong = (field: ImportField | null | undefined) => field === 'text' || field?.endsWith('Text') === true

/**
 * Returns the columns of the date, the texts and the files, and those with a problem. The checkboxes replace the column of
 * networks.
 */
const columnsOf = ({ problems }: ImportRow, columns: Import['settings']['columns']): number[] =>
  columns.flatMap((field, column) => {
    const isUsual = field === 'date' || field === 'time' || isLong(field)
    const isFirstOfFiles = field === 'pictures' && columns.indexOf(field) === column
    const hasProblem = problems.some(problem => problem.column === column)
    return field !== 'networks' && (isUsual || isFirstOfFiles || hasProblem) ? column : []
  })
