/** Marks of Markdown that `shared/text/markdown.ts` reads: around words, or at the beginning of lines. */
const AROUND = { bold: '**', italic: '*' }
const BEFORE = { heading: '## ', list: '- ', quote: '> ' }
const ANY_BEFORE = /^(#{1,6} |[-*] |> ?|\d+[.)] )/

export type Mark = keyof typeof AROUND | keyof typeof BEFORE | 'link'

/** Replaces the text from `start` to `end`, and selects a part of the new one. Positions are UTF-16 units. */
export type Edit = { start: number; end: number; text: string; selection: [number, number] }

/** Puts a mark at the selected words or lines, or takes it away if it is there. */
export function marked(text: string, selection: [number, number], mark: Mark): Edit {
  if (mark === 'link') return linked(text, selection)
  return mark in BEFORE
    ? markedLines(text, selection, BEFORE[mark as keyof typeof BEFORE])
    : markedWords(text, selection, AROUND[mark as keyof typeof AROUND])
}

/** Leaves the spaces at the ends of the words outside, where the marks would mean nothing. */
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
      return (isMarked ? '' : mark) + line.replace(ANY_BEFORE, '')
    })
    .join('\n')
  const isOne = lines.length === 1
  return replaced(start, end, changed, [isOne ? changed.length : 0, changed.length])
}

/** Selects what is still missing: the address or, of a selected address, the words. */
function linked(text: string, selection: [number, number]): Edit {
  const [start, end] = trimmed(text, selection)
  const words = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(words)) return replaced(start, end, `[](${words})`, [1, 1])
  if (words === '') return replaced(start, end, '[](https://)', [1, 1])
  const address = words.length + 3
  return replaced(start, end, `[${words}](https://)`, [address, address + 'https://'.length])
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
