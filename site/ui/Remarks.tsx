import { MapPin, X } from 'lucide-react'
import {
  createContext,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { type Anchor, findQuote, type PictureAnchor, type TextAnchor } from '#shared/posts/anchors.ts'
import type { PostComment } from '#shared/posts/approvals.ts'
import { excerpt } from '#shared/text/graphemes.ts'
import { markLinks } from '#shared/text/tags.ts'
import { Button } from './Button.tsx'
import type { PreviewFile } from './media/MediaThumbnail.tsx'

/** Everything that goes out on one network. */
export type NetworkPost = {
  network: NetworkId
  /** The account's name; if it is empty, the network's is shown. */
  name: string
  username: string
  picture: string
  text: string
  time: string
  /** First comment; empty without one. */
  comment: string
  media: readonly MediaItem[]
}

/** A comment on a part of the post. Its number is on the preview and beside the comment. */
type Remark = { id: string; number: number; anchor: Anchor }

type RemarksState = {
  posts: readonly NetworkPost[]
  remarks: readonly Remark[]
  mayRemark: boolean
  /** The part that the comment is about that is being written. */
  anchor: Anchor | undefined
  setAnchor: (anchor: Anchor | undefined) => void
  /** True while the user chooses a place in a picture. */
  isPlacing: boolean
  setPlacing: (isPlacing: boolean) => void
  /** The remark whose pin is to be shown and focused. */
  sought: Remark | undefined
  seek: (remark: Remark | undefined) => void
}

const Context = createContext<RemarksState | undefined>(undefined)

export const useRemarks = () => useContext(Context)

type RemarksProps = {
  posts: readonly NetworkPost[]
  comments: readonly PostComment[]
  mayRemark: boolean
  children: ReactNode
}

/** Connects the previews of a post with the comments that are about parts of it. */
export function Remarks({ posts, comments, mayRemark, children }: RemarksProps) {
  const [anchor, setAnchor] = useState<Anchor>()
  const [isPlacing, setPlacing] = useState(false)
  const [sought, seek] = useState<Remark>()
  const state = useMemo(() => {
    const remarks = comments
      .flatMap(({ _id, anchor }) => (anchor ? { id: _id, anchor } : []))
      .map((each, index) => ({ ...each, number: index + 1 }))
    return { posts, remarks, mayRemark, anchor, setAnchor, isPlacing, setPlacing, sought, seek }
  }, [posts, comments, mayRemark, anchor, isPlacing, sought])
  return <Context value={state}>{children}</Context>
}

const NUMBER =
  'grid size-6 shrink-0 place-items-center rounded-full border border-primary-content bg-primary text-xs font-bold text-primary-content tabular-nums'

/** The number of a remark on a preview. Pressing it shows the remark. CSS writes it, so that it isn't part of a selected text. */
function Pin({ remark, className, style }: { remark: Remark; className: string; style?: CSSProperties }) {
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
      data-number={remark.number}
      aria-label={`Remark ${remark.number}`}
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
  const here = remarks.remarks.filter(({ anchor }) => 'mediaId' in anchor && anchor.mediaId === file.id)
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

type Passage = { remark: Remark; from: number; to: number }

/** Cuts a text where links and passages begin and end. Exported for its test. */
export function cutText(text: string, passages: readonly Passage[]) {
  const edges = passages.flatMap(({ from, to }) => [from, to])
  let end = 0
  return markLinks(text).flatMap(({ piece, isLink }) => {
    const start = end
    end += piece.length
    const inside = edges.filter(edge => edge > start && edge < end)
    const cuts = [...new Set([start, ...inside, end])].toSorted((a, b) => a - b)
    return cuts.slice(0, -1).map((from, index) => {
      const to = cuts[index + 1] ?? end
      return {
        piece: text.slice(from, to),
        isLink,
        isMarked: passages.some(passage => passage.from <= from && passage.to >= to),
        remarks: passages.filter(passage => passage.to === to && from < to).map(({ remark }) => remark),
      }
    })
  })
}

type MarkedTextProps = {
  text: string
  /** The network of a message, whose passages can be remarked on; missing for other texts. */
  network?: NetworkId | undefined
}

/** A text with its links, and the passages that remarks are about. It isn’t translated, because networks get it as it is. */
export function MarkedText({ text, network }: MarkedTextProps) {
  const remarks = useRemarks()
  const passages = (remarks?.remarks ?? []).flatMap(remark => {
    const { anchor } = remark
    if ('mediaId' in anchor || anchor.network !== network) return []
    const from = findQuote(text, anchor)
    return from === undefined ? [] : { remark, from, to: from + anchor.quote.length }
  })
  return (
    <span translate="no" data-text={remarks?.mayRemark ? network : undefined}>
      {cutText(text, passages).map(({ piece, isLink, isMarked, remarks }, index) => {
        const shown = isLink ? <span className="text-info">{piece}</span> : piece
        return (
          <span key={index}>
            {isMarked ? <mark className="bg-primary/30 text-inherit">{shown}</mark> : shown}
            {remarks.map(remark => (
              <Pin
                key={remark.id}
                remark={remark}
                className="relative mx-0.5 inline-grid size-5! align-text-bottom"
              />
            ))}
          </span>
        )
      })}
    </span>
  )
}

/** Returns the selected passage of a text, without spaces around it, and the distance of its lower end from the top of the text. */
function selectedIn(element: Element, network: NetworkId): (TextAnchor & { below: number }) | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const selected = selection.getRangeAt(0).cloneRange()
  if (!selected.intersectsNode(element)) return undefined
  const before = document.createRange()
  before.selectNodeContents(element)
  if (selected.compareBoundaryPoints(Range.START_TO_START, before) < 0)
    selected.setStart(before.startContainer, before.startOffset)
  if (selected.compareBoundaryPoints(Range.END_TO_END, before) > 0)
    selected.setEnd(before.endContainer, before.endOffset)
  before.setEnd(selected.startContainer, selected.startOffset)
  const text = selected.toString()
  const quote = text.trim()
  if (quote === '' || quote.length > MAX_QUOTE) return undefined
  return {
    network,
    quote,
    from: before.toString().length + text.indexOf(quote),
    below: selected.getBoundingClientRect().bottom - element.getBoundingClientRect().top,
  }
}

const MAX_QUOTE = 1000

/** Contains a text of `MarkedText`, and offers to remark on the passage that is selected in it. */
export function Remarkable({ network, children }: { network: NetworkId; children: ReactNode }) {
  const remarks = useRemarks()
  const container = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReturnType<typeof selectedIn>>()
  const mayRemark = remarks?.mayRemark ?? false
  useEffect(() => {
    if (!mayRemark) return undefined
    const note = () => {
      const text = container.current?.querySelector('[data-text]')
      setSelected(text ? selectedIn(text, network) : undefined)
    }
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [mayRemark, network])
  return (
    <div ref={container} className="relative">
      {children}
      {selected && (
        <Button
          small
          variant="ink"
          className="absolute end-0 z-10 shadow-lift"
          style={{ top: selected.below + 8 }}
          // Keeps the selection until the click.
          onPointerDown={event => event.preventDefault()}
          onClick={() => {
            const { below: _, ...anchor } = selected
            remarks?.setAnchor(anchor)
            getSelection()?.removeAllRanges()
          }}
        >
          Remark on this passage
        </Button>
      )}
    </div>
  )
}

type Found = { file: MediaItem } | { quote: string }

/** Returns the picture or passage of an anchor, or undefined if the post no longer has it. */
function find(anchor: Anchor, posts: readonly NetworkPost[]): Found | undefined {
  if ('mediaId' in anchor) {
    const file = posts.flatMap(({ media }) => media).find(({ _id }) => _id === anchor.mediaId)
    return file && { file }
  }
  const text = posts.find(({ network }) => network === anchor.network)?.text ?? ''
  return findQuote(text, anchor) === undefined ? undefined : { quote: anchor.quote }
}

const QUOTE_LENGTH = 80

/** A quote or the picture of an anchor, in one line. */
function Part({ anchor }: { anchor: Anchor }) {
  const found = find(anchor, useRemarks()?.posts ?? [])
  if (!found) return <>About {'mediaId' in anchor ? 'a picture' : 'text'} that has changed</>
  if ('quote' in found)
    return (
      <q dir="auto" translate="no" className="min-w-0 wrap-anywhere">
        {excerpt(found.quote, QUOTE_LENGTH)}
      </q>
    )
  return (
    <>
      <img
        src={found.file.thumbnailUrl ?? found.file.url}
        alt=""
        loading="lazy"
        className="size-9 rounded-field object-cover"
      />
      <span className="min-w-0 wrap-anywhere">{found.file.altText || 'Picture'}</span>
    </>
  )
}

const LINE = 'flex min-h-11 items-center gap-2 text-start text-xs text-soft'

/** What a comment is about, with its number. Pressing it shows the place on the preview. */
export function AnchorOf({ comment }: { comment: string }) {
  const remarks = useRemarks()
  const remark = remarks?.remarks.find(({ id }) => id === comment)
  if (!remarks || !remark) return null
  const label = (
    <>
      <span aria-hidden="true" className={NUMBER}>
        {remark.number}
      </span>
      <span className="sr-only">Remark {remark.number}:</span>
      <Part anchor={remark.anchor} />
    </>
  )
  return find(remark.anchor, remarks.posts) ? (
    <button
      type="button"
      id={`remark-${remark.id}`}
      className={`${LINE} w-full cursor-pointer rounded-field hover:text-base-content`}
      onClick={() => remarks.seek(remark)}
    >
      {label}
    </button>
  ) : (
    <p className={LINE}>{label}</p>
  )
}

/** Chooses the picture's place that a comment is about, and shows the chosen part. */
export function AnchorField() {
  const remarks = useRemarks()
  if (!remarks) return null
  const { posts, anchor, setAnchor, isPlacing, setPlacing } = remarks
  if (anchor)
    return (
      <p className={LINE}>
        <Part anchor={anchor} />
        <Button
          small
          variant="quiet"
          aria-label="Comment on the whole post"
          onClick={() => setAnchor(undefined)}
        >
          <X className="size-4" />
        </Button>
      </p>
    )
  if (!posts.some(({ media }) => media.some(({ kind }) => kind === 'image'))) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Button
        small
        variant="quiet"
        className="-ms-2"
        icon={<MapPin className="size-3.5" />}
        onClick={() => setPlacing(!isPlacing)}
      >
        {isPlacing ? 'Don’t pin' : 'Pin to picture'}
      </Button>
      <p role="status" className="text-xs text-soft">
        {isPlacing && 'Press the place in the picture.'}
      </p>
    </div>
  )
}
