import { useStore } from '@nanostores/react'

import type { Import } from '#shared/posts/imports.ts'
import { formatBytes } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { $busy, stopImport } from './store.ts'

/** Shows the progress of the worker. The page may be closed meanwhile. */
export function ProgressStep({ data }: { data: Import }) {
  const busy = useStore($busy) === 'stop'
  const { counts, pictures } = data
  const posts = counts.ready + counts.created + counts.failed
  const fetching = pictures.fetched < pictures.total && counts.created === 0
  const [done, total] = fetching
    ? [pictures.fetched, pictures.total]
    : [counts.created + counts.failed, posts]
  const label = fetching ? 'Fetching pictures and videos' : 'Adding posts'
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
        You can close this page: the import goes on, and you’ll find it here.
      </p>
      <div>
        <Button busy={busy} onClick={stopImport}>
          Stop
        </Button>
      </div>
    </section>
  )
}
