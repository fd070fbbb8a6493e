import { MapPin } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'

import type { PictureAnchor } from '#shared/posts/anchors.ts'
import type { PreviewFile } from '#site/ui/media/MediaThumbnail.tsx'
import { type Remark, useRemarks } from './Remarks.tsx'

export const NUMBER =
  'grid size-6 shrink-0 place-items-center rounded-full border border-primary-content bg-primary text-xs font-bold text-primary-content tabular-nums'

/** The number of a remark on a preview. Pressing it shows the remark. CSS writes it, so that it isn't part of a selected text. */
export function Pin({
  remark,
  className,
  style,
}: {
  remark: Remark
  className: string
  style?: CSSProperties
}) {
  const remarks = useRemarks()
  const button = useRef<HTMLButtonElement>(null)
  const isSought = remarks?.sought?.id === remark.id
  useEffect(() => {
    if (!isSought) return
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'center' })
    remarks?.seek(undefined)
  })
  return (
    <button
      ref={button}
      type="button"
      data-number={remark.label}
      aria-label={`Remark ${remark.label}`}
      className={`${NUMBER} cursor-pointer before:content-[attr(data-number)] after:absolute after:-inset-2.5 ${className}`}
      style={style}
      onClick={() => {
        const shown = document.getElementById(`remark-${remark.id}`)
        shown?.focus()
        shown?.scrollIntoView({ block: 'center' })
      }}
    />
  )
}

type PinsProps = {
  file: PreviewFile
  /** True if the picture is shown whole. Otherwise it fills its frame, which cuts it. */
  isWhole?: boolean
}

/** The pins on a picture of a preview, over a frame with its ratio. While the user chooses a place, the frame is a button. */
export function Pins({ file, isWhole = false }: PinsProps) {
  const remarks = useRemarks()
  if (!remarks || file.kind !== 'image') return null
  const here = remarks.remarks.filter(
    ({ anchor, isOpen }) => isOpen && 'mediaId' in anchor && anchor.mediaId === file.id,
  )
  if (here.length === 0 && !remarks.isPlacing) return null
  const { ratio = 1 } = file
  return (
    <span className="pointer-events-none absolute inset-0 overflow-clip [container-type:size]">
      <span
        className="absolute top-1/2 left-1/2 -translate-1/2 *:pointer-events-auto"
        style={{ aspectRatio: ratio, width: `${isWhole ? 'min' : 'max'}(100cqw, ${100 * ratio}cqh)` }}
      >
        {remarks.isPlacing && <Placer file={file} />}
        {!remarks.isPlacing &&
          here.map(remark => (
            <Pin
              key={remark.id}
              remark={remark}
              className="absolute -translate-1/2"
              style={placeOf(remark.anchor as PictureAnchor)}
            />
          ))}
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
    // A press of a key has no place.
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
