import { shortened } from '#shared/text/graphemes.ts'

const MAX_NAME = 80

/** Sizes of the name on the card, in millimetres. */
const NAME_SIZES = [6.4, 5.4, 4.6, 4] as const

type Measure = (text: string, size: number) => number

/**
 * Sets a business's name on one or two lines, as large as they fit.
 * @param widthOf returns the width of a text of a size, in the unit of `width`
 */
export function setName(name: string, width: number, widthOf: Measure): { size: number; lines: string[] } {
  const words = shortened(name, MAX_NAME).split(' ')
  const at = (size: number) => ({ size, lines: broken(words, text => widthOf(text, size) <= width) })
  const fits = ({ size, lines }: ReturnType<typeof at>) =>
    lines.length <= 2 && lines.every(line => widthOf(line, size) <= width)
  const sizes = NAME_SIZES.map(at)
  const {
    size,
    lines: [first = '', ...others],
  } = sizes.find(fits) ?? sizes.at(-1)!
  return { size, lines: others.length > 0 ? [first, others.join(' ')] : [first] }
}

/** Breaks a line before each word with which it would no longer fit. */
function broken(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Returns the text of an email that asks a customer for a review. */
export const mailFor = (name: string, link: string) => `Hello,

Thank you for choosing ${name}. How did we do? A short review on Google helps others find us, and helps us get better:

${link}

It takes a minute, and we read every one.

Thank you,
${name}`
