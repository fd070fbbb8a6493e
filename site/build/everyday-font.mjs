import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import subset from 'subset-font'

const FOLDER = '.astro/fonts'
/** Punctuation of everyday English, plus the signs that the site's own texts use. */
const SIGNS = '©·×é–—‘’“”…'
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

const points = [...SIGNS].map(sign => sign.codePointAt(0) ?? 0)
const hex = point => `U+${point.toString(16).toUpperCase()}`

/** Characters that nearly every page needs. The others are in a second file, which browsers load only when needed. */
export const everydayRange = ['U+20-7E', ...points.map(hex)]
export const restRange = gapsIn(0xa0, 0x2122, points)

/**
 * Letters of names in Polish, Czech, Turkish and other languages with Latin letters. They are in a file of their own, which
 * must be declared last: of fonts with overlapping ranges, browsers prefer the last one.
 */
export const extendedRange = ['U+100-130', 'U+132-151', 'U+154-24F', 'U+1E00-1E9F', 'U+1EF2-1EFF']

/**
 * Writes the everyday subset of a variable font, in the weights that we use, and returns its path.
 * @param {string} specifier
 * @param {number | { min: number, max: number }} weights one weight is two thirds of a range's size
 */
export async function everydayFont(specifier, weights) {
  const source = createRequire(import.meta.url).resolve(specifier)
  const path = resolve(FOLDER, basename(source))
  const part = await subset(readFileSync(source), ASCII + SIGNS, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path, part)
  return path
}

function gapsIn(first, last, taken) {
  const ranges = []
  let start = first
  for (const point of taken.toSorted((a, b) => a - b)) {
    if (point > start) ranges.push(`${hex(start)}-${(point - 1).toString(16).toUpperCase()}`)
    start = point + 1
  }
  return [...ranges, `${hex(start)}-${last.toString(16).toUpperCase()}`]
}
