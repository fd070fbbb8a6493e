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
  if (chosen) return { ...certain(chosen, read(chosen, bytes)), others: othersOf(file, chosen) }
  if (startsWith(file, 0xff, 0xfe)) return certain('utf-16le', read('utf-16le', bytes))
  if (startsWith(file, 0xfe, 0xff)) return certain('utf-16be', read('utf-16be', bytes))
  if (file.includes(0)) return readUtf16(file)
  try {
    return certain('utf-8', new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch {
    const repaired = readDamaged(bytes)
    if (repaired !== undefined)
      return { text: repaired, encoding: 'utf-8', others: ['windows-1252'], isAssumed: false }
    const [encoding, other] = likelierOf(bytes)
    return { text: read(encoding, bytes), encoding, others: [other], isAssumed: true }
  }
}

const certain = (encoding: ImportEncoding, text: string): Decoded => ({
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

const read = (encoding: ImportEncoding, bytes: Buffer) => new TextDecoder(encoding).decode(bytes)

/** Returns the detected encodings, so that they can be chosen again after another one was. */
function othersOf(file: Buffer, chosen: ImportEncoding): ImportEncoding[] {
  const detected = decode(file)
  return detected ? [detected.encoding, ...detected.others].filter(each => each !== chosen) : []
}

/**
 * Reads UTF-16 without a byte order mark, in which the commas and digits of a spreadsheet have zeros on one side.
 * @returns undefined for other files
 */
function readUtf16(file: Buffer): Decoded | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of file.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const [encoding, more, fewer]: [ImportEncoding, number, number] =
    odd > even ? ['utf-16le', odd, even] : ['utf-16be', even, odd]
  if (more < file.length / 8 || fewer > more / 20) return undefined
  const text = read(encoding, file.subarray(0, file.length - (file.length % 2)))
  return text.includes('\0') ? undefined : certain(encoding, text)
}

/**
 * Reads UTF-8 with a few invalid bytes, as pasted text leaves them. Reads those as Windows-1252.
 * @returns undefined if there are more invalid bytes than characters beyond ASCII
 */
function readDamaged(bytes: Buffer): string | undefined {
  const parts: string[] = []
  let [from, sequences, bad] = [0, 0, 0]
  const flush = (to: number) => parts.push(bytes.toString('utf8', from, to))
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at)
    if (length > 1) sequences++
    if (length === 0) {
      bad++
      flush(at)
      parts.push(BAD_BYTE + read('windows-1252', bytes.subarray(at, at + 1)))
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

/** Orders the encodings of Windows and the classic Mac, the more plausible one first. */
function likelierOf(bytes: Buffer): [ImportEncoding, ImportEncoding] {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const isMac = plausibility(read('macintosh', sample)) > plausibility(read('windows-1252', sample))
  return isMac ? ['macintosh', 'windows-1252'] : ['windows-1252', 'macintosh']
}

/** Scores a decoded text: letters and punctuation of Western languages raise the score, symbols within words lower it. */
function plausibility(text: string): number {
  let score = 0
  for (const { 0: sign, index } of text.matchAll(/[^\p{ASCII}]/gu)) {
    const near: Neighbours = {
      before: text.slice(Math.max(0, index - 3), index),
      after: text.slice(index + sign.length, index + sign.length + 3),
    }
    if (/\p{Cc}/u.test(sign)) score -= 5
    else score += /\p{Ll}|\p{Lu}/u.test(sign) ? letterScore(sign, near) : signScore(sign, near)
  }
  return score
}

/** Up to three characters on either side. */
type Neighbours = { before: string; after: string }

/** Letters that are words by themselves in Western languages. */
const SINGLE_LETTERS = /[àèéáåöæøÀÈÉÅÖ]/
const COMMON_LETTERS = /[äöüßéèêëàâçñáíóúîïôûåæøãõìòùÄÖÜÉÈÀÇÑÁÍÓÚÅÆØ]/

/** Scores a letter from -3, where no word has it, to 2. */
function letterScore(sign: string, { before, after }: Neighbours): number {
  const [followsLetter, precedesLetter] = [/\p{L}$/u.test(before), /^\p{L}/u.test(after)]
  if (/\d$/.test(before) || /^\d/.test(after)) return -3
  if (!followsLetter && !precedesLetter) return SINGLE_LETTERS.test(sign) ? 1 : -3
  // Words have no capital behind a small letter, nor two capitals before a small one.
  if (/\p{Lu}/u.test(sign) && (/\p{Ll}$/u.test(before) || /^\p{Lu}\p{Ll}/u.test(after))) return -3
  if (!followsLetter && /[ìîïëñû]/.test(sign)) return -2
  if (/[çÇ]/.test(sign) && !/^[aouáãõôû]/i.test(after)) return -2
  return COMMON_LETTERS.test(sign) ? 2 : -1
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
  if (isInWord) return -3
  if (QUOTE_OPENS.test(sign)) return /^\S/.test(after) && !followsLetter ? 3 : 1
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
function repairOf(encoding: 'windows-1252' | 'macintosh') {
  const signs = Array.from({ length: 256 }, (_, byte) => read(encoding, Buffer.from([byte])))
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

const REPAIRS = [repairOf('windows-1252'), repairOf('macintosh')]

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
