import { hasVisible } from './characters.ts'
import { findLinks } from './links.ts'

/**
 * A subset of Markdown: headings, lists, quotes, bold, italic and named links. Everything else is plain text, including HTML. Line
 * breaks are preserved. Libraries for all of Markdown take seconds for hostile texts or overflow their stack, and don't provide
 * the position of a word in the source, which remarks need.
 */
export type MarkdownBlock =
  | { type: 'paragraph'; lines: Run[][] }
  | { type: 'heading'; level: HeadingLevel; lines: Run[][] }
  | { type: 'quote'; blocks: MarkdownBlock[] }
  | MarkdownList

export type MarkdownList = { type: 'list'; isOrdered: boolean; items: ListItem[] }
type ListItem = { lines: Run[][]; lists: MarkdownList[] }
/** The first level is reserved for the title of the page. */
type HeadingLevel = 2 | 3 | 4 | 5 | 6

/** A piece of a line in one style, with its position in the source. */
export type Run = { text: string; from: number; isBold: boolean; isItalic: boolean; url: string | undefined }

/** A line, or its rest after a mark, with its position in the source. */
type Line = { text: string; from: number }

const HEADING = /^ {0,3}(#{1,6})[ \t]+(?=\S)/
/** Matches `> ` and `>` alone, but no `>>` or `>50`. */
const QUOTE = /^ {0,3}>(?:[ \t]|$)/
const ITEM = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+(?=\S)/
const TAB = 4
/** Minimum indent of a nested list's item, relative to the outer one's mark. */
const MIN_INDENT = 2
/** Maximum nesting. Deeper lists and quotes are part of the deepest. */
const MAX_LISTS = 6
const MAX_QUOTES = 3

/** Parses a text in linear time. */
export function parseMarkdown(source: string): MarkdownBlock[] {
  let from = 0
  const lines = source.split('\n').map(text => {
    const line = { text, from }
    from += text.length + 1
    return line
  })
  return parseBlocks(lines, 0)
}

function parseBlocks(lines: readonly Line[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let paragraph: Line[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', lines: parseLines(paragraph) })
    paragraph = []
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at]
    if (!line) break
    const started = blockAt(lines, at, depth)
    const end = started?.end ?? at + 1
    if (started?.block || line.text.trim() === '') endParagraph()
    else for (const each of lines.slice(at, end)) paragraph.push(each)
    if (started?.block) blocks.push(started.block)
    at = end
  }
  endParagraph()
  return blocks
}

/** A block and the line after it. Without a block, the lines belong to a paragraph. */
type Started = { block?: MarkdownBlock; end: number }

/** Returns the heading, quote or list that begins at a line. */
function blockAt(lines: readonly Line[], at: number, depth: number): Started | undefined {
  const line = lines[at]
  const [mark, signs] = HEADING.exec(line?.text ?? '') ?? []
  if (line && mark && signs) {
    const level = Math.max(2, signs.length) as HeadingLevel
    return { block: { type: 'heading', level, lines: parseLines([behind(line, mark)]) }, end: at + 1 }
  }
  return quoteAt(lines, at, depth) ?? listAt(lines, at)
}

const behind = ({ text, from }: Line, mark: string): Line => ({
  text: text.slice(mark.length),
  from: from + mark.length,
})

function quoteAt(lines: readonly Line[], at: number, depth: number): Started | undefined {
  if (depth >= MAX_QUOTES) return undefined
  const quoted: Line[] = []
  let end = at
  for (let line = lines[end]; line; line = lines[++end]) {
    const mark = QUOTE.exec(line.text)
    if (!mark) break
    quoted.push(behind(line, mark[0]))
  }
  if (end === at) return undefined
  const blocks = parseBlocks(quoted, depth + 1)
  return blocks.length > 0 ? { block: { type: 'quote', blocks }, end } : { end }
}

type Item = { indent: number; isOrdered: boolean; number: number; lines: Line[] }

/**
 * A list begins with a bullet or the number 1, and has at least two items, so that a line such as “- 20 % off”, a signature or
 * “24. December” is plain text. It ends before a line without a mark or indent, or before a number out of order, as in dates.
 */
function listAt(lines: readonly Line[], at: number): Started | undefined {
  const items: Item[] = []
  let end = at
  let isAfterGap = false
  for (let next = at; next < lines.length; next++) {
    const line = lines[next]
    if (!line) break
    if (line.text.trim() === '') {
      if (items.length === 0) return undefined
      isAfterGap = true
      continue
    }
    const last = items.at(-1)
    const item = itemOf(line)
    if (item && follows(item, items)) items.push(item)
    else if (last && !isAfterGap && /^(?: {2}|\t)/.test(line.text)) last.lines.push(line)
    else break
    isAfterGap = false
    end = next + 1
  }
  return items.length > 1 ? { block: treeOf(items), end } : undefined
}

function itemOf(line: Line): Item | undefined {
  const [mark, indent = '', number] = ITEM.exec(line.text) ?? []
  if (mark === undefined) return undefined
  return {
    indent: indent.length + (indent.split('\t').length - 1) * (TAB - 1),
    isOrdered: number !== undefined,
    number: Number(number),
    lines: [behind(line, mark)],
  }
}

/**
 * Returns true if an item begins a list, possibly nested in that of the items before it, or continues theirs. Numbers must count up or
 * all be 1, so that dates and years aren't renumbered.
 */
function follows({ indent, isOrdered, number }: Item, items: readonly Item[]): boolean {
  const last = items.at(-1)
  if (!last || indent >= last.indent + MIN_INDENT) return !isOrdered || number === 1
  const before = items.findLast(each => each.indent < indent + MIN_INDENT) ?? last
  if (!isOrdered || !before.isOrdered) return isOrdered === before.isOrdered
  return number === before.number + 1 || (number === 1 && before.number === 1)
}

function treeOf(items: readonly Item[]): MarkdownList {
  const root: MarkdownList = { type: 'list', isOrdered: items[0]?.isOrdered ?? false, items: [] }
  const open = [{ indent: items[0]?.indent ?? 0, list: root }]
  for (const { indent, isOrdered, lines } of items) {
    while (open.length > 1 && indent < (open.at(-1)?.indent ?? 0)) open.pop()
    const inner = open.at(-1)
    const parent = inner?.list.items.at(-1)
    if (inner && parent && indent >= inner.indent + MIN_INDENT && open.length < MAX_LISTS) {
      const list: MarkdownList = { type: 'list', isOrdered, items: [] }
      parent.lists.push(list)
      open.push({ indent, list })
    }
    open.at(-1)?.list.items.push({ lines: parseLines(lines), lists: [] })
  }
  return root
}

/** Characters that a backslash escapes. */
const ESCAPABLE = /[\\*[\]#>+.)-]/
const SPACE = /\s/
const SIGN = /[\p{P}\p{S}]/u
const DIGIT = /\p{Nd}/u

type Stars = { from: number; to: number; length: number; opens: boolean; closes: boolean }
type Link = { from: number; to: number; url: string }

/** Parses the styles of lines. A style may span several lines. */
function parseLines(lines: readonly Line[]): Run[][] {
  const text = lines.map(line => line.text).join('\n')
  const isHidden = new Uint8Array(text.length)
  /** Number of bold and italic pieces that begin before each character, minus those that end. */
  const bold = new Int32Array(text.length + 1)
  const italic = new Int32Array(text.length + 1)
  const links: Link[] = []
  let stars: Stars[] = []
  let brackets: { at: number; stars: number; isPicture: boolean }[] = []

  const bare = findLinks(text)
  let nextBare = 0
  for (let at = 0; at < text.length;) {
    while ((bare[nextBare]?.start ?? Infinity) < at) nextBare++
    const found = bare[nextBare]
    const character = text.charAt(at)
    if (found?.start === at) {
      links.push({ from: at, to: found.end, url: found.url })
      at = found.end
    } else if (character === '\\' && ESCAPABLE.test(text.charAt(at + 1))) {
      isHidden[at] = 1
      at += 2
    } else if (character === '*') {
      const run = starsAt(text, at)
      stars.push(run)
      at = run.to
    } else if (character === '[') {
      brackets.push({ at, stars: stars.length, isPicture: text.charAt(at - 1) === '!' })
      at++
    } else if (character === ']') at = endBracket(at)
    else at++
  }
  matchStars(stars, { bold, italic, isHidden })
  return runsOf(lines, { text, isHidden, bold, italic, links })

  /** Makes a link of the text since the last bracket, if a URL follows. @returns the position to continue at */
  function endBracket(at: number): number {
    const open = brackets.pop()
    if (!open || open.isPicture || !hasVisible(text.slice(open.at + 1, at))) return at + 1
    const target = targetAt(text, at + 1)
    if (!target) return at + 1
    matchStars(stars.slice(open.stars), { bold, italic, isHidden })
    stars = stars.slice(0, open.stars)
    while ((links.at(-1)?.from ?? -1) > open.at) links.pop()
    links.push({ from: open.at + 1, to: at, url: target.url })
    // Links can't be nested.
    brackets = []
    isHidden[open.at] = 1
    isHidden.fill(1, at, target.end)
    return target.end
  }
}

/** Decides by CommonMark's rules whether asterisks may begin or end a style. Between digits, they mean multiplication. */
function starsAt(text: string, from: number): Stars {
  let to = from
  while (text.charAt(to) === '*') to++
  const before = Array.from(text.slice(Math.max(0, from - 2), from)).at(-1) ?? ' '
  const after = String.fromCodePoint(text.codePointAt(to) ?? 32)
  const isBound = [before, after].map(each => SPACE.test(each))
  const isSign = [before, after].map(each => SIGN.test(each))
  const isProduct = DIGIT.test(before) && DIGIT.test(after)
  const opens = !isProduct && !isBound[1] && (!isSign[1] || isBound[0] === true || isSign[0] === true)
  const closes = !isProduct && !isBound[0] && (!isSign[0] || isBound[1] === true || isSign[1] === true)
  return { from, to, length: to - from, opens, closes }
}

type Styles = { bold: Int32Array; italic: Int32Array; isHidden: Uint8Array }

/** Pairs asterisks by CommonMark's rules, in amortised constant time each. Unpaired ones are plain text. */
function matchStars(all: readonly Stars[], { bold, italic, isHidden }: Styles): void {
  const open: Stars[] = []
  /** For each kind of closing asterisks, the number of open ones that are known not to match. */
  const unfit = [0, 0, 0, 0, 0, 0]
  for (const closing of all) {
    const kind = (closing.length % 3) + (closing.opens ? 3 : 0)
    while (closing.closes && closing.from < closing.to) {
      let at = open.length - 1
      for (let one = open[at]; at >= (unfit[kind] ?? 0) && one && !fits(one, closing); one = open[at]) at--
      const opening = at >= (unfit[kind] ?? 0) ? open[at] : undefined
      if (!opening) {
        unfit[kind] = open.length
        break
      }
      const size = Math.min(2, opening.to - opening.from, closing.to - closing.from)
      const style = size === 2 ? bold : italic
      isHidden.fill(1, opening.to - size, opening.to)
      isHidden.fill(1, closing.from, closing.from + size)
      style[opening.to] = (style[opening.to] ?? 0) + 1
      style[closing.from] = (style[closing.from] ?? 0) - 1
      opening.to -= size
      closing.from += size
      open.length = opening.from < opening.to ? at + 1 : at
      for (const [index, count] of unfit.entries()) unfit[index] = Math.min(count, open.length)
    }
    if (closing.opens && closing.from < closing.to) open.push(closing)
  }
}

const fits = (opening: Stars, closing: Stars) =>
  !(opening.closes || closing.opens) ||
  (opening.length + closing.length) % 3 !== 0 ||
  (opening.length % 3 === 0 && closing.length % 3 === 0)

const MAX_URL = 2000
const SAFE = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d])/i
const END_OF_URL = /[\s<>]/

