import { Fragment, type JSX, type ReactNode } from 'react'

import type { NetworkId } from '#shared/networks.ts'
import type { Article } from '#shared/posts/articles.ts'
import type { MarkdownBlock, MarkdownList, Run } from '#shared/text/markdown.ts'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { type Passage, Remarkable, usePassages } from '#site/ui/remarks/MarkedText.tsx'
import { Pin } from '#site/ui/remarks/Pin.tsx'
import { type Remark, useRemarks } from '#site/ui/remarks/Remarks.tsx'
import type { PreviewProps } from './parts.tsx'

type Piece = Run & { isMarked: boolean; remarks: Remark[] }

/** Returns the runs of blocks in the order of the text. */
const runsOf = (blocks: readonly MarkdownBlock[]): Run[] =>
  blocks.flatMap(block =>
    block.type === 'quote'
      ? runsOf(block.blocks)
      : block.type === 'list'
        ? block.items.flatMap(({ lines, lists }) => [...lines.flat(), ...runsOf(lists)])
        : block.lines.flat(),
  )

const endOf = ({ from, text }: Run) => from + text.length

/** Cuts runs where passages begin and end. A passage may also have marks in it, which aren't shown. Exported for its test. */
export function cutRuns(runs: readonly Run[], passages: readonly Passage[]): Map<Run, Piece[]> {
  const edges = passages.flatMap(({ from, to }) => [from, to])
  /** The last run in which a passage is shown, which has its pin. */
  const last = new Map(
    passages.map(passage => [
      passage,
      runs.findLast(run => run.from < passage.to && endOf(run) > passage.from),
    ]),
  )
  return new Map(
    runs.map(run => {
      const inside = edges.filter(edge => edge > run.from && edge < endOf(run))
      const cuts = [...new Set([run.from, ...inside, endOf(run)])].toSorted((a, b) => a - b)
      const pieces = cuts.slice(0, -1).map((from, index) => {
        const to = cuts[index + 1] ?? endOf(run)
        return {
          ...run,
          from,
          text: run.text.slice(from - run.from, to - run.from),
          isMarked: passages.some(passage => passage.from <= from && passage.to >= to),
          remarks: passages
            .filter(passage => last.get(passage) === run && Math.min(passage.to, endOf(run)) === to)
            .map(({ remark }) => remark),
        }
      })
      return [run, pieces]
    }),
  )
}

/** Returns the part of the source text that corresponds to a selection in the rendered article. */
function selectedSource(selected: Range, text: Element, source: string) {
  const shown = [...text.querySelectorAll<HTMLElement>('[data-from]')].filter(piece =>
    selected.intersectsNode(piece),
  )
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return { quote: '', from: 0 }
  const startOf = ({ dataset }: HTMLElement) => Number(dataset['from'])
  const isIn = (piece: Element, node: Node) => node instanceof Text && piece.contains(node)
  const from = startOf(first) + (isIn(first, selected.startContainer) ? selected.startOffset : 0)
  const to =
    startOf(last) + (isIn(last, selected.endContainer) ? selected.endOffset : last.textContent.length)
  const part = source.slice(from, to)
  return { quote: part.trim(), from: from + part.length - part.trimStart().length }
}

type ArticleTextProps = Pick<PreviewProps, 'text' | 'whole' | 'placeholder' | 'editable'> & {
  network: NetworkId
  blocks: Article['blocks']
}

/** The text of an article with its headings, lists and quotes, as the website shows it. */
export function ArticleText({ network, text, blocks, whole, placeholder, editable }: ArticleTextProps) {
  const remarks = useRemarks()
  const pieces = cutRuns(runsOf(blocks), usePassages(text, network))
  const shown = (
    <div
      translate="no"
      data-text={remarks?.mayRemark ? network : undefined}
      className="grid grid-cols-1 gap-2.5 text-sm leading-snug wrap-anywhere"
    >
      {text.trim() === '' && <p className="text-soft">{placeholder}</p>}
      <Blocks blocks={blocks} pieces={pieces} />
    </div>
  )
  const remarkable = (
    <Remarkable network={network} read={(selected, element) => selectedSource(selected, element, text)}>
      {whole ? (
        <div dir="auto">{shown}</div>
      ) : (
        <ClampedText lines="blocks" more="See more" className="text-sm leading-snug">
          {shown}
        </ClampedText>
      )}
    </Remarkable>
  )
  return editable ? editable(remarkable) : remarkable
}

type Pieces = { pieces: Map<Run, Piece[]> }

const HEADING_SIZES = { 2: 'text-lg/snug', 3: 'text-base/snug', 4: 'text-sm', 5: 'text-sm', 6: 'text-sm' }

const Blocks = ({ blocks, pieces }: Pieces & { blocks: readonly MarkdownBlock[] }): ReactNode =>
  blocks.map((block, index) => {
    switch (block.type) {
      case 'paragraph':
        return (
          <p key={index}>
            <Lines lines={block.lines} pieces={pieces} />
          </p>
        )
      // No headings to a screen reader, because those of our page are another outline.
      case 'heading':
        return (
          <p key={index} className={`mt-1 font-display font-semibold ${HEADING_SIZES[block.level]}`}>
            <Lines lines={block.lines} pieces={pieces} />
          </p>
        )
      case 'quote':
        return (
          <blockquote key={index} className="grid grid-cols-1 gap-2 border-s-2 border-edge ps-3">
            <Blocks blocks={block.blocks} pieces={pieces} />
          </blockquote>
        )
      case 'list':
        return <List key={index} list={block} pieces={pieces} />
    }
    return null
  })

function List({ list: { isOrdered, items }, pieces }: Pieces & { list: MarkdownList }) {
  const Tag: keyof JSX.IntrinsicElements = isOrdered ? 'ol' : 'ul'
  return (
    <Tag className={`grid grid-cols-1 gap-1 ps-5 [li_&]:mt-1 ${isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {items.map(({ lines, lists }, index) => (
        <li key={index}>
          <Lines lines={lines} pieces={pieces} />
          {lists.map((list, inner) => (
            <List key={inner} list={list} pieces={pieces} />
          ))}
        </li>
      ))}
    </Tag>
  )
}

const Lines = ({ lines, pieces }: Pieces & { lines: readonly Run[][] }) =>
  lines.map((runs, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {runs.flatMap(run =>
        (pieces.get(run) ?? []).map(piece => (
          <Fragment key={piece.from}>
            <Styled piece={piece} />
            {piece.remarks.map(remark => (
              <Pin
                key={remark.id}
                remark={remark}
                className="relative mx-0.5 inline-grid size-5! align-text-bottom"
              />
            ))}
          </Fragment>
        )),
      )}
    </Fragment>
  ))

function Styled({ piece: { text, from, url, isBold, isItalic, isMarked } }: { piece: Piece }) {
  let shown: ReactNode = (
    <span data-from={from} className={url === undefined ? undefined : 'text-info underline'}>
      {text}
    </span>
  )
  if (isItalic) shown = <em>{shown}</em>
  if (isBold) shown = <strong>{shown}</strong>
  return isMarked ? <mark className="bg-primary/30 text-inherit">{shown}</mark> : shown
}
