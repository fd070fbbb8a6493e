/**
 * Breaks up runs of combining marks (Stream-Safe Text Format, UAX #15). `normalize` takes quadratic time for a run: minutes for
 * 100 KB of marks. Normalise users' texts only after this.
 */
export const streamSafe = (text: string) => text.replaceAll(/(\p{M}{30})(?=\p{M})/gu, '$1\u034F')

/** Composes letters and their marks (NFC) in linear time. */
export const composed = (text: string) => streamSafe(text).normalize('NFC')

/**
 * Matches an invisible character: a control, half of a surrogate pair, a mark without width, a tag, or one that reverses the
 * reading direction. Excludes joiners, which some scripts and emoji need. Also matches the flag of a region as a whole, because
 * it consists of an emoji and invisible tags.
 */
const INVISIBLE = /\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F}|[\p{Cc}\p{Cs}]|[^\P{Cf}\u200C\u200D]/gu

export const withoutInvisible = (text: string) =>
  text.replaceAll(INVISIBLE, found => (found.startsWith('\u{1F3F4}') ? found : ''))

/** Returns false for a text of spaces, joiners, fillers and empty Braille patterns. */
export const hasVisible = (text: string) => /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u.test(text)

/** Collapses spaces and line breaks of any kind into one space each. */
export const onOneLine = (text: string) => text.replaceAll(/[\s\p{Z}]+/gu, ' ').trim()

/** Replaces the decimal digits of any script by ASCII digits. */
export const withAsciiDigits = (text: string) => text.replaceAll(/[^\P{Nd}0-9]/gu, asciiDigit)

const asciiDigits = new Map<string, string>()

/** Converts a digit by its position, because Unicode lists a script's ten digits in order. Sets of ten may be adjacent. */
function asciiDigit(digit: string): string {
  const known = asciiDigits.get(digit)
  if (known) return known
  const code = digit.codePointAt(0) ?? 0
  let start = code
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--
  const ascii = String((code - start) % 10)
  asciiDigits.set(digit, ascii)
  return ascii
}

/** Replaces dashes of any kind, and the minus sign, by hyphens. */
export const withPlainDashes = (text: string) => text.replaceAll(/[\p{Pd}\u2212]/gu, '-')

/** Replaces spaces of any width, but not line breaks, by the ordinary one. */
export const withPlainSpaces = (text: string) => text.replaceAll(/[\p{Zs}\t]/gu, ' ')
