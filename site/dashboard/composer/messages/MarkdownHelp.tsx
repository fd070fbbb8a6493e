import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { networkNames } from '#shared/listed.ts'
import { type NetworkId, networks as all } from '#shared/networks.ts'

/** Matches the first mark of Markdown that looks odd where it isn't formatted. Lists read well. */
const MARK = /^#{1,6}(?= )|\*\*(?=\S)|\]\((?=https?:)/m

/** Returns a notice about the networks that show a text's marks as they are written, if another one formats them. */
export function marksNotice(ids: readonly NetworkId[], text: string): string | undefined {
  const literal = ids.filter(id => !all[id].takesMarkdown)
  const formatting = ids.filter(id => all[id].takesMarkdown)
  const mark = literal.length > 0 && formatting.length > 0 ? MARK.exec(text)?.[0] : undefined
  return (
    mark &&
    `“${mark}” is shown as written on ${networkNames(literal)}. Only ${networkNames(formatting)} formats it.`
  )
}

const EXAMPLES = ['## Heading', '- list', '> quote', '**bold**', '*italic*', '[words](https://…)']

/** Marks of the keys that word processors use. */
const KEYS: Partial<Record<string, string>> = { b: '**', i: '*' }

/** Puts marks around the selected words, and leaves the spaces at their ends outside, where the marks would mean nothing. */
function surround(area: HTMLTextAreaElement, mark: string) {
  const { value, selectionStart, selectionEnd } = area
  const selected = value.slice(selectionStart, selectionEnd)
  const words = selected.trim()
  const start = selectionStart + selected.length - selected.trimStart().length
  area.setSelectionRange(start, start + words.length)
  // Deprecated, but nothing else adds to what the browser can undo.
  document.execCommand('insertText', false, mark + words + mark)
  area.setSelectionRange(start + mark.length, start + mark.length + words.length)
}

type MarkdownHelpProps = { networks: readonly NetworkId[]; text: string }

/**
 * Says how the text of a message box is formatted, and listens to the keys for bold and italic words; or says which of its networks
 * don't format it. Stands beside the box.
 */
export function MarkdownHelp({ networks, text }: MarkdownHelpProps) {
  const root = useRef<HTMLDivElement>(null)
  const isFormatted = networks.every(id => all[id].takesMarkdown)
  const notice = marksNotice(networks, text)

  useEffect(() => {
    const box = root.current?.parentElement?.querySelector('textarea')
    if (!isFormatted || !box) return undefined
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const mark = (ctrlKey || metaKey) && !altKey && !shiftKey ? KEYS[key.toLowerCase()] : undefined
      if (!mark || box.readOnly) return
      event.preventDefault()
      surround(box, mark)
    }
    box.addEventListener('keydown', listen)
    return () => box.removeEventListener('keydown', listen)
  }, [isFormatted])

  return (
    <div
      ref={root}
      role={isFormatted ? undefined : 'status'}
      className="px-4 pt-1 pb-2 text-xs/relaxed empty:hidden"
    >
      {isFormatted ? (
        <p className="flex flex-wrap gap-x-3 text-soft">
          <span>{networkNames(networks)} formats</span>
          {EXAMPLES.map(example => (
            <code key={example} className="whitespace-nowrap text-base-content">
              {example}
            </code>
          ))}
        </p>
      ) : (
        notice && (
          <p className="flex items-start gap-1.5 font-medium text-amber">
            <TriangleAlert className="mt-0.5 size-3.5 shrink-0" />
            {notice}
          </p>
        )
      )}
    </div>
  )
}
