import { truncate } from '#shared/text/graphemes.ts'
import { qrPath } from '#site/ui/QrCode.tsx'
import { cardPdf } from './card-pdf.ts'

/** Resolution of print shops. */
const PIXELS_PER_MM = 400 / 25.4
const [WIDTH, HEIGHT] = [105, 148]
const MARGIN = 10
/** Of the JPEG. High, because text and code have sharp edges. */
const QUALITY = 0.95
/** Position and size of the QR code in millimetres. Its own border is white. */
const CODE = { x: 22.5, y: 46, side: 60 } as const
const [INK, QUIET, LINE] = ['#17181c', '#55575f', '#d6d4cd'] as const

const TEXT = {
  question: 'How did we do?',
  scan: 'Scan this with your camera',
  review: 'and review us on Google.',
  thanks: 'Thank you!',
} as const

/** Draws a card of 105 by 148 mm (A6) for the shop's counter, with this browser's fonts, which know the name's script. */
export async function drawCard(
  name: string,
  code: readonly (readonly boolean[])[],
): Promise<Uint8Array<ArrayBuffer>> {
  const style = getComputedStyle(document.documentElement)
  const fonts = {
    display: (size: number) => `600 ${size * PIXELS_PER_MM}px ${style.getPropertyValue('--font-familjen')}`,
    sans: (size: number) => `500 ${size * PIXELS_PER_MM}px ${style.getPropertyValue('--font-figtree')}`,
  }
  // Fails for the fallbacks, which name fonts that this device may lack.
  await Promise.allSettled(
    Object.values(fonts).map(font => document.fonts.load(font(1), Object.values(TEXT).join('') + name)),
  )
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(WIDTH * PIXELS_PER_MM)
  canvas.height = Math.round(HEIGHT * PIXELS_PER_MM)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing.')
  const px = (mm: number) => mm * PIXELS_PER_MM
  const text = (content: string, y: number, font: string, colour: string) => {
    context.font = font
    context.fillStyle = colour
    context.fillText(content, px(WIDTH / 2), px(y), px(WIDTH - 2 * MARGIN))
  }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.textAlign = 'center'

  text(TEXT.question, 21, fonts.display(10.5), INK)
  const { size, lines } = fitName(name, px(WIDTH - 2 * MARGIN), (content, size) => {
    context.font = fonts.sans(size)
    return context.measureText(content).width
  })
  const first = lines.length > 1 ? 31 : 34
  for (const [index, line] of lines.entries()) text(line, first + index * size * 1.2, fonts.sans(size), QUIET)

  context.strokeStyle = LINE
  context.lineWidth = px(0.35)
  context.beginPath()
  context.roundRect(px(CODE.x - 2), px(CODE.y - 2), px(CODE.side + 4), px(CODE.side + 4), px(4))
  context.stroke()

  text(TEXT.scan, 119, fonts.sans(4.8), INK)
  text(TEXT.review, 125.5, fonts.sans(4.8), INK)
  text(TEXT.thanks, 138, fonts.display(6.4), INK)

  context.translate(px(CODE.x), px(CODE.y))
  context.scale(px(CODE.side) / code.length, px(CODE.side) / code.length)
  context.fillStyle = INK
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- this fills a path, not an array
  context.fill(new Path2D(qrPath(code)))

  const { width, height } = canvas
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('This browser writes no JPEG.')
  const jpeg = new Uint8Array(await blob.arrayBuffer())
  return cardPdf({ title: name, width: WIDTH, height: HEIGHT, picture: { width, height, jpeg } })
}

const MAX_NAME = 80

/** Sizes of the name on the card, in millimetres. */
const NAME_SIZES = [6.4, 5.4, 4.6, 4] as const

type Measure = (text: string, size: number) => number

/** Returns a business's name on one or two lines, in the largest size that fits. `widthOf` has the unit of `width`. */
export function fitName(name: string, width: number, widthOf: Measure): { size: number; lines: string[] } {
  const words = truncate(name, MAX_NAME).split(' ')
  const at = (size: number) => ({ size, lines: breakLines(words, text => widthOf(text, size) <= width) })
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
function breakLines(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
