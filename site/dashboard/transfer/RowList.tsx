import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck, CopyCheck, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { plural } from '#shared/plural.ts'
import { IMPORT_FIELD_NAMES, type Import, type ImportChange, type ImportRow } from '#shared/posts/imports.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatExact } from '#site/lib/format.ts'
import { Badge, type Tone } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Correction } from './Correction.tsx'
import { $busy, $choices, $slotFor, choose, isDoubtful, readCells, takeSlot } from './store.ts'

const PAGE_SIZE = 50

export type RowListProps = { rows: readonly ImportRow[]; data: Import }

/** Rows of a file, each with its post or its problems. */
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

type RowProps = { row: ImportRow; data: Import }

function Row({ row, data }: RowProps) {
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
  const isBusy = useStore($busy) !== null
  if (!at) return null
  return (
    <Button small disabled={isBusy} onClick={() => void takeSlot(row.line, at)}>
      Use the free slot {formatDueIn(zone, at)}
    </Button>
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
  const { label, ...look } = LOOKS[state]
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

type Look = { label: string; tone?: Tone; icon?: LucideIcon }

const LOOKS: Record<ImportRow['state'], Look> = {
  unchecked: { label: 'Already here', icon: CopyCheck },
  error: { label: 'To fix', tone: 'bad', icon: CircleAlert },
  failed: { label: 'Not added', tone: 'bad', icon: CircleAlert },
  ready: { label: 'Ready', tone: 'good', icon: CircleCheck },
  changed: { label: 'Changed', tone: 'warning' },
  skipped: { label: 'Left out' },
  created: { label: '', icon: CopyCheck },
  updated: { label: 'Updated', icon: CopyCheck },
  known: { label: 'Already here', icon: CopyCheck },
}
