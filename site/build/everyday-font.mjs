import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import subset from 'subset-font'

const FOLDER = '.astro/fonts'
/** Punctuation of everyday English, plus the signs that the site's own texts use, and the space within a phone number. */
const SIGNS = '\u{a0}©·×é–—‘’“”…'
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** Letters and signs of German, French, Spanish and other western languages. */
export const WESTERN = `${Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)).join('')}ŒœŸ€‚„`

/**
 * Letters of names in Polish, Czech, Turkish and other languages with Latin letters. They are in a file of their own, which
 * must be declared last: of fonts with overlapping ranges, browsers prefer the last one.
 */
export const extendedRange = ['U+100-130', 'U+132-151', 'U+154-24F', 'U+1E00-1E9F', 'U+1EF2-1EFF']

/**
 * Writes the everyday subset of a variable font, in the weights that we use. Nearly every page needs it; the rest is in a second
 * file, which browsers load only when needed.
 * @param {string} specifier
 * @param {number | { min: number, max: number }} weights one weight is two thirds of a range's size
 * @param {string} more characters beside those of English
 * @returns its path, and the ranges of its characters and of the rest
 */
export async function everydayFont(specifier, weights, more) {
  const source = createRequire(import.meta.url).resolve(specifier)
  const path = resolve(FOLDER, basename(source))
  const characters = SIGNS + more
  const part = await subset(readFileSync(source), ASCII + characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path, part)
  const taken = new Set([...characters].map(character => character.codePointAt(0)))
  const rest = Array.from({ length: 0x2123 - 0xa0 }, (_, index) => 0xa0 + index).filter(
    point => !taken.has(point),
  )
  return { path, range: ['U+20-7E', ...rangesOf([...taken])], rest: rangesOf(rest) }
}

/** Returns CSS ranges of code points, such as 'U+A0-FF'. */
function rangesOf(points) {
  const runs = []
  for (const point of points.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.last === point - 1) run.last = point
    else runs.push({ first: point, last: point })
  }
  return runs.map(({ first, last }) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`)
}

const hex = point => point.toString(16).toUpperCase()
