/** Separates an inserted text from its neighbours; at the end of a text, hashtags get a paragraph of their own. */
export function insertWord(before: string, text: string, after: string): string {
  const isEnd = after.trim() === ''
  const start = before.trim() === '' || /\s$/.test(before) ? '' : isEnd ? '\n\n' : ' '
  return `${start}${text}${after === '' || /^\s/.test(after) ? '' : ' '}`
}
