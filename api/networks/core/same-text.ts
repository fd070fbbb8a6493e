import { composed, onOneLine } from '#shared/text/characters.ts'

/** Compares texts after normalisation, because networks change whitespace and compose accents. */
export const isSameText = (shown: string, sent: unknown): boolean =>
  typeof sent === 'string' && (shown === sent || plain(shown) === plain(sent))

const plain = (text: string) => onOneLine(composed(text))
