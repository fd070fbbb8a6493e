import { ImageUp } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'

import { ACCEPTED_TYPES, MAX_FILES, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '#shared/media/media.ts'
import { formatBytes } from '#site/lib/format.ts'
import { DropLabel } from '#site/ui/fields/DropLabel.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'

export type FileInputProps = {
  ref: Ref<HTMLInputElement>
  over: boolean
  error: string | undefined
  onFiles: (files: readonly File[]) => void
}

const LIMITS = `Up to ${MAX_FILES} files: JPG, JPEG and PNG to ${formatBytes(MAX_IMAGE_BYTES)}, MP4 to ${formatBytes(MAX_VIDEO_BYTES)}.`

export function FileInput({ ref, over, error, onFiles }: FileInputProps) {
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    onFiles([...(event.target.files ?? [])])
    event.target.value = ''
  }

  return (
    <div className="grid gap-1.5">
      <DropLabel
        over={over}
        invalid={!!error}
        className="grid justify-items-center gap-1 px-6 py-8 text-center"
      >
        <ImageUp aria-hidden="true" className="mb-1 size-7" strokeWidth={1.75} />
        <span className="text-sm font-semibold">
          {over ? 'Drop to add them' : 'Drop pictures or a video here, or choose files'}
        </span>
        <span id="media-limits" className="text-xs text-soft">
          {LIMITS}
        </span>
        <input
          ref={ref}
          type="file"
          multiple
          accept={ACCEPTED_TYPES.join(',')}
          aria-label="Add pictures or a video"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'media-error media-limits' : 'media-limits'}
          onChange={onChange}
          className="sr-only"
        />
      </DropLabel>
      <div role="alert">{error && <FieldError id="media-error" message={error} />}</div>
    </div>
  )
}