/** Reads a link's URL in brackets, which may itself contain balanced brackets. Rejects scripts and other unsafe schemes. */
function targetAt(text: string, at: number): { url: string; end: number } | undefined {
  if (text.charAt(at) !== '(' || !SAFE.test(text.slice(at + 1, at + 10))) return undefined
  let depth = 1
  for (let end = at + 1; end < Math.min(text.length, at + MAX_URL); end++) {
    const character = text.charAt(end)
    if (END_OF_URL.test(character)) return undefined
    if (character === '(') depth++
    if (character === ')' && --depth === 0) return { url: text.slice(at + 1, end), end: end + 1 }
  }
  return undefined
}

type Styled = Styles & { text: string; links: readonly Link[] }

/** Splits lines into runs, without marks and without the space at their ends. */
function runsOf(lines: readonly Line[], { text, isHidden, bold, italic, links }: Styled): Run[][] {
  let [isBold, isItalic, nextLink, start] = [0, 0, 0, 0]
  return lines.map(line => {
    const runs: Run[] = []
    const end = start + line.text.length
    const first = start + line.text.length - line.text.trimStart().length
    const last = start + line.text.trimEnd().length
    for (let at = start; at < end; at++) {
      isBold += bold[at] ?? 0
      isItalic += italic[at] ?? 0
      while ((links[nextLink]?.to ?? Infinity) <= at) nextLink++
      if (isHidden[at] || at < first || at >= last) continue
      const link = links[nextLink]
      const from = line.from + at - start
      const style = {
        isBold: isBold > 0,
        isItalic: isItalic > 0,
        url: link && link.from <= at ? link.url : undefined,
      }
      const run = runs.at(-1)
      if (
        run &&
        run.from + run.text.length === from &&
        run.isBold === style.isBold &&
        run.isItalic === style.isItalic &&
        run.url === style.url
      )
        run.text += text.charAt(at)
      else runs.push({ text: text.charAt(at), from, ...style })
    }
    // A style may also end at the end of a line.
    isBold += bold[end] ?? 0
    isItalic += italic[end] ?? 0
    start = end + 1
    return runs
  })
}

const textOfLine = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** Returns true if formatting changes the look of a text. */
export function hasMarkdown(source: string): boolean {
  const blocks = parseMarkdown(source)
  const lines = blocks.flatMap(block => (block.type === 'paragraph' ? block.lines : []))
  return (
    blocks.some(({ type }) => type !== 'paragraph') ||
    withoutSpaces(lines.map(textOfLine).join('')) !== withoutSpaces(source)
  )
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/** Returns the first line with visible characters, without marks. */
export function firstLineOf(blocks: readonly MarkdownBlock[]): string {
  for (const block of blocks) {
    const line =
      block.type === 'quote'
        ? firstLineOf(block.blocks)
        : (block.type === 'list' ? block.items.flatMap(({ lines }) => lines) : block.lines)
            .map(textOfLine)
            .find(hasVisible)
    if (line) return line
  }
  return ''
}
