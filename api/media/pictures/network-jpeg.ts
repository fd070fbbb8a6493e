import { stat } from 'node:fs/promises'
import type { JpegOptions, ResizeOptions, Sharp } from 'sharp'

/**
 * Google's limits for a post's picture (https://support.google.com/business/answer/7213077), which are stricter than
 * Instagram's.
 */
const MIN_BYTES = 10 * 1024
const MIN_SIDE = 250

/** JPEG quality, at which even a picture of noise stays below half of the 5 MB that Google accepts. */
const QUALITY = 88
/** Options for pictures of few colours, which would otherwise be below Google's minimum size. */
const LARGE_FILE: JpegOptions = { quality: 100, chromaSubsampling: '4:4:4', optimiseCoding: false }

type Frame = { resize: ResizeOptions & { width: number; height: number }; background: object }

/**
 * Writes the JPEG that networks fetch, within the limits of Instagram and Google. The frame has to be within Instagram's widths and
 * ratios.
 */
export async function writeNetworkJpeg(source: () => Sharp, { resize, background }: Frame, path: string) {
  const write = async (factor: number, options: JpegOptions) => {
    const [width, height] = [resize.width, resize.height].map(side => Math.ceil(side * factor))
    await source()
      .resize({ ...resize, background, width, height })
      .jpeg(options)
      .toFile(path)
    return (await stat(path)).size
  }
  const enlarged = Math.max(1, MIN_SIDE / Math.min(resize.width, resize.height))
  const bytes = await write(enlarged, { quality: QUALITY })
  if (bytes < MIN_BYTES) await write(WIDTH.max / resize.width, LARGE_FILE)
}

type Size = { width: number; height: number }
type Colour = { r: number; g: number; b: number }

/**
 * Instagram's limits for a feed picture
 * (https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media).
 */
const RATIO = { min: 4 / 5, max: 1.91 }
const WIDTH = { min: 320, max: 1440 }

const SAMPLE_SIDE = 32
/** Standard deviation, of 255, above which an edge counts as busy and its mean colour would look arbitrary. */
const BUSY_EDGE = 20

/**
 * Scales a picture to Instagram's widths, and pads it to an accepted ratio with the colour of its edge, or with white if the
 * edge has several colours. Never crops.
 * @param picture upright and opaque
 */
export async function instagramFrame(picture: Sharp, size: Size) {
  const ratio = size.width / size.height
  const frame = instagramSize(size)
  if (isAccepted(size)) {
    return { resize: { ...frame, fit: 'fill' } satisfies ResizeOptions, background: WHITE }
  }
  const background = await edgeColour(picture, ratio < RATIO.min ? 'sides' : 'top and bottom')
  return { resize: { ...frame, fit: 'contain' } satisfies ResizeOptions, background }
}

const isAccepted = ({ width, height }: Size) => width / height >= RATIO.min && width / height <= RATIO.max

/**
 * Converts a point of the picture to a point of the picture on Instagram, which is padded to its frame, then cropped around the
 * middle to the ratio of the carousel's first file. Both are shares of width and height. A point outside is moved to the edge.
 */
export function pointInFrame({ x, y }: { x: number; y: number }, size: Size, first: Size) {
  const [own, shown] = [frameRatio(size), frameRatio(first)]
  const picture = size.width / size.height
  // Sides of the picture as shares of the shown sides: smaller than 1 beside padding, larger where cropped.
  const [width, height] = [
    Math.min(1, picture / own) * Math.max(1, own / shown),
    Math.min(1, own / picture) * Math.max(1, shown / own),
  ]
  const toShown = (at: number, side: number) =>
    Math.round(Math.min(1, Math.max(0, 0.5 + (at - 0.5) * side)) * 10_000) / 10_000
  return { x: toShown(x, width), y: toShown(y, height) }
}

/** Returns the ratio of a picture's frame: its own ratio if Instagram accepts that. */
function frameRatio(size: Size): number {
  const { width, height } = isAccepted(size) ? size : instagramSize(size)
  return width / height
}

const WHITE: Colour = { r: 255, g: 255, b: 255 }

/** Returns the smallest frame around the picture within Instagram's widths and ratios. */
export function instagramSize({ width, height }: Size): Size {
  const framed = clamp(Math.round(Math.max(width, height * RATIO.min)), WIDTH.min, WIDTH.max)
  const natural = Math.round((framed * height) / width)
  return {
    width: framed,
    height: clamp(natural, Math.ceil(framed / RATIO.max), Math.floor(framed / RATIO.min)),
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

async function edgeColour(picture: Sharp, edges: 'sides' | 'top and bottom'): Promise<Colour> {
  const last = SAMPLE_SIDE - 1
  const pixels = await picture
    .resize({ width: SAMPLE_SIDE, height: SAMPLE_SIDE, fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const edge = Array.from({ length: SAMPLE_SIDE }, (_, along) =>
    [0, last].map(across =>
      edges === 'sides' ? along * SAMPLE_SIDE + across : across * SAMPLE_SIDE + along,
    ),
  ).flat()
  const [r, g, b] = [0, 1, 2].map(channel =>
    meanAndDeviation(edge.map(pixel => pixels[pixel * 3 + channel] ?? 255)),
  )
  if (!r || !g || !b || Math.max(r.deviation, g.deviation, b.deviation) > BUSY_EDGE) return WHITE
  return { r: r.mean, g: g.mean, b: b.mean }
}

function meanAndDeviation(values: number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean: Math.round(mean), deviation: Math.sqrt(variance) }
}
