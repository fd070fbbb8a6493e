/** Compares texts after normalisation, because networks change whitespace and compose accents. */
export const isSameText = (shown: string, sent: unknown): boolean =>
  typeof sent === 'string' && plain(shown) === plain(sent)

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
