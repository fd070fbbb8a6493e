import { type DragEvent, useRef, useState } from 'react'

import { type DraftMedia, moveMedia } from './media.ts'
import { MediaRow } from './MediaRow.tsx'
import { removeFile } from './uploads.ts'

type MediaListProps = { media: readonly DraftMedia[]; onEmpty: () => void }

/** The files in order, moved by buttons or by dragging the handle. */
export function MediaList({ media, onEmpty }: MediaListProps) {
  const firstPicture = media.find(({ kind }) => kind === 'image')
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLOListElement>(null)

  // Moving a row in the DOM loses its focus.
  function move(item: DraftMedia, position: number, button: HTMLElement) {
    if (position < 0 || position >= media.length) return
    moveMedia(item.id, position)
    setAnnouncement(`${item.name} is now ${position + 1} of ${media.length}.`)
    requestAnimationFrame(() => button.focus())
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
      <ol ref={list} aria-label="Files" className="grid grid-cols-1 gap-3 empty:hidden">
        {media.map((item, index) => (
          <li
            key={item.id}
            onDragOver={event => onDragOver(event, index)}
            onDrop={event => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
            className={`rounded-box border border-base-300 bg-raised ${dragged === item.id ? 'opacity-50' : ''}`}
          >
            <MediaRow
              item={item}
              index={index}
              count={media.length}
              explained={item === firstPicture}
              onMove={(position, button) => move(item, position, button)}
              onRemove={() => remove(item, index)}
              onDragStart={() => setDragged(item.id)}
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
