import { useStore } from '@nanostores/react'

import { plural } from '#shared/plural.ts'
import { type Import, MAX_IMPORT_ROWS } from '#shared/posts/imports.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { formatBytes } from '#site/lib/format.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { CheckStep, MissingFiles, Rows, UndoButton } from './CheckStep.tsx'
import { FileStep } from './FileStep.tsx'
import { $import, $busy, stopImport, openImport } from './store.ts'

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
  const busy = useStore($busy) === 'stop'
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
        <Button busy={busy} onClick={stopImport}>
          Stop
        </Button>
      </div>
    </section>
  )
}

/** Shows which posts were added or changed, and which weren't. */
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
  return (
    <div className="grid gap-8">
      <section
        aria-label="Result"
        className="grid gap-4 rounded-box border border-success/35 bg-success/5 p-6"
      >
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
