import { useStore } from '@nanostores/react'
import { Images, Info } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'

import { describeMediaRules, describeSelection } from '#shared/media/network-media.ts'
import { networks } from '#shared/networks.ts'
import { $enabled, $errors } from '#site/dashboard/composer/draft/draft.ts'
import { $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { Button } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { FileInput } from './FileInput.tsx'
import { $media, type DraftMedia, moveMedia } from './media.ts'
import { MediaNotes } from './MediaNotes.tsx'
import { MediaTile } from './MediaTile.tsx'
import { $oneKind, $positions, chooseKind } from './network-media.ts'
import { addFiles, bringsMedia, removeFile, takeDropped } from './uploads.ts'

const LibraryDialog = lazyComponent(async () => (await import('./LibraryDialog.tsx')).LibraryDialog)

/** Picker for pictures and videos; also a drop area. */
export function MediaPicker() {
  const media = useStore($media)
  const { media: error } = useStore($errors)
  const isPartlyOut = useStore($isPartlyOut)
  const [over, setOver] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function onDragOver(event: DragEvent) {
    if (!bringsMedia(event.dataTransfer)) return
    event.preventDefault()
    setOver(true)
  }

  function onDragLeave(event: DragEvent) {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
      setOver(false)
  }

  function onDrop(event: DragEvent) {
    if (!bringsMedia(event.dataTransfer)) return
    event.preventDefault()
    setOver(false)
    takeDropped(event.dataTransfer)
  }

  return (
    <section
      aria-labelledby="media"
      inert={isPartlyOut}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
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
        <FileInput ref={input} over={over} error={error} count={media.length} onFiles={addFiles} />
        <Button
          variant="quiet"
          className="h-auto min-h-24 w-24 flex-col gap-1 px-1 text-xs leading-tight font-medium whitespace-normal"
          onClick={() => setChoosing(true)}
          icon={<Images aria-hidden="true" className="size-5" />}
        >
          Choose from media
        </Button>
      </div>
      {choosing && <LibraryDialog onClose={() => setChoosing(false)} />}
      <MediaNotes media={media} error={error} />
      <OneKindNote />
    </section>
  )
}

type MediaStripProps = { media: readonly DraftMedia[]; onEmpty: () => void }

/** The files in order, moved by dragging, by arrow keys, or from their details. */
function MediaStrip({ media, onEmpty }: MediaStripProps) {
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLOListElement>(null)

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
            className={`relative size-24 cursor-grab rounded-field ${dragged === item.id ? 'opacity-50' : ''}`}
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

/** Explains the kinds of media that a network accepts if it doesn't accept all, and offers the alternative. */
function OneKindNote() {
  const media = useStore($media)
  const positions = useStore($positions)
  const kind = useStore($oneKind)
  const restricted = useStore($enabled).filter(each => positions[each].length < media.length)
  const choosing = restricted.find(each => networks[each].video)
  if (restricted.length === 0) return null
  const other = kind === 'video' ? 'image' : 'video'
  const kinds = media.map(item => item.kind)
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-2 text-xs">
      <Info aria-hidden="true" className="size-4 shrink-0 text-info" />
      <div className="grid min-w-48 grow basis-0 gap-1">
        {restricted.map(network => (
          <p key={network}>
            {describeMediaRules(network)}: {describeSelection(kinds, positions[network])}.
          </p>
        ))}
      </div>
      {choosing && kinds.includes(other) && (
        <Button small onClick={() => chooseKind(other)}>
          Send the {other === 'video' ? 'video' : 'pictures'} instead
        </Button>
      )}
    </div>
  )
}
