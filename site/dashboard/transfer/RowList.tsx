import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck, CopyCheck, type LucideIcon, Images, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { networkNames } from '#shared/format-list.ts'
import type { LibraryItem } from '#shared/media/library.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import {
  IMPORT_FIELD_NAMES,
  type Import,
  type ImportChange,
  type ImportRow,
  type ImportField,
} from '#shared/posts/imports.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { LibraryDialog } from '#site/dashboard/shared/library/LibraryDialog.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatExact } from '#site/lib/format.ts'
import { Badge, type Tone } from '#site/ui/Badge.tsx'
import { BusyButton, Button, useSubmit } from '#site/ui/Button.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { SelectField, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { Picture, thumbnailOf } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $choices, $slotFor, choose, isDoubtful, readCells, takeSlot, correctRow } from './store.ts'

const PAGE_SIZE = 50

export type RowListProps = { rows: readonly ImportRow[]; data: Import }

export function RowList({ rows, data }: RowListProps) {
  const [shown, setShown] = useState(PAGE_SIZE)
  return (
    <>
      <ol className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
        {rows.slice(0, shown).map(row => (
          <Row key={row.line} row={row} data={data} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + 4 * PAGE_SIZE)}>Show more of {rows.length} rows</Button>
      )}
    </>
  )
}

function Row({ row, data }: { row: ImportRow; data: Import }) {
  const { headers, settings } = data
  const { line, post, problems } = row
  const text = post?.text ?? row.cells[settings.columns.indexOf('text')]
  /** The whole cells while they are being corrected. */
  const [cells, setCells] = useState<readonly string[]>()
  const correct = async () => setCells(await readCells(line))
  const isReady = row.state === 'ready' && !isDoubtful(row)
  const mayCorrect = data.state !== 'running' && ['ready', 'error', 'failed'].includes(row.state)
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-4 py-3 text-sm sm:grid-cols-[3rem_minmax(0,1fr)_auto]">
      <span className="text-soft tabular-nums">
        <span className="sr-only">Row </span>
        {line}
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="line-clamp-2 wrap-anywhere">
          {text || row.cells.filter(Boolean).join(' · ') || 'Empty'}
        </p>
        {post && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
            <span className="flex gap-1">
              {post.networks.map(network => (
                <NetworkMark key={network} network={network} className="size-4" />
              ))}
            </span>
            <time dateTime={post.publishAt}>{formatExact(post.publishAt, settings.timeZone)}</time>
            {post.pictures > 0 && <span>{plural(post.pictures, 'file')}</span>}
          </p>
        )}
        {row.leftOut && (
          <p className="text-soft">
            {`Not on ${networkNames(row.leftOut)}, which ${row.leftOut.length === 1 ? 'needs' : 'need'} a picture.`}
          </p>
        )}
        {row.changes?.map(({ field, before, after }) => (
          <p key={`${field} ${after}`} className="wrap-anywhere">
            <strong className="font-semibold">{IMPORT_FIELD_NAMES[field]}: </strong>
            <del className="text-soft">{valueOf(field, before, settings.timeZone)}</del>{' '}
            <ins className="no-underline">{valueOf(field, after, settings.timeZone)}</ins>
          </p>
        ))}
        {row.changes && data.state === 'checked' && <Choice row={row} />}
        {problems.map(({ column, message }) => (
          <p key={`${column} ${message}`} className="wrap-anywhere">
            {column !== null && headers[column] && (
              <strong className="font-semibold">{headers[column]}: </strong>
            )}
            {message}
          </p>
        ))}
        {cells ? (
          <Correction row={row} data={data} cells={cells} onClose={() => setCells(undefined)} />
        ) : (
          mayCorrect &&
          !isReady && (
            <div className="flex flex-wrap gap-2">
              <FreeSlot row={row} zone={settings.timeZone} />
              <Button small onClick={correct}>
                Correct row {line}
              </Button>
            </div>
          )
        )}
      </div>
      <div className="max-sm:col-start-2 max-sm:mt-2">
        <State row={row}>
          {mayCorrect && isReady && !cells && (
            <Button small variant="quiet" aria-label={`Correct row ${line}`} onClick={correct}>
              Correct
            </Button>
          )}
        </State>
      </div>
    </li>
  )
}

