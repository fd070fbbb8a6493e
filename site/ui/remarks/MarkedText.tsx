import { type ReactNode, useEffect, useRef, useState } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { findQuote, type TextAnchor } from '#shared/posts/anchors.ts'
import { markLinks } from '#shared/text/tags.ts'
import { Button } from '#site/ui/Button.tsx'
import { Pin } from './Pin.tsx'
import { type Remark, useRemarks } from './Remarks.tsx'

export type Passage = { remark: Remark; from: number; to: number }

const EVERYWHERE = { linksWork: true, tagsWork: true, mentions: 'usernames' } as const

/** Cuts a text where passages and the network's links begin and end. Exported for its test. */
export function cutText(text: string, passages: readonly Passage[], network?: NetworkId) {
  const edges = passages.flatMap(({ from, to }) => [from, to])
  let end = 0
  return markLinks(text, network ? networks[network] : EVERYWHERE).flatMap(({ piece, isLink }) => {
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

/** Returns the passages of a network's text that open remarks are about. */
export function usePassages(text: string, network: NetworkId | undefined): Passage[] {
  return (useRemarks()?.remarks ?? []).flatMap(remark => {
    const { anchor, isOpen } = remark
    if (!isOpen || 'mediaId' in anchor || anchor.network !== network) return []
    const from = findQuote(text, anchor)
    return from === undefined ? [] : { remark, from, to: from + anchor.quote.length }
  })
}

/** A text with its links, and the passages that remarks are about. It isn’t translated, because networks get it as it is. */
export function MarkedText({ text, network }: MarkedTextProps) {
  const remarks = useRemarks()
  const passages = usePassages(text, network)
  return (
    <span translate="no" data-text={remarks?.mayRemark ? network : undefined}>
      {cutText(text, passages, network).map(({ piece, isLink, isMarked, remarks }, index) => {
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

type Quote = Pick<TextAnchor, 'quote' | 'from'>

/** Returns the selected text, and its position in an element whose content is the text. */
function readShown(selected: Range, element: Element): Quote {
  const before = document.createRange()
  before.selectNodeContents(element)
  before.setEnd(selected.startContainer, selected.startOffset)
  const text = selected.toString()
  const quote = text.trim()
  return { quote, from: before.toString().length + text.indexOf(quote) }
}

/** Returns the selected passage of a text, without spaces around it, and the distance of its lower end from the top of the text. */
function selectedIn(
  element: Element,
  network: NetworkId,
  read = readShown,
): (TextAnchor & { below: number }) | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const selected = selection.getRangeAt(0).cloneRange()
  if (!selected.intersectsNode(element)) return undefined
  const whole = document.createRange()
  whole.selectNodeContents(element)
  if (selected.compareBoundaryPoints(Range.START_TO_START, whole) < 0)
    selected.setStart(whole.startContainer, whole.startOffset)
  if (selected.compareBoundaryPoints(Range.END_TO_END, whole) > 0)
    selected.setEnd(whole.endContainer, whole.endOffset)
  const found = read(selected, element)
  if (found.quote === '' || found.quote.length > MAX_QUOTE) return undefined
  return {
    network,
    ...found,
    below: selected.getBoundingClientRect().bottom - element.getBoundingClientRect().top,
  }
}

const MAX_QUOTE = 1000

type RemarkableProps = {
  network: NetworkId
  /** Finds a selection in the text; for content that isn't the text itself. */
  read?: typeof readShown
  children: ReactNode
}

/** Wraps a `MarkedText`, and offers to remark on the selected passage. */
export function Remarkable({ network, read, children }: RemarkableProps) {
  const remarks = useRemarks()
  const container = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReturnType<typeof selectedIn>>()
  const mayRemark = remarks?.mayRemark ?? false
  useEffect(() => {
    if (!mayRemark) return undefined
    const note = () => {
      const text = container.current?.querySelector('[data-text]')
      setSelected(text ? selectedIn(text, network, read) : undefined)
    }
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [mayRemark, network, read])
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
