import type { ImportEncoding } from '#shared/posts/imports.ts'

export type Decoded = {
  text: string
  encoding: ImportEncoding
  /** Other encodings in which the bytes also make sense. */
  others: ImportEncoding[]
  /** True if nothing in the file proves the encoding. */
  isAssumed: boolean
}

/** Number of bytes from which an encoding is inferred. */
const SAMPLE_BYTES = 256 * 1024
/** Precedes each character that was read from an invalid byte. Unicode reserves it as a noncharacter. */
export const BAD_BYTE = '\uFDD0'

/**
 * Decodes a text file in the chosen encoding, or in the likeliest one.
 * @returns undefined if the bytes aren't text
 */
export function decode(file: Buffer, chosen?: ImportEncoding): Decoded | undefined {
  const bytes = withoutByteOrderMark(file)
  if (chosen) return { ...decodedAs(chosen, decodeAs(chosen, bytes)), others: otherEncodings(file, chosen) }
  if (startsWith(file, 0xff, 0xfe)) return decodedAs('utf-16le', decodeAs('utf-16le', bytes))
  if (startsWith(file, 0xfe, 0xff)) return decodedAs('utf-16be', decodeAs('utf-16be', bytes))
  if (file.includes(0)) return decodeUtf16(file)
  try {
    return decodedAs('utf-8', new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch {
    const repaired = decodeDamagedUtf8(bytes)
    if (repaired !== undefined)
      return { text: repaired, encoding: 'utf-8', others: ['windows-1252'], isAssumed: false }
    const [encoding, ...others] = rankEncodings(bytes)
    return { text: decodeAs(encoding, bytes), encoding, others, isAssumed: true }
  }
}

const decodedAs = (encoding: ImportEncoding, text: string): Decoded => ({
  text,
  encoding,
  others: [],
  isAssumed: false,
})

const startsWith = (file: Buffer, ...bytes: number[]) => bytes.every((byte, at) => file[at] === byte)

function withoutByteOrderMark(file: Buffer): Buffer {
  if (startsWith(file, 0xff, 0xfe) || startsWith(file, 0xfe, 0xff)) return file.subarray(2)
  return startsWith(file, 0xef, 0xbb, 0xbf) ? file.subarray(3) : file
}

/** The second halves of the code pages of DOS, which the Encoding standard lacks. */
const DOS: Partial<Record<ImportEncoding, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
}

function decodeAs(encoding: ImportEncoding, bytes: Buffer): string {
  const upper = DOS[encoding]
  if (upper === undefined) return new TextDecoder(encoding).decode(bytes)
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, sign => upper[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** Returns the detected encodings except the chosen one, so that the user can change the choice. */
function otherEncodings(file: Buffer, chosen: ImportEncoding): ImportEncoding[] {
  const detected = decode(file)
  return detected ? [detected.encoding, ...detected.others].filter(each => each !== chosen) : []
}

/**
 * Reads UTF-16 without a byte order mark, in which the commas and digits of a spreadsheet have zeros on one side.
 * @returns undefined for other files
 */
function decodeUtf16(file: Buffer): Decoded | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of file.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const [encoding, more, fewer]: [ImportEncoding, number, number] =
    odd > even ? ['utf-16le', odd, even] : ['utf-16be', even, odd]
  if (fewer > more / 20) return undefined
  const text = decodeAs(encoding, file.subarray(0, file.length - (file.length % 2)))
  // Other binary files have characters that no text has.
  return /[^\P{C}\p{Cf}\t\r\n]/u.test(text) || !/[\r\n,;\t]/.test(text)
    ? undefined
    : decodedAs(encoding, text)
}

/**
 * Reads UTF-8 with a few invalid bytes, as pasted text leaves them. Reads those as Windows-1252.
 * @returns undefined if there are more invalid bytes than characters beyond ASCII
 */
function decodeDamagedUtf8(bytes: Buffer): string | undefined {
  const parts: string[] = []
  let [from, sequences, bad] = [0, 0, 0]
  const flush = (to: number) => parts.push(bytes.toString('utf8', from, to))
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at)
    if (length > 1) sequences++
    if (length === 0) {
      bad++
      flush(at)
      parts.push(BAD_BYTE + decodeAs('windows-1252', bytes.subarray(at, at + 1)))
      from = at + 1
    }
    at += Math.max(1, length)
  }
  flush(bytes.length)
  return bad <= sequences ? parts.join('') : undefined
}

