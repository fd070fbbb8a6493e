import { Parser } from 'htmlparser2'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const BLOCKS = new Set([...HEADINGS, 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'figure', 'div'])
const HIDDEN = new Set(['script', 'style'])
/** The parser's time grows with the square of the depth. */
const MAX_DEPTH = 100
const CHUNK = 4096

/**
 * Returns the text of a post's HTML in linear time, with an empty line between paragraphs. Stops at elements nested too deeply.
 * @param maxLength maximum number of characters of HTML to read, because a site may send anything
 */
export function plainText(html: string, maxLength: number): string {
  let text = ''
  const open = { elements: 0, hidden: 0 }
  const parser = new Parser({
    onopentagname(name) {
      open.elements++
      if (HIDDEN.has(name)) open.hidden++
      if (name === 'br' || (BLOCKS.has(name) && !text.endsWith('\n'))) text += '\n'
    },
    ontext(part) {
      if (open.hidden === 0) text += part
    },
    onclosetag(name) {
      open.elements--
      if (HIDDEN.has(name)) open.hidden--
      if (BLOCKS.has(name)) text += '\n\n'
    },
  })
  const end = Math.min(html.length, maxLength)
  for (let at = 0; at < end && open.elements < MAX_DEPTH; at += CHUNK)
    parser.write(html.slice(at, Math.min(at + CHUNK, end)))
  parser.end()
  return text
    .split('\n')
    .map(line => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
