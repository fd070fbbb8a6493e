import { useStore } from '@nanostores/react'
import { Images, ImageOff, RotateCw, ImageUp, Plus } from 'lucide-react'
import { type DragEvent, useRef, useState, useEffect, type ChangeEvent, type Ref } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { ACCEPTED_FILES, MAX_FILES, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '#shared/media/media.ts'
import { networks } from '#shared/networks.ts'
import { $enabled, $errors, $draft, setTextOnly } from '#site/dashboard/composer/draft/draft.ts'
import { $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { openLibrary } from '#site/dashboard/shared/library/open-library.ts'
import { formatBytes } from '#site/lib/format.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { DropLabel } from '#site/ui/fields/DropLabel.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { FieldWarning } from '#site/ui/fields/FieldWarning.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { $media, type DraftMedia, moveMedia, $restricted } from './media.ts'
import { $mediaProblems } from './problems.ts'
import { addFiles, addFromLibrary, bringsMedia, removeFile, retryUploads } from './uploads.ts'

const MediaTile = lazyPart(async () => (await import('./MediaTile.tsx')).MediaTile, {
  Fallback: () => <Skeleton className="size-24" />,
})

const OneKindNote = lazyPart(async () => (await import('./OneKindNote.tsx')).OneKindNote)

function chooseFromLibrary() {
  const media = $media.get()
  return openLibrary({
    taken: media.flatMap(({ upload }) => (upload.state === 'uploaded' ? [upload.item._id] : [])),
    room: MAX_FILES - media.length,
    labelFor: count => (count > 1 ? `Add ${count} files` : 'Add to post'),
    onChoose: addFromLibrary,
  })
}

/** Pictures and videos. Shows where files can be dropped, which the composer's form handles. */
export function MediaPicker() {
  const media = useStore($media)
  const { media: error } = useStore($errors)
  const isPartlyOut = useStore($isPartlyOut)
  const isRestricted = useStore($restricted).length > 0
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function onDragOver(event: DragEvent) {
    if (bringsMedia(event.dataTransfer)) setOver(true)
  }

  function onDragLeave(event: DragEvent) {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
      setOver(false)
  }

  return (
    <section
      aria-labelledby="media"
      inert={isPartlyOut}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={() => setOver(false)}
      className={classes(
        'grid grid-cols-1 gap-3 rounded-b-box border-t border-base-300 p-4',
        isPartlyOut && 'opacity-60',
        over && 'outline-2 -outline-offset-2 outline-primary',
      )}
    >
      <h2 id="media" className="sr-only">
        Pictures and video
      </h2>
      <div className="flex flex-wrap items-stretch gap-2">
        <MediaStrip media={media} onEmpty={() => input.current?.focus()} />
        <FileInput ref={input} over={over} error={error} count={media.length} />
        <Button
          variant="quiet"
          className="h-auto min-h-24 w-24 flex-col gap-1 px-1 text-xs leading-tight font-medium whitespace-normal"
          onClick={chooseFromLibrary}
          icon={<Images className="size-5" />}
        >
          Choose from media
        </Button>
      </div>
      <MediaNotes media={media} error={error} />
      {isRestricted && <OneKindNote />}
    </section>
  )
}

/** The files in order, which dragging, arrow keys and their details change. */
function MediaStrip({ media, onEmpty }: { media: readonly DraftMedia[]; onEmpty: () => void }) {
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => MediaTile.load(), [])

  function move(item: DraftMedia, position: number) {
    if (position < 0 || position >= media.length) return
    moveMedia(item.id, position)
    setAnnouncement(`${item.name} is now ${position + 1} of ${media.length}.`)
  }

  function remove(item: DraftMedia, index: number) {
    removeFile(item.id)
    setAnnouncement(`${item.name} removed.`)
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)]
      if (next) next.focus()
      else onEmpty()
    })
  }

  function onDragOver(event: DragEvent, index: number) {
    if (dragged === undefined) return
    event.preventDefault()
    if (media[index]?.id !== dragged) moveMedia(dragged, index)
  }

  return (
    <>
      <ol ref={list} aria-label="Files" className="flex flex-wrap gap-2 empty:hidden">
        {media.map((item, index) => (
          <li
            key={item.id}
            draggable
            onDragStart={() => setDragged(item.id)}
            onDragOver={event => onDragOver(event, index)}
            onDrop={event => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
            className={`w-24 cursor-grab rounded-field ${dragged === item.id ? 'opacity-50' : ''}`}
          >
            <MediaTile
              item={item}
              index={index}
              count={media.length}
              onMove={position => move(item, position)}
              onRemove={() => remove(item, index)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function MediaNotes({ media, error }: { media: readonly DraftMedia[]; error: string | undefined }) {
  const problems = useStore($mediaProblems)
  const failed = media.filter(({ upload }) => upload.state === 'failed')
  // Screen readers already read a toast with the same text.
  const isInToast = useStore($toasts).some(({ message }) => message === error)
  const notes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) notes.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={notes} className="grid gap-1.5 empty:hidden">
      <div role={isInToast ? undefined : 'alert'} className="empty:hidden">
        {error && <FieldError id="media-error" message={error} />}
      </div>
      {media.length === 0 && <TextOnly />}
      {failed.map(item => (
        <Failed key={item.id} item={item} />
      ))}
      {media.map(({ id }) => {
        const problem = problems.get(id)
        return problem && <FieldWarning key={id}>{problem.message}</FieldWarning>
      })}
    </div>
  )
}

/** Offers to post without a picture, unless every chosen network needs one. */
function TextOnly() {
  const { textOnly, leftOut } = useStore($draft)
  const canDoWithout = useStore($enabled).some(network => !networks[network].needsMedia)
  if (textOnly)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {`This post goes out without a picture${leftOut.length > 0 ? `, and not on ${networkNames(leftOut)}` : ''}.`}
        <span className="-ms-3">
          <Button small variant="quiet" onClick={() => setTextOnly(false)}>
            Undo
          </Button>
        </span>
      </p>
    )
  if (!canDoWithout) return null
  return (
    <span className="-ms-3">
      <Button small variant="quiet" onClick={chooseTextOnly} icon={<ImageOff />}>
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
    <div className="flex flex-wrap items-center gap-2">
      <FieldError message={upload.message.includes(name) ? upload.message : `${name}: ${upload.message}`} />
      {upload.transient && (
        <Button small variant="quiet" onClick={retryUploads} icon={<RotateCw className="size-3.5" />}>
          Try again
        </Button>
      )}
    </div>
  )
}

type FileInputProps = { ref: Ref<HTMLInputElement>; over: boolean; error: string | undefined; count: number }

const LIMITS = `Up to ${MAX_FILES} files: pictures (JPG, PNG, HEIC, WebP) to ${formatBytes(MAX_IMAGE_BYTES)}, videos (MP4, MOV) to ${formatBytes(MAX_VIDEO_BYTES)}.`

/** Button that chooses files: a wide one without files, else a tile after them. */
function FileInput({ ref, over, error, count }: FileInputProps) {
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    addFiles([...(event.target.files ?? [])])
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
          <ImageUp className="size-6 shrink-0 text-soft" strokeWidth={1.75} />
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
            <span className="text-xs text-pretty text-soft">{LIMITS}</span>
          </span>
        </>
      ) : (
        <>
          <Plus className="size-5" />
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