/** Returns the number of bytes of the UTF-8 character at the position, or 0 for an invalid byte. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  if (length === 0 || first >= 0xf5) return 0
  for (let next = at + 1; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  const isWellFormed = !bytes.toString('utf8', at, at + length).includes('\uFFFD')
  return isWellFormed ? length : 0
}

/** Encodings of text files without a mark, in this order where they are equally plausible. */
const LEGACY = [
  'windows-1252',
  'macintosh',
  'windows-1254',
  'windows-1250',
  'windows-1251',
  'ibm850',
  'ibm437',
  'shift_jis',
  'gb18030',
  'ibm866',
  'koi8-r',
] as const satisfies ImportEncoding[]
const MULTI_BYTE: readonly ImportEncoding[] = ['shift_jis', 'gb18030']
/** Minimum plausibility of an offered encoding, as a share of the best one's. */
const OFFERED_SHARE = 0.6
const MAX_OFFERED = 3

/** Returns the most plausible encoding, then others to offer. */
function rankEncodings(bytes: Buffer): [ImportEncoding, ...ImportEncoding[]] {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const readings = LEGACY.flatMap(encoding => {
    const text = MULTI_BYTE.includes(encoding) ? decodeStrictly(encoding, sample) : decodeAs(encoding, sample)
    if (encoding === 'windows-1254' && !isTurkish(text ?? '')) return []
    return text === undefined ? [] : [{ encoding, text, score: plausibility(text) }]
  }).toSorted((a, b) => b.score - a.score)
  const [best, ...others] = readings
  if (!best) return ['windows-1252', 'macintosh']
  const usual = best.encoding === 'windows-1252' ? 'macintosh' : 'windows-1252'
  const offered = others.filter(
    ({ encoding, text, score }) =>
      text !== best.text && (encoding === usual || score >= best.score * OFFERED_SHARE),
  )
  return [best.encoding, ...offered.slice(0, MAX_OFFERED).map(({ encoding }) => encoding)]
}

/** Recognises Turkish by its letters. Those at the same places in Windows-1252 are Icelandic, which also has accents. */
const isTurkish = (text: string) => /[ğışĞİŞ]/.test(text) && !/[áéíóúæÁÉÍÓÚÆ]/.test(text)

/** Returns undefined for bytes that the encoding doesn't have. The sample may end within a character. */
function decodeStrictly(encoding: ImportEncoding, sample: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
  } catch {
    return undefined
  }
}

/** Scores a decoded text: letters and punctuation of its languages raise the score, symbols within words lower it. */
function plausibility(text: string): number {
  let score = 0
  for (const { 0: sign, index } of text.matchAll(/[^\p{ASCII}]/gu)) {
    const near: Neighbours = {
      before: text.slice(Math.max(0, index - 3), index),
      after: text.slice(index + sign.length, index + sign.length + 3),
    }
    if (/[^\P{C}\p{Cf}]/u.test(sign)) score -= 5
    else if (/\p{Script=Cyrillic}/u.test(sign)) score += cyrillicScore(sign, near)
    else if (EAST_ASIAN.test(sign)) score += eastAsianScore(sign, near)
    else score += /\p{Ll}|\p{Lu}/u.test(sign) ? letterScore(sign, near) : signScore(sign, near)
  }
  return score
}

/** Scores a Cyrillic letter from -3, beside a Latin one or a capital within a word, to 3 in a word of its script. */
function cyrillicScore(sign: string, { before, after }: Neighbours): number {
  if (/\p{Script=Latin}$/u.test(before) || /^\p{Script=Latin}/u.test(after)) return -3
  if (/\p{Lu}/u.test(sign) && /\p{Ll}$/u.test(before)) return -3
  const letters = (/\p{L}*$/u.exec(before)?.[0].length ?? 0) + (/^\p{L}*/u.exec(after)?.[0].length ?? 0)
  return Math.min(3, letters + (/[авиоскуя]/i.test(sign) ? 1 : 0))
}

