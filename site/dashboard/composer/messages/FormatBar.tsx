import { Bold, Heading, Italic, Link, List, Quote, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks as all } from '#shared/networks.ts'
import { IconButton } from '#site/ui/IconButton.tsx'

/** Matches a mark of Markdown that looks odd where it isn't formatted. Lists read well. */
const MARK = /^#{1,6}(?= )|\*\*(?=\S)|\]\((?=https?:)/m

/** Returns a notice about networks that show marks as they are written, if another one formats them. */
export function marksNotice(ids: readonly NetworkId[], text: string): string | undefined {
  const literal = ids.filter(id => !all[id].takesMarkdown)
  const formatting = ids.filter(id => all[id].takesMarkdown)
  const mark = literal.length > 0 && formatting.length > 0 ? MARK.exec(text)?.[0] : undefined
  return (
    mark &&
    `“${mark}” is shown as written on ${networkNames(literal)}. Only ${networkNames(formatting)} formats it.`
  )
}

const TOOLS: { mark: Mark; label: string; key?: string; icon: ReactNode }[] = [
  { mark: 'heading', label: 'Heading', icon: <Heading /> },
  { mark: 'bold', label: 'Bold', key: 'b', icon: <Bold /> },
  { mark: 'italic', label: 'Italic', key: 'i', icon: <Italic /> },
  { mark: 'link', label: 'Link', icon: <Link /> },
  { mark: 'list', label: 'List', icon: <List /> },
  { mark: 'quote', label: 'Quote', icon: <Quote /> },
]

function put(box: HTMLTextAreaElement, mark: Mark) {
  if (box.readOnly) return
  const { start, end, text, selection } = marked(box.value, [box.selectionStart, box.selectionEnd], mark)
  box.focus()
  box.setSelectionRange(start, end)
  // Deprecated, but nothing else adds to what the browser can undo.
  document.execCommand('insertText', false, text)
  box.setSelectionRange(...selection)
}

/** Formats the message above, also by usual keys, or says which of its networks show marks as they are written. */
export function FormatBar({ networks, text }: { networks: readonly NetworkId[]; text: string }) {
  const root = useRef<HTMLDivElement>(null)
  const isFormatted = networks.every(id => all[id].takesMarkdown)
  const notice = marksNotice(networks, text)
  const findBox = () => root.current?.parentElement?.querySelector('textarea') ?? undefined

  useEffect(() => {
    const box = findBox()
    if (!isFormatted || !box) return undefined
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const tool = TOOLS.find(each => each.key === key.toLowerCase())
      if (!tool || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      put(box, tool.mark)
    }
    box.addEventListener('keydown', listen)
    return () => box.removeEventListener('keydown', listen)
  }, [isFormatted])

  function press(mark: Mark) {
    const box = findBox()
    if (box) put(box, mark)
  }

  return (
    <div ref={root} role={isFormatted ? undefined : 'status'} className="empty:hidden">
      {isFormatted ? (
        <div role="group" aria-label={`Format for ${networkNames(networks)}`} className="flex flex-wrap px-3">
          {TOOLS.map(({ mark, label, key, icon }) => (
            <IconButton
              key={mark}
              label={label}
              tip={key && `${label} (Ctrl ${key.toUpperCase()})`}
              icon={icon}
              className="[&_svg]:size-4"
              onClick={() => press(mark)}
            />
          ))}
        </div>
      ) : (
        notice && (
          <p className="flex items-start gap-1.5 px-4 pt-1 pb-2 text-xs/relaxed font-medium text-amber">
            <TriangleAlert className="mt-0.5 size-3.5 shrink-0" />
            {notice}
          </p>
        )
      )}
    </div>
  )
}

/** Marks of Markdown that `shared/text/markdown.ts` reads, around words and before lines. */
const WORD_MARKS = { bold: '**', italic: '*' }
const LINE_MARKS = { heading: '## ', list: '- ', quote: '> ' }
const ANY_LINE_MARK = /^(#{1,6} |[-*] |> ?|\d+[.)] )/

export type Mark = keyof typeof WORD_MARKS | keyof typeof LINE_MARKS | 'link'

/** Replaces the text from `start` to `end`, and selects a part of the new one. Positions are UTF-16 units. */
type Edit = { start: number; end: number; text: string; selection: [number, number] }

/** Adds a mark to the selected words or lines, or removes it. */
export function marked(text: string, selection: [number, number], mark: Mark): Edit {
  if (mark === 'link') return linked(text, selection)
  return mark in LINE_MARKS
    ? markedLines(text, selection, LINE_MARKS[mark as keyof typeof LINE_MARKS])
    : markedWords(text, selection, WORD_MARKS[mark as keyof typeof WORD_MARKS])
}

/** Leaves spaces outside, because marks beside spaces have no effect. */
function markedWords(text: string, selection: [number, number], mark: string): Edit {
  const [start, end] = trimmed(text, selection)
  const words = text.slice(start, end)
  const [before, after] = [text.slice(0, start), text.slice(end)]
  // `*` beside words may be half of `**`.
  const isPart = before.endsWith(mark + mark[0]) !== before.endsWith('***')
  if (before.endsWith(mark) && after.startsWith(mark) && !isPart)
    return replaced(start - mark.length, end + mark.length, words, [0, words.length])
  return replaced(start, end, mark + words + mark, [mark.length, mark.length + words.length])
}

function markedLines(text: string, [from, to]: [number, number], mark: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next === -1 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const filled = lines.filter(line => line.trim() !== '')
  const isMarked = filled.length > 0 && filled.every(line => line.startsWith(mark))
  const changed = lines
    .map(line => {
      if (line.trim() === '' && lines.length > 1) return line
      return (isMarked ? '' : mark) + line.replace(ANY_LINE_MARK, '')
    })
    .join('\n')
  const isOne = lines.length === 1
  return replaced(start, end, changed, [isOne ? changed.length : 0, changed.length])
}

/** Makes a link, and selects the part that is still missing: the URL or the words. */
function linked(text: string, selection: [number, number]): Edit {
  const [start, end] = trimmed(text, selection)
  const words = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(words)) return replaced(start, end, `[](${words})`, [1, 1])
  if (words === '') return replaced(start, end, '[](https://)', [1, 1])
  const url = words.length + 3
  return replaced(start, end, `[${words}](https://)`, [url, url + 'https://'.length])
}

function trimmed(text: string, [start, end]: [number, number]): [number, number] {
  const selected = text.slice(start, end)
  const from = start + selected.length - selected.trimStart().length
  return [from, from + selected.trim().length]
}

const replaced = (start: number, end: number, text: string, [from, to]: [number, number]): Edit => ({
  start,
  end,
  text,
  selection: [start + from, start + to],
})