function FreeSlot({ row, zone }: { row: ImportRow; zone: string }) {
  const at = useStore($slotFor)(row)
  if (!at) return null
  return (
    <BusyButton small onClick={() => takeSlot(row.line, at)}>
      Use the free slot {formatDueIn(zone, at)}
    </BusyButton>
  )
}

const valueOf = (field: ImportChange['field'], value: string, timeZone: string) =>
  value === '' ? 'nothing' : field === 'date' ? formatExact(value, timeZone) : value

/** Lets the user apply a change to a post or leave the post as it is, which is the default. */
function Choice({ row: { line, mayBeNew } }: { row: ImportRow }) {
  const chosen = useStore($choices)[line]
  return (
    <div className="mt-1 max-w-xs">
      <SelectField
        label={`Row ${line}`}
        choices={[
          { value: 'apply', label: 'Change the post' },
          ...(mayBeNew ? [{ value: 'add', label: 'Add it as a new post' }] : []),
        ]}
        placeholder="Leave the post as it is"
        value={chosen ?? ''}
        onChange={event => choose(line, event.target.value)}
      />
    </div>
  )
}

function State({ row: { state, postId }, children }: { row: ImportRow; children: ReactNode }) {
  const needsApproval = useStore($needsApproval)
  const link = postId && (
    <a href={pathToPost(postId)} className="prose-link text-sm">
      View post
    </a>
  )
  const { label, ...look } = ROW_BADGES[state]
  return (
    <span className="flex items-center gap-3">
      <Badge {...look}>
        {state === 'created' ? STATE_LABELS[needsApproval ? 'in_review' : 'scheduled'] : label}
      </Badge>
      {link}
      {children}
    </span>
  )
}

type RowBadge = { label: string; tone?: Tone; icon?: LucideIcon }

/** What a row's badge says; once it has created a post, that post's state. */
export const ROW_BADGES: Record<ImportRow['state'], RowBadge> = {
  unchecked: { label: 'Already here', icon: CopyCheck },
  error: { label: 'To fix', tone: 'bad', icon: CircleAlert },
  failed: { label: 'Not added', tone: 'bad', icon: CircleAlert },
  ready: { label: 'Ready', tone: 'good', icon: CircleCheck },
  changed: { label: 'Changed', tone: 'warning' },
  skipped: { label: 'Left out' },
  created: { label: 'Added', icon: CopyCheck },
  updated: { label: 'Updated', icon: CopyCheck },
  known: { label: 'Already here', icon: CopyCheck },
}

type CorrectionProps = { row: ImportRow; data: Import; cells: readonly string[]; onClose: () => void }

/** Corrects a row in place: its cells, its networks and its files, whichever columns the plan has. */
export function Correction({ row, data, cells, onClose }: CorrectionProps) {
  const { headers, settings, connected } = data
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [files, setFiles] = useState<readonly LibraryItem[]>([])
  const named = row.networks ?? []
  const [chosen, setChosen] = useState<readonly NetworkId[]>(named.filter(each => connected.includes(each)))
  const isAboutNetworks = row.problems.some(
    ({ column, warning }) => !warning && column !== null && settings.columns[column] === 'networks',
  )
  const hasOtherNetworks = isAboutNetworks || named.join() !== chosen.join()
  const isChanged = Object.keys(typed).length > 0 || files.length > 0 || hasOtherNetworks
  const [busy, form] = useSubmit(async () => {
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
              <Picture picture={thumbnailOf(item)} className="size-10" />
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
