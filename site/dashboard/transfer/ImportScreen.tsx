import { useStore } from '@nanostores/react'
import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'

import { plural } from '#shared/plural.ts'
import { type Import, MAX_IMPORT_ROWS } from '#shared/posts/imports.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { formatBytes } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { BusyButton, Button, ButtonLink } from '#site/ui/Button.tsx'
import { FileField, useFileDrop } from '#site/ui/fields/FileField.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { CheckStep, MissingFiles, Rows, UndoButton } from './CheckStep.tsx'
import {
  $import,
  $isBusy,
  $recent,
  $uploadError,
  openImport,
  stopImport,
  uploadSpreadsheet,
} from './store.ts'

/** Imports posts from a spreadsheet: choose a file, check its rows, import them. */
export function ImportScreen() {
  return (
    <>
      <ScreenHeading
        title="Import posts"
        under={[{ label: 'Manage Social Posts', href: '/dashboard/view-post?tab=scheduled' }]}
      >
        Up to {MAX_IMPORT_ROWS} posts from a spreadsheet. Nothing is scheduled before you’ve seen every row.
      </ScreenHeading>
      <WithBusiness
        store={$import}
        loading={<Loading />}
        none={<FileStep />}
        invitation="Posts are imported into a business. Add yours first."
      >
        {data => <ImportStep key={data.state} data={data} />}
      </WithBusiness>
    </>
  )
}

function ImportStep({ data }: { data: Import }) {
  if (data.state === 'running') return <ProgressStep data={data} />
  return data.state === 'done' ? <ResultStep data={data} /> : <CheckStep data={data} />
}

const Loading = () => (
  <div className="grid gap-6">
    <Skeleton className="h-40 w-full" />
    <SkeletonRows rows={4} label="Loading the import" />
  </div>
)

/** Shows the progress of the worker. The page may be closed meanwhile. */
function ProgressStep({ data }: { data: Import }) {
  const { counts, pictures } = data
  const imported = counts.created + counts.updated + counts.failed
  const fetching = pictures.fetched < pictures.total && imported === 0
  const [done, total] = fetching ? [pictures.fetched, pictures.total] : [imported, counts.ready + imported]
  const label = fetching ? 'Fetching pictures and videos' : 'Importing posts'
  return (
    <section
      aria-label="Import"
      className="grid max-w-xl gap-4 rounded-box border border-base-300 bg-raised p-6"
    >
      <h2 className="text-lg wrap-anywhere">{data.fileName}</h2>
      <div className="grid gap-2">
        <p className="flex justify-between gap-4 text-sm">
          <span>{label}</span>
          <span className="tabular-nums">
            {done} of {total}
            {fetching && pictures.bytes > 0 && `, ${formatBytes(pictures.bytes)}`}
          </span>
        </p>
        <progress
          className="progress progress-neutral"
          value={done}
          max={Math.max(1, total)}
          aria-label={label}
        />
      </div>
      <p className="text-sm text-soft">
        You can close this page: the import continues, and you’ll find it here.
      </p>
      <div>
        <BusyButton onClick={stopImport}>Stop</BusyButton>
      </div>
    </section>
  )
}

function ResultStep({ data }: { data: Import }) {
  const needsApproval = useStore($needsApproval)
  const { created, updated, changed, known, error, failed } = data.counts
  const notes = [
    updated > 0 && created > 0 && `${plural(updated, 'post')} changed`,
    changed > 0 && `${plural(changed, 'post')} left as ${changed === 1 ? 'it is' : 'they are'}`,
    known > 0 && `${plural(known, 'row')} already here`,
    error > 0 && `${plural(error, 'row')} to fix below`,
    failed > 0 && `${plural(failed, 'row')} not imported`,
  ].filter(Boolean)
  const tone =
    created + updated > 0
      ? 'border-success/35 bg-success/5'
      : error + failed > 0
        ? 'border-amber/40 bg-amber/10'
        : 'border-base-300 bg-raised'
  return (
    <div className="grid gap-8">
      <section aria-label="Result" className={`grid gap-4 rounded-box border p-6 ${tone}`}>
        <h2 className="text-xl">
          {created === 0
            ? updated > 0
              ? `${plural(updated, 'post')} changed`
              : 'No post was added'
            : `${plural(created, 'post')} ${needsApproval ? 'sent for approval' : 'scheduled'}`}
        </h2>
        {notes.length > 0 && <p className="text-sm">{notes.join(', ')}.</p>}
        <p className="flex flex-wrap gap-3">
          {created + updated > 0 && (
            <ButtonLink variant="primary" href="/dashboard/calendar">
              See them in the calendar
            </ButtonLink>
          )}
          <Button onClick={() => openImport()}>Import another file</Button>
          <UndoButton {...data.counts} />
        </p>
      </section>
      <MissingFiles />
      <Rows data={data} />
    </div>
  )
}

