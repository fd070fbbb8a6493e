import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

import { MAX_IMAGE_PIXELS } from '#shared/media/media.ts'

/** Side of the sample from which the kind of CMYK is recognised. */
const SAMPLE = 256
/** Ink, of 255, that compression may add. */
const NOISE = 16
/** Share of pixels with all four inks, as a separation for print has in its shadows and greys. */
const PRINT_SHARE = 0.05

/**
 * Writes a CMYK JPEG with a profile if it has none and its inks only mirror RGB, as ImageMagick, PIL and most programs that don't
 * print convert it. libvips would read it as a separation for print, and be off by up to 75 of 255.
 * @returns the path of the file with the right profile: the given one, or `target`
 */
export async function withInks(path: string, target: string): Promise<string> {
  const { space, hasProfile } = await sharp(path, { limitInputPixels: false }).metadata()
  if (space !== 'cmyk' || hasProfile || !(await mirrorsRgb(path))) return path
  const bytes = await readFile(path)
  await Bun.write(target, Buffer.concat([bytes.subarray(0, 2), profileSegment(), bytes.subarray(2)]))
  return target
}

/** Returns true if black replaces the grey of the other inks in each pixel, or isn't used: no press would print that. */
async function mirrorsRgb(path: string): Promise<boolean> {
  const inks = await sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true })
    .pipelineColourspace('cmyk')
    .resize({ width: SAMPLE, height: SAMPLE, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .toColourspace('cmyk')
    .raw()
    .toBuffer()
  let print = 0
  for (let at = 0; at < inks.length; at += 4) {
    const [c = 0, m = 0, y = 0, k = 0] = inks.subarray(at, at + 4)
    if (Math.min(c, m, y, k) > NOISE) print++
  }
  return print <= (inks.length / 4) * PRINT_SHARE
}

/** The profile as a segment of a JPEG (ICC.1:2022, B.4). */
function profileSegment(): Buffer {
  const profile = mirrorProfile()
  const [name, part] = [ascii('ICC_PROFILE\0'), Buffer.from([1, 1])]
  const length = uint16(2 + name.length + part.length + profile.length)
  return Buffer.concat([Buffer.from([0xff, 0xe2]), length, name, part, profile])
}

/** Points of the grid for each ink. Values between them are interpolated, within one of 255. */
const GRID = [2, 9, 9, 17] as const
/** The curve of sRGB (IEC 61966-2-1): exponent, a, b, c, d. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
/** From linear sRGB to XYZ at D50. */
const SRGB_MATRIX = [
  0.4360747, 0.3850649, 0.1430804, 0.2225045, 0.7168786, 0.0606169, 0.0139322, 0.0971045, 0.7141733,
]
const D50 = [0.9642, 1, 0.8249]
/** 1 as a profile encodes it in XYZ (ICC.1:2022, 6.3.4.2). */
const XYZ_ONE = 32_768 / 65_535

/**
 * Builds the ICC profile of such inks: red = (1 − cyan) · (1 − black), and so on (ICC.1:2022, 10.12). Claims version 2,
 * because decoders must darken the shadows of a later one.
 */
function mirrorProfile(): Buffer {
  const identity = [ascii('curv'), uint32(0), uint32(0)]
  const curve = [ascii('para'), uint32(0), uint16(3), uint16(0), ...SRGB_CURVE.map(fixed)]
  const matrix = [...SRGB_MATRIX.map(value => fixed(value * XYZ_ONE)), ...[0, 0, 0].map(fixed)]
  const grid = [Buffer.from(GRID), Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), gridOfRgb()]
  const parts = [
    [...identity, ...identity, ...identity],
    matrix,
    [...curve, ...curve, ...curve],
    grid,
    [...identity, ...identity, ...identity, ...identity],
  ].map(joined)
  const counts = Buffer.from([4, 3, 0, 0])
  const text = [
    ascii('mluc'),
    uint32(0),
    uint32(1),
    uint32(12),
    ascii('enUS'),
    uint32(8),
    uint32(28),
    utf16('CMYK'),
  ]
  return profileOf({
    desc: joined(text),
    cprt: joined(text),
    wtpt: joined([ascii('XYZ '), uint32(0), ...D50.map(fixed)]),
    A2B0: joined([ascii('mAB '), uint32(0), counts, ...placesOf(parts, 32).map(uint32), ...parts]),
  })
}

function gridOfRgb(): Buffer {
  const levels = GRID.map(points => Array.from({ length: points }, (_, at) => 1 - at / (points - 1)))
  const [cyan = [], magenta = [], yellow = [], black = []] = levels
  return Buffer.from(
    cyan.flatMap(c =>
      magenta.flatMap(m =>
        yellow.flatMap(y => black.flatMap(k => [c, m, y].map(ink => Math.round(255 * ink * k)))),
      ),
    ),
  )
}

/** Joins the tags of a profile of a printer that turns CMYK into XYZ (ICC.1:2022, 7.2 and 7.3). */
function profileOf(tags: Record<string, Buffer>): Buffer {
  const names = Object.keys(tags)
  const bodies = Object.values(tags)
  const places = placesOf(bodies, 132 + 12 * names.length)
  const entries = names.flatMap((name, at) => [
    ascii(name),
    uint32(places[at] ?? 0),
    uint32(bodies[at]?.length ?? 0),
  ])
  const size = 132 + 12 * names.length + joined(bodies).length
  const kind = [uint32(size), uint32(0), uint32(0x02_40_00_00), ascii('prtrCMYKXYZ ')]
  const rest = [Buffer.alloc(12), ascii('acsp'), Buffer.alloc(28), ...D50.map(fixed), Buffer.alloc(48)]
  return joined([...kind, ...rest, uint32(names.length), ...entries, ...bodies])
}

/** Returns where each part begins, if the first one begins at `start`. */
function placesOf(parts: readonly Buffer[], start: number): number[] {
  let place = start
  return parts.map(({ length }) => (place += length) - length)
}

/** Joins bytes, and fills them up to a multiple of four. */
function joined(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

const ascii = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])
const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32()
const fixed = (value: number) => Buffer.from(Int32Array.of(Math.round(value * 65_536)).buffer).swap32()