const EAST_ASIAN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303F\uFF01-\uFF9F]/u

/** Each sign stands for two bytes. Kana prove Japanese; half-width ones are rare, and result from Chinese bytes. */
function eastAsianScore(sign: string, { before, after }: Neighbours): number {
  if (/[\uFF61-\uFF9F]/.test(sign)) return -1
  if (/[a-zA-Z]\p{Script=Han}{0,2}$/u.test(before) || /^\p{Script=Han}{0,2}[a-zA-Z]/u.test(after)) return -1
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sign) ? 5 : 4
}

/** Up to three characters before and after a character. */
type Neighbours = { before: string; after: string }

/** Letters that are words by themselves in Western languages. */
const SINGLE_LETTERS = /[àèéáåöæøÀÈÉÅÖ]/
/** Letters of Central Europe, Turkey and Iceland. */
const OTHER_LETTERS = /[ăąćčďěęĺľłňńőŕřśšťţůűźżžğışİþ]/i
const COMMON_LETTERS = /[äöüßéèêëàâçñáíóúîïôûåæøãõìòùÄÖÜÉÈÀÇÑÁÍÓÚÅÆØ]/

/**
 * Match a letter, in angle brackets with up to three characters on either side, where no Western or Polish word has it. In another
 * encoding, its byte is a letter that is usual there: “pøíští” is “příští”, and “dzieñ” is “dzień”.
 */
const MISPLACED = [
  /(?<!\p{L})<[ìîëñû]>/u,
  /<\p{Ll}>\p{Lu}|\p{Ll}<\p{Lu}>|\p{Lu}<\p{Lu}>\p{Ll}|<\p{Lu}>\p{Lu}\p{Ll}/u,
  /\p{L}<þ>|<þ>[^aeiouáéíóúýöjrv]/iu,
  /<[ìù]>\p{L}/u,
  /(?<![aeiouéæ])<ï>/iu,
  /<è>([aeiouáéíóúý]|[^aeiouyáéíóúý\P{L}]{3})/iu,
  /[aou]<æ>|<æ>[aou]|i<æ>(?!\p{L})/iu,
  /[aeiouyáéíóúý]<ø>|<ø>([aiouáéíóúý]|e(?![nrt]s?(?!\p{L})))/iu,
  /<ê>(?=\p{L})[^tlmcpvrnqs]/iu,
  /<ñ>(?![aeiouáéíóú])/iu,
  /<ã>(?=\p{L})[^oeszi]/iu,
  /<õ>(?!e)/iu,
  /<û>(?=\p{L})(?!s(?!\p{L}))[^trlcnm]/iu,
  /<ç>(?![aouáãõôû])/iu,
  /<[śńź]>[aeiouyóąę]/iu,
]

/** Scores a letter from -3, where no word has it, to 2. */
function letterScore(sign: string, { before, after }: Neighbours): number {
  const [followsLetter, precedesLetter] = [/\p{L}$/u.test(before), /^\p{L}/u.test(after)]
  if (/\d$/.test(before) || /^\d/.test(after)) return -3
  if (!followsLetter && !precedesLetter) return SINGLE_LETTERS.test(sign) ? 1 : -3
  if (MISPLACED.some(place => place.test(`${before}<${sign}>${after}`))) return -2
  return COMMON_LETTERS.test(sign) ? 2 : OTHER_LETTERS.test(sign) ? 1 : -1
}

const QUOTE_OPENS = /[“‘«„‚]/
/** Matches the end of a contraction: it’s, don’t, we’ll. */
const CONTRACTION = /^(s|t|m|d|re|ve|ll)(?!\p{L})/iu
/** Matches the rest of a clipped word: ’n’, ’em, ’tis, ’90s. */
const CLIPPED = /^(n|em|tis|til|\d0)(?!\p{L})/iu
/** Matches the beginning of an elision: l’été, qu’il. */
const ELISION = /(^|[^\p{L}])(l|d|j|m|t|s|n|c|qu)$/iu

