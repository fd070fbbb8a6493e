import { MapPin } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'

import type { PictureAnchor } from '#shared/posts/anchors.ts'
import type { PreviewFile } from '#site/ui/media/MediaThumbnail.tsx'
import { NUMBER, Pin } from './Pin.tsx'
import { type Remark, useRemarks } from './Remarks.tsx'

type PicturePinsProps = {
  file: PreviewFile
  /** The remarks on this picture. */
  remarks: readonly Remark[]
  /** True while the user chooses a place. */
  isPlacing: boolean
  /** True if the picture is shown whole. Otherwise it fills its frame, which cuts it. */
  isWhole: boolean
}

/** The pins on a picture of a preview, over a frame with its ratio. While the user chooses a place, the frame is a button. */
export const PicturePins = ({ file, remarks, isPlacing, isWhole }: PicturePinsProps) => {
  const { ratio = 1 } = file
  return (
    <span className="pointer-events-none absolute inset-0 overflow-clip [container-type:size]">
      <span
        className="absolute top-1/2 left-1/2 -translate-1/2 *:pointer-events-auto"
        style={{ aspectRatio: ratio, width: `${isWhole ? 'min' : 'max'}(100cqw, ${100 * ratio}cqh)` }}
      >
        {isPlacing ? (
          <Placer file={file} />
        ) : (
          remarks.map(remark => (
            <Pin
              key={remark.id}
              remark={remark}
              className="absolute -translate-1/2"
              style={placeOf(remark.anchor as PictureAnchor)}
            />
          ))
        )}
      </span>
    </span>
  )
}

/** Keeps a pin at the edge inside the picture. */
const placeOf = ({ x, y }: Pick<PictureAnchor, 'x' | 'y'>): CSSProperties => ({
  left: `clamp(0.75rem, ${100 * x}%, calc(100% - 0.75rem))`,
  top: `clamp(0.75rem, ${100 * y}%, calc(100% - 0.75rem))`,
})

const STEP = 0.05
const MOVES: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

const within = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1000) / 1000))

/** A picture as a button: pressing a place pins the remark there. Arrow keys move the pin, Enter sets it and Escape cancels. */
function Placer({ file }: { file: PreviewFile }) {
  const remarks = useRemarks()
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState({ x: 0.5, y: 0.5 })

  useEffect(() => {
    if (document.querySelector('[data-place]') === button.current) button.current?.focus()
  }, [])

  function onClick({ detail, clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // Pressing a key doesn't have a position in the picture.
    const chosen =
      detail === 0 ? at : { x: within((clientX - left) / width), y: within((clientY - top) / height) }
    remarks?.setAnchor({ mediaId: String(file.id), ...chosen })
    remarks?.setPlacing(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key]
    if (move) setAt({ x: within(at.x + move.x), y: within(at.y + move.y) })
    else if (event.key === 'Escape') remarks?.setPlacing(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <button
      ref={button}
      type="button"
      data-place
      aria-label={`Pin to ${file.altText || file.name}, ${Math.round(100 * at.x)}% from the left and ${Math.round(100 * at.y)}% from the top. Arrow keys move the pin, Enter sets it.`}
      className="group absolute inset-0 cursor-crosshair touch-manipulation outline-2 -outline-offset-2 outline-primary outline-dashed"
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <span
        className={`${NUMBER} absolute hidden -translate-1/2 group-focus-visible:grid`}
        style={placeOf(at)}
      >
        <MapPin className="size-3.5" />
      </span>
    </button>
  )
}
