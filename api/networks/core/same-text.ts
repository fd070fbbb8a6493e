import { composed, onOneLine } from '#shared/text/characters.ts'

/** Compares texts regardless of whitespace and Unicode composition, which networks change. */
export const isSameText = (shown: string, sent: unknown): boolean =>
  typeof sent === 'string' && (shown === sent || normalize(shown) === normalize(sent))

const normalize = (text: string) => onOneLine(composed(text))