/** Scores a character that isn't a letter from -3, where no text has it, to 3. */
function signScore(sign: string, { before, after }: Neighbours): number {
  const [followsLetter, precedesLetter] = [/\p{L}$/u.test(before), /^\p{L}/u.test(after)]
  const isInWord = followsLetter && precedesLetter
  if (sign === '’' && isInWord) return CONTRACTION.test(after) || ELISION.test(before) ? 3 : 1
  if (/[–—]/.test(sign)) return isInWord ? 1 : 2
  if (isInWord || /\p{L}{2}[¹³]$/u.test(before + sign)) return -3
  if (QUOTE_OPENS.test(sign)) return followsLetter ? -2 : /^\S/.test(after) ? 3 : 1
  if (/[¡¿]/.test(sign)) return precedesLetter && !/\S$/.test(before) ? 2 : -1
  if (sign === '’' && CLIPPED.test(after)) return 3
  if (/[”’»…]/.test(sign)) return /\S$/.test(before) ? 2 : 0
  if (/[€£¥]/.test(sign)) return /\d\s?$/.test(before) || /^\s?\d/.test(after) ? 3 : 0
  if (/[°½¼¾]/.test(sign)) return /(\d|^|\s)$/.test(before) && !precedesLetter ? 2 : -2
  if (/[ºª]/.test(sign)) return /(\d|n)$/i.test(before) && !precedesLetter ? 3 : -2
  if (/[•·]/.test(sign)) return /^\s/.test(after) ? 2 : 0
  return /[©®™§\u00A0]/.test(sign) ? 1 : -1
}

/**
 * Returns a function that restores UTF-8 that was read in the encoding, or returns undefined for other text. It recognises the
 * first bytes of Latin, Greek, Cyrillic, punctuation and emoji, followed by the right number of bytes.
 */
function createRepair(encoding: 'windows-1252' | 'macintosh') {
  const signs = Array.from({ length: 256 }, (_, byte) => decodeAs(encoding, Buffer.from([byte])))
  const bytes = new Map(signs.map((sign, byte) => [sign, byte] as const))
  const group = (...codes: number[]) =>
    `[${codes.map(code => `\\u{${signs[code]?.codePointAt(0)?.toString(16)}}`).join('')}]`
  const next = group(...Array.from({ length: 64 }, (_, at) => 0x80 + at))
  const pattern = new RegExp(
    `${group(0xc2, 0xc3, 0xc4, 0xc5, 0xce, 0xcf, 0xd0, 0xd1)}${next}|${group(0xe2, 0xe3, 0xef)}${next}{2}|${group(0xf0)}${next}{3}`,
    'gu',
  )
  const evidence = new RegExp(`^${group(0xc2, 0xc3, 0xe2, 0xef, 0xf0)}`, 'u')

  return (text: string): string | undefined => {
    const found = text.match(pattern) ?? []
    // A single capital with a dash behind it, as in “CAFÉ–BAR”, is no evidence.
    if (found.length < 3 && !found.some(sequence => evidence.test(sequence))) return undefined
    const others = text.replaceAll(pattern, '').match(/[^\p{ASCII}]/gu)?.length ?? 0
    if (others > found.length / 2) return undefined
    return text.replaceAll(pattern, sequence => {
      const restored = Buffer.from(Array.from(sequence, sign => bytes.get(sign) ?? 0)).toString('utf8')
      return restored.includes('\uFFFD') ? sequence : restored
    })
  }
}

const REPAIRS = [createRepair('windows-1252'), createRepair('macintosh')]

/**
 * Restores UTF-8 that was read as Windows or Mac characters, up to twice, such as “FrÃ¼hstÃ¼ck”.
 * @returns undefined if the text isn't garbled
 */
export function repairGarbled(text: string): string | undefined {
  if (!/[^\p{ASCII}]/u.test(text)) return undefined
  for (const repair of REPAIRS) {
    const once = repair(text)
    if (once !== undefined && once !== text) return repair(once) ?? once
  }
  return undefined
}
