import { useStore } from '@nanostores/react'
import { Upload } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'

import { ACCEPTED_FILES } from '#shared/media/media.ts'
import { Button } from '#site/ui/Button.tsx'
import { $arrivals, type Arrival, uploadFiles } from './arrivals.ts'

type AddFilesProps = Pick<ComponentProps<typeof Button>, 'variant' | 'small'> & {
  label?: string
  /** Called when each file is in the library, or has failed. */
  onAdded?: () => unknown
}

/** Uploads files into the library. */
export function AddFiles({ label = 'Add files', onAdded, ...look }: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...look}
        onClick={() => input.current?.click()}
        icon={<Upload aria-hidden="true" className="size-4" />}
      >
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

/** Files that are being uploaded or converted. A conversion goes on when the page is closed. */
export function Arrivals() {
  const arrivals = useStore($arrivals)
  if (arrivals.length === 0) return null
  return (
    <ul
      aria-label="Files on their way"
      className="grid gap-3 rounded-box border border-base-300 bg-raised p-4 text-sm"
    >
      {arrivals.map(arrival => (
        <ArrivalRow key={arrival.id} {...arrival} />
      ))}
    </ul>
  )
}

function ArrivalRow({ name, isConverting, share }: Arrival) {
  const isChecking = !isConverting && share === 1
  const percent = Math.floor(share * 100)
  const doing = isConverting ? 'Converting' : isChecking ? 'Checking' : 'Uploading'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
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
    </li>
  )
}
