/** Returns a text with the printed apostrophe in words, and after an s at their end. */
export const withApostrophes = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}])'(?=\p{L})|(?<=s)'(?!\S)/giu, '’')

/** Returns a name as the owner of something: ‘Pat’s Plumbing’s’, but ‘Nola’s Flowers’’ after an s. */
export function possessive(name: string): string {
  const written = withApostrophes(name)
  if (written.endsWith('s’')) return written
  return /s$/i.test(written) ? `${written}’` : `${written}’s`
}
