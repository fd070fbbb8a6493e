import { countGraphemes } from './graphemes.ts'

/**
 * Returns a text's length as most networks' limits count it, in UTF-16 units.
 *
 * Meta documents 63,206 characters for a Page's post, 8,000 for its comments, 2,200 for Instagram's captions and comments, and
 * Google 1,500 for a local post's summary, none of them what a character is. UTF-16 units are the strictest of the usual counts
 * (graphemes ≤ code points ≤ UTF-16 units), so that what fits here fits there: an emoji counts as two or more.
 */
export const messageLength = (text: string): number => text.length

/** Units of limits: UTF-16 code units, or the graphemes that Bluesky documents. A network's own unit is a row here. */
const UNITS = { units: messageLength, graphemes: countGraphemes }
export type Counts = keyof typeof UNITS

/** Returns a text's length as a limit counts it. */
export const lengthIn = (counts: Counts, text: string): number => UNITS[counts](text)

const encoder = new TextEncoder()

/** Returns the size of a text in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length
