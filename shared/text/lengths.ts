import { countGraphemes } from './graphemes.ts'

/**
 * Returns a text's length as most networks' limits count it, in UTF-16 units.
 *
 * Meta and Google document limits in characters without defining a character. UTF-16 units are the strictest of the usual counts
 * (graphemes ≤ code points ≤ UTF-16 units), so a text that fits here fits there: an emoji counts as two or more.
 */
export const messageLength = (text: string): number => text.length

/** Units of limits: UTF-16 code units, or graphemes as Bluesky documents. */
const UNITS = { units: messageLength, graphemes: countGraphemes }
export type LengthUnit = keyof typeof UNITS

export const lengthIn = (counts: LengthUnit, text: string): number => UNITS[counts](text)

const encoder = new TextEncoder()

/** Returns the size of a text in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length