const FORMATS = [
  ['Our template', 'Every column that we know, with two example rows.'],
  ['Buffer', 'The file for its bulk upload: Text, Image URL, Posting Time.'],
  ['Hootsuite', 'The file for its bulk composer: date, message, link.'],
  ['Metricool, Publer, Later', 'Their files for bulk scheduling, as you export or fill them.'],
  ['Your own columns', 'Any names and order. You match them to ours in the next step.'],
] as const

const FileStep = () => (
  <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="grid content-start gap-8">
      <FileDrop />
      <Recent />
    </div>
    <section aria-labelledby="formats" className="grid content-start gap-4">
      <h2 id="formats" className="text-lg">
        Supported files
      </h2>
      <dl className="grid gap-3 text-sm">
        {FORMATS.map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">
        Download the template:{' '}
        <a href={apiUrl('/api/imports/template?format=xlsx')} download className="prose-link">
          Excel
        </a>{' '}
        or{' '}
        <a href={apiUrl('/api/imports/template?format=csv')} download className="prose-link">
          CSV
        </a>
      </p>
      <p className="text-sm text-soft">
        Give pictures and videos by the names of files in your{' '}
        <a href="/dashboard/media" className="prose-link">
          media
        </a>
        , or as links to files that anybody can open: JPG, PNG, HEIC, WebP, MP4 or MOV. We copy those into
        your media.
      </p>
      <p className="text-sm text-soft">
        New posts on Google get the button of your business, which you choose under{' '}
        <a href="/dashboard/google-business-profile" className="prose-link">
          Google Business Profile
        </a>
        . A file can’t give them another.
      </p>
    </section>
  </div>
)

function FileDrop() {
  const isBusy = useStore($isBusy)
  const [over, dropZone] = useFileDrop(file => void uploadSpreadsheet(file))
  const title = over ? 'Drop to check it' : 'Drop a spreadsheet here, or choose a file'
  return (
    <div {...dropZone}>
      <FileField
        label="Choose a spreadsheet"
        accept=".csv,.xlsx,.xls,.ods,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        icon={isBusy ? <Spinner /> : <FileSpreadsheet className="mb-1 size-8" strokeWidth={1.75} />}
        title={isBusy ? 'Checking every row…' : title}
        hint="CSV or XLSX, up to 500 rows and 5 MB"
        error={useStore($uploadError)}
        over={over}
        className="grid justify-items-center gap-1 px-6 py-12 text-center"
        onFile={file => void uploadSpreadsheet(file)}
      />
    </div>
  )
}

const STATES = {
  mapping: <Badge>Columns to match</Badge>,
  checked: <Badge tone="warning">Not imported yet</Badge>,
  running: <Badge tone="info">Importing</Badge>,
  done: <Badge tone="good">Imported</Badge>,
} satisfies Record<Import['state'], ReactNode>

const PARTLY = <Badge tone="warning">Partly imported</Badge>

function Recent() {
  const recent = useStore($recent)
  const zone = useStore($businessZone)
  if (recent.state !== 'ready' || recent.data.length === 0) return null
  return (
    <section aria-labelledby="recent-imports" className="grid gap-3">
      <h2 id="recent-imports" className="text-lg">
        Recent imports
      </h2>
      <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
        {recent.data.map(({ _id, fileName, state, counts, createdAt }) => (
          <li key={_id}>
            <button
              type="button"
              onClick={() => openImport(_id)}
              className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-start text-sm hover:bg-base-200"
            >
              <span className="min-w-0 grow truncate font-semibold">{fileName}</span>
              <span className="text-soft">
                {counts.created > 0 ? `${plural(counts.created, 'post')}, ` : ''}
                {counts.error > 0 && counts.created > 0 ? `${plural(counts.error, 'row')} to fix, ` : ''}
                <Time instant={createdAt} zone={zone} />
              </span>
              {state === 'checked' && counts.created > 0 ? PARTLY : STATES[state]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
