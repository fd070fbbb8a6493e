import { ImageUp, Plus } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'

import { ACCEPTED_FILES, MAX_FILES, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '#shared/media/media.ts'
import { formatBytes } from '#site/lib/format.ts'
import { DropLabel } from '#site/ui/fields/DropLabel.tsx'

export type FileInputProps = {
  ref: Ref<HTMLInputElement>
  over: boolean
  error: string | undefined
  /** Number of files so far. */
  count: number
  onFiles: (files: readonly File[]) => void
}

const LIMITS = `Up to ${MAX_FILES} files: pictures (JPG, PNG, HEIC, WebP) to ${formatBytes(MAX_IMAGE_BYTES)}, videos (MP4, MOV) to ${formatBytes(MAX_VIDEO_BYTES)}.`

/** Shown as a line while there are no files, then as a tile after them. */
export function FileInput({ ref, over, error, count, onFiles }: FileInputProps) {
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    onFiles([...(event.target.files ?? [])])
    event.target.value = ''
  }

  return (
    <DropLabel
      over={over}
      invalid={!!error}
      className={
        count === 0
          ? 'flex min-h-24 grow basis-40 flex-wrap items-center justify-center gap-x-3 gap-y-1 px-3 py-2 text-center @xl:flex-nowrap'
          : 'grid size-24 place-content-center justify-items-center gap-1 text-center'
      }
    >
      {count === 0 ? (
        <>
          <ImageUp aria-hidden="true" className="size-6 text-soft" strokeWidth={1.75} />
          <span className="grid @xl:text-start">
            <span className="text-sm font-semibold">
              {over ? (
                'Drop to add them'
              ) : (
                <>
                  <span className="pointer-coarse:hidden">
                    Drop pictures or a video here, or choose files
                  </span>
                  <span className="hidden pointer-coarse:inline">Choose pictures or a video</span>
                </>
              )}
            </span>
            <span className="text-xs text-soft">{LIMITS}</span>
          </span>
        </>
      ) : (
        <>
          <Plus aria-hidden="true" className="size-5" />
          <span className="text-xs text-soft tabular-nums">
            {count} of {MAX_FILES}
          </span>
        </>
      )}
      <span id="media-limits" hidden>
        {LIMITS}
      </span>
      <input
        ref={ref}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        aria-label="Add pictures or a video"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'media-error media-limits' : 'media-limits'}
        onChange={onChange}
        className="sr-only"
      />
    </DropLabel>
  )
}
