import { useStore } from '@nanostores/react'
import { RotateCw, TriangleAlert } from 'lucide-react'

import { formatBytes } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import type { DraftMedia } from './media.ts'
import { $mediaProblems } from './problems.ts'
import { retryUploads } from './uploads.ts'

/** Type, upload progress and problems of a file. */
export function MediaState({ item }: { item: DraftMedia }) {
  const problem = useStore($mediaProblems).get(item.id)
  const { upload } = item
  return (
    <>
      <span className="text-xs text-soft tabular-nums">
        {item.kind === 'video' ? 'Video' : 'Picture'}, {formatBytes(item.bytes)}
        {item.crop && `, cropped ${item.crop.ratio === 'original' ? '' : `to ${item.crop.ratio}`}`}
        {upload.state === 'uploading' && `, ${Math.floor(upload.fraction * 100)}% uploaded`}
        {upload.state === 'waiting' && ', waiting to upload'}
      </span>
      {upload.state === 'failed' && (
        <span ref={keepFocus} className="mt-1 flex flex-wrap items-center gap-2">
          <FieldError message={upload.message} />
          {upload.passing && (
            <Button
              small
              look="quiet"
              onClick={retryUploads}
              icon={<RotateCw aria-hidden="true" className="size-3.5" />}
            >
              Try again
            </Button>
          )}
        </span>
      )}
      {problem && (
        <span className="mt-1 flex items-start gap-1.5 text-xs font-medium text-amber">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </span>
      )}
    </>
  )
}
