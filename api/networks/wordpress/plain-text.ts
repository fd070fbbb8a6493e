import { Parser } from 'htmlparser2'

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'pre', 'figure', 'div'])
const HIDDEN = new Set(['script', 'style'])

/** Returns the text of a post's HTML, with an empty line between paragraphs. */
export function plainText(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden++
      if (name === 'br') text += '\n'
    },
    ontext(part) {
      if (hidden === 0) text += part
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--
      if (BLOCKS.has(name)) text += '\n\n'
    },
  })
  parser.write(html)
  parser.end()
  return text
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
