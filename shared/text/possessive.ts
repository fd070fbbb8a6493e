/** Replaces straight apostrophes within words, and after a final s, by typographic ones. */
export const withApostrophes = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}])'(?=\p{L})|(?<=s)'(?!\S)/giu, '’')

/** Returns the possessive of a name: ‘Pat’s Plumbing’s’, but ‘Nola’s Flowers’’ after an s. */
export function possessive(name: string): string {
  const written = withApostrophes(name)
  if (written.endsWith('s’')) return written
  return /s$/i.test(written) ? `${written}’` : `${written}’s`
}
