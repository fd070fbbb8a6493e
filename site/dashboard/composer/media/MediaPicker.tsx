import { useStore } from '@nanostores/react'
import { Images } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'

import { $errors } from '#site/dashboard/composer/draft/draft.ts'
import { $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { Button } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { FileInput } from './FileInput.tsx'
import { $media } from './media.ts'
import { MediaNotes } from './MediaNotes.tsx'
import { MediaStrip } from './MediaStrip.tsx'
import { OneKindNote } from './OneKindNote.tsx'
import { addFiles } from './uploads.ts'

const LibraryDialog = lazyComponent(async () => (await import('./LibraryDialog.tsx')).LibraryDialog)

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Picker for pictures and videos; also a drop area. */
export function MediaPicker() {
  const media = useStore($media)
  const { media: error } = useStore($errors)
  const isPartlyOut = useStore($isPartlyOut)
  const [over, setOver] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function onDragOver(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }

  function onDragLeave(event: DragEvent) {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
      setOver(false)
  }

  function onDrop(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    addFiles([...event.dataTransfer.files])
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
