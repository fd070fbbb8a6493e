import { useStore } from '@nanostores/react'
import { Upload } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'

import { ACCEPTED_FILES } from '#shared/media/media.ts'
import { Button } from '#site/ui/Button.tsx'
import { $arrivals, $batch, type Arrival, dismissFailed, uploadFiles } from './arrivals.ts'

type AddFilesProps = Pick<ComponentProps<typeof Button>, 'variant' | 'small'> & {
  label?: string
  /** Called when each file is in the library, or has failed. */
  onAdded?: () => unknown
}

export function AddFiles({ label = 'Add files', onAdded, ...look }: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()} icon={<Upload />}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        aria-label="Add pictures or videos"
        onChange={event => {
          void uploadFiles([...(event.target.files ?? [])]).then(onAdded)
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Files that are being uploaded or converted. */
export function Arrivals() {
  const arrivals = useStore($arrivals)
  const { total, failed } = useStore($batch)
  const [first] = arrivals
  if (!first && failed.length === 0) return null
  return (
    <section
      aria-label="Files on their way"
      className="grid gap-3 rounded-box border border-base-300 bg-raised p-4 text-sm"
    >
      {first && (total > 1 ? <Progress arrivals={arrivals} total={total} /> : <ArrivalRow {...first} />)}
      {failed.length > 0 && (
        <div className="flex items-start justify-between gap-4">
          <ul aria-label="Files that didn’t arrive" className="grid min-w-0 gap-1 text-error">
            {failed.map(({ id, name, reason }) => (
              <li key={id} className="wrap-anywhere">
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
          <Button small variant="quiet" onClick={dismissFailed}>
            Dismiss
          </Button>
        </div>
      )}
    </section>
  )
}

/** '12 of 30 uploaded', with one bar for all. */
function Progress({ arrivals, total }: { arrivals: readonly Arrival[]; total: number }) {
  const done = total - arrivals.length
  // A file that is being converted has arrived.
  const shares = arrivals.map(({ isConverting, share }) => (isConverting ? 1 : share))
  const percent = Math.floor(((done + shares.reduce((sum, share) => sum + share, 0)) / total) * 100)
  const converting = arrivals.filter(({ isConverting }) => isConverting).length
  return (
    <div className="grid gap-1">
      <p className="font-semibold tabular-nums">
        {done} of {total} uploaded
        {converting > 0 && <span className="font-normal text-soft"> · {converting} being converted</span>}
      </p>
      <progress aria-label="Upload" max={100} value={percent} className="progress w-full progress-primary" />
    </div>
  )
}

function ArrivalRow({ name, isConverting, share }: Arrival) {
  const isChecking = !isConverting && share === 1
  const percent = Math.floor(share * 100)
  const doing = isConverting ? 'Converting' : isChecking ? 'Checking' : 'Uploading'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <span className="truncate font-semibold">{name}</span>
      <span className="text-soft">
        {doing}{' '}
        {!isChecking && (
          <span translate="no" className="tabular-nums">
            {percent}%
          </span>
        )}
      </span>
      <progress
        aria-label={`${doing} ${name}`}
        max={100}
        value={isChecking ? undefined : percent}
        className="progress col-span-full progress-primary"
      />
    </div>
  )
}
