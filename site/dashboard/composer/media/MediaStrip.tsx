import { type DragEvent, useRef, useState } from 'react'

import { type DraftMedia, moveMedia } from './media.ts'
import { MediaTile } from './MediaTile.tsx'
import { removeFile } from './uploads.ts'

type MediaStripProps = { media: readonly DraftMedia[]; onEmpty: () => void }

/** The files in order, moved by dragging, by arrow keys, or from their details. */
export function MediaStrip({ media, onEmpty }: MediaStripProps) {
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
