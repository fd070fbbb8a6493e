import { useStore } from '@nanostores/react'
import { type DragEvent, useRef, useState } from 'react'

import { MAX_FILES } from '#shared/media/media.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { classes } from '#site/ui/classes.ts'
import { FileInput } from './FileInput.tsx'
import { $media } from './media.ts'
import { MediaList } from './MediaList.tsx'
import { OneKindNote } from './OneKindNote.tsx'
import { addFiles } from './uploads.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Picker for pictures and videos; also a drop area. */
export function MediaPicker() {
  const media = useStore($media)
  const { media: error } = useStore($errors)
  const [over, setOver] = useState(false)
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
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
      className={classes(
        'grid grid-cols-1 gap-4 rounded-box',
        over && 'outline-2 outline-offset-8 outline-primary',
      )}
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="media" className="text-lg">
          Pictures and video
        </h2>
        <p className="text-xs text-soft tabular-nums">
          {media.length} of {MAX_FILES}
        </p>
      </div>
      <MediaList media={media} onEmpty={() => input.current?.focus()} />
      <FileInput ref={input} over={over} error={error} onFiles={addFiles} />
      <OneKindNote />
    </section>
  )
}
