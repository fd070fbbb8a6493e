import { useStore } from '@nanostores/react'
import { ImageOff, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { networkNames } from '#shared/listed.ts'
import { networks } from '#shared/networks.ts'
import { $draft, $enabled, setTextOnly } from '#site/dashboard/composer/draft/draft.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { Button, keepFocus } from '#site/ui/Button.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'
import type { DraftMedia } from './media.ts'
import { $mediaProblems } from './problems.ts'
import { retryUploads } from './uploads.ts'

type MediaNotesProps = { media: readonly DraftMedia[]; error: string | undefined }

/** Errors and warnings below the files, and the choice to post without a picture. */
export function MediaNotes({ media, error }: MediaNotesProps) {
  const problems = useStore($mediaProblems)
  const failed = media.filter(({ upload }) => upload.state === 'failed')
  // Screen readers already read a toast with the same text.
  const isSaid = useStore($toasts).some(({ message }) => message === error)
  const notes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) notes.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={notes} className="grid gap-1.5 empty:hidden">
      <div role={isSaid ? undefined : 'alert'} className="empty:hidden">
        {error && <FieldError id="media-error" message={error} />}
      </div>
      {media.length === 0 && <TextOnly />}
      {failed.map(item => (
        <Failed key={item.id} item={item} />
      ))}
      {media.flatMap(({ id }) => {
        const problem = problems.get(id)
        if (!problem) return []
        return [
          <p key={id} className="flex items-start gap-1.5 text-xs font-medium text-amber">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            {problem.message}
          </p>,
        ]
      })}
    </div>
  )
}

/** Offers to post without a picture, unless every chosen network needs one, and to undo that choice. */
function TextOnly() {
  const { textOnly, leftOut } = useStore($draft)
  const canDoWithout = useStore($enabled).some(network => !networks[network].needsMedia)
  if (textOnly)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {`This post goes out without a picture${leftOut.length > 0 ? `, and not on ${networkNames(leftOut)}` : ''}.`}
        <span ref={keepFocus} className="-ms-3">
          <Button small variant="quiet" onClick={() => setTextOnly(false)}>
            Undo
          </Button>
        </span>
      </p>
    )
  if (!canDoWithout) return null
  return (
    <span ref={keepFocus} className="-ms-3">
      <Button
        small
        variant="quiet"
        onClick={chooseTextOnly}
        icon={<ImageOff aria-hidden="true" className="size-4" />}
      >
        Post without a picture
      </Button>
    </span>
  )
}

function chooseTextOnly() {
  setTextOnly(true)
  document.querySelector<HTMLElement>('[data-send-bar] [type=submit]')?.focus()
}

function Failed({ item: { name, upload } }: { item: DraftMedia }) {
  if (upload.state !== 'failed') return null
  return (
    <div ref={keepFocus} className="flex flex-wrap items-center gap-2">
      <FieldError message={upload.message.includes(name) ? upload.message : `${name}: ${upload.message}`} />
      {upload.transient && (
        <Button
          small
          variant="quiet"
          onClick={retryUploads}
          icon={<RotateCw aria-hidden="true" className="size-3.5" />}
        >
          Try again
        </Button>
      )}
    </div>
  )
}
