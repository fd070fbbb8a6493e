type Rgb = [red: number, green: number, blue: number]

/** The curve of sRGB (IEC 61966-2-1): exponent, a, b, c, d. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const
/** From linear sRGB to XYZ at D50. */
const SRGB_MATRIX = [
  0.4360747, 0.3850649, 0.1430804, 0.2225045, 0.7168786, 0.0606169, 0.0139322, 0.0971045, 0.7141733,
]
const D50 = [0.9642, 1, 0.8249]
/** From other primaries to linear sRGB, by their code point: BT.2020 (ITU-R BT.2087) and Display P3 (SMPTE EG 432-1). */
const TO_SRGB: Record<number, number[]> = {
  9: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
  12: [1.2249, -0.2249, 0, -0.0421, 1.0421, 0, -0.0196, -0.0786, 1.0983],
}
/** 1 as a profile encodes it in XYZ (ICC.1:2022, 6.3.4.2). */
const XYZ_ONE = 32_768 / 65_535

/** Builds an ICC profile of inks that were computed from RGB: red = (1 − cyan) · (1 − black), and so on. */
export const inkProfile = (): Buffer =>
  gridProfile('prtrCMYK', [2, 9, 9, 17], (c = 0, m = 0, y = 0, k = 0) => [
    (1 - c) * (1 - k),
    (1 - m) * (1 - k),
    (1 - y) * (1 - k),
  ])

/** Code points of colours (ITU-T H.273): primaries of table 2, transfer characteristics of table 3. */
export type CodePoints = { primaries: number; transfer: number }
const [PQ, HLG] = [16, 18]
/** The white of HDR (ITU-R BT.2408), and its brightest highlights, in cd/m². */
const HDR = { white: 203, peak: 1000 }
/** Share of white above which highlights are compressed. */
const KNEE = 0.9

/** Builds the ICC profile of code points; undefined for colours that can be read as sRGB. */
export function codePointProfile({ primaries, transfer }: CodePoints): Buffer | undefined {
  const toSrgb = TO_SRGB[primaries]
  if (transfer === PQ || transfer === HLG) return hdrProfile(transfer === PQ ? fromPq : fromHlg, toSrgb)
  return toSrgb && matrixProfile(toSrgb)
}

/** Builds an ICC profile of HDR that compresses highlights into the range of sRGB. */
const hdrProfile = (luminance: (signals: Rgb) => number[], toSrgb?: number[]) =>
  gridProfile('scnrRGB ', [33, 33, 33], (...signals) => {
    const relative = luminance(signals as Rgb).map(each => each / HDR.white)
    const linear = toSrgb ? multiply(toSrgb, relative) : relative
    const brightest = Math.max(...linear)
    const share = brightest > KNEE ? compressHighlights(brightest) / brightest : 1
    return linear.map(each => encodeSrgb(Math.min(1, Math.max(0, each * share)))) as Rgb
  })

/** Multiplies a matrix of three rows by a colour. */
const multiply = (matrix: number[], colour: number[]) =>
  [0, 3, 6].map(row => colour.reduce((sum, value, column) => sum + value * (matrix[row + column] ?? 0), 0))

/** Returns luminances of PQ signals in cd/m² (ITU-R BT.2100, table 4). */
const fromPq = (signals: Rgb) =>
  signals.map(signal => {
    const power = signal ** (32 / 2523)
    return 10_000 * (Math.max(0, power - 107 / 128) / (2413 / 128 - (2392 / 128) * power)) ** (16_384 / 2610)
  })

/** Returns luminances of HLG signals on a display of 1000 cd/m² (ITU-R BT.2100, table 5). */
function fromHlg(signals: Rgb) {
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73]
  const [red, green, blue] = signals.map(signal =>
    signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12,
  ) as Rgb
  const gain = HDR.peak * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2
  return [red, green, blue].map(scene => scene * gain)
}

/** Maps the range from the knee to the peak smoothly to the range from the knee to 1. */
function compressHighlights(value: number): number {
  const range = 1 - KNEE
  const [above, maxAbove] = [(value - KNEE) / range, (HDR.peak / HDR.white - KNEE) / range]
  return Math.min(1, KNEE + range * ((above * (1 + above / maxAbove ** 2)) / (1 + above)))
}

/** Returns the sRGB signal of a linear value. */
function encodeSrgb(linear: number): number {
  const [exponent, a, b, c, d] = SRGB_CURVE
  return linear <= c * d ? linear / c : (linear ** (1 / exponent) - b) / a
}

/**
 * Builds an ICC profile with a grid of sRGB colours (ICC.1:2022, 10.12). Declares version 2, because decoders darken the shadows of
 * later versions.
 * @param kind its class and colour space
 * @param points numbers of points of the grid for each channel
 * @param colour returns the sRGB colour of channels from 0 to 1
 */
function gridProfile(kind: string, points: number[], colour: (...channels: number[]) => Rgb): Buffer {
  const identity = [ascii('curv'), uint32(0), uint32(0)]
  const curve = [srgbCurve()]
  const matrix = [...SRGB_MATRIX.map(value => fixed(value * XYZ_ONE)), ...[0, 0, 0].map(fixed)]
  const levels = points.map(count => Array.from({ length: count }, (_, at) => at / (count - 1)))
  const places = levels.reduce<number[][]>(
    (known, channel) => known.flatMap(place => channel.map(level => [...place, level])),
    [[]],
  )
  const colours = Uint16Array.from(
    places.flatMap(place => colour(...place).map(one => Math.round(65_535 * one))),
  )
  const grid = [Buffer.from(points), Buffer.alloc(16 - points.length), Buffer.from([2, 0, 0, 0])]
  const parts = [
    [...identity, ...identity, ...identity],
    matrix,
    [...curve, ...curve, ...curve],
    [...grid, Buffer.from(colours.buffer).swap16()],
    points.flatMap(() => identity),
  ].map(padToWord)
  const counts = Buffer.from([points.length, 3, 0, 0])
  return profileOf(kind, {
    A2B0: padToWord([ascii('mAB '), uint32(0), counts, ...offsetsOf(parts, 32).map(uint32), ...parts]),
  })
}

/** Builds an ICC profile of other primaries with the curve of sRGB (ICC.1:2022, 8.3.3). */
function matrixProfile(toSrgb: number[]): Buffer {
  const curve = srgbCurve()
  const [red, green, blue] = [0, 1, 2].map(column =>
    xyz(
      multiply(
        SRGB_MATRIX,
        [0, 3, 6].map(row => toSrgb[row + column] ?? 0),
      ),
    ),
  ) as [Buffer, Buffer, Buffer]
  const tags = { rXYZ: red, gXYZ: green, bXYZ: blue, rTRC: curve, gTRC: curve, bTRC: curve }
  return profileOf('mntrRGB ', tags)
}

const srgbCurve = () =>
  Buffer.concat([ascii('para'), uint32(0), uint16(3), uint16(0), ...SRGB_CURVE.map(fixed)])

/** Joins the tags of a profile (ICC.1:2022, 7.2 and 7.3). */
function profileOf(kind: string, ownTags: Record<string, Buffer>): Buffer {
  const [name, length] = [utf16('Media'), 2 * 'Media'.length]
  const text = [
    ascii('mluc'),
    uint32(0),
    uint32(1),
    uint32(12),
    ascii('enUS'),
    uint32(length),
    uint32(28),
    name,
  ]
  const tags = { desc: padToWord(text), cprt: padToWord(text), wtpt: xyz(D50), ...ownTags }
  const names = Object.keys(tags)
  const bodies = Object.values(tags)
  const places = offsetsOf(bodies, 132 + 12 * names.length)
  const entries = names.flatMap((tag, at) => [
    ascii(tag),
    uint32(places[at] ?? 0),
    uint32(bodies[at]?.length ?? 0),
  ])
  const size = 132 + 12 * names.length + padToWord(bodies).length
  const head = [uint32(size), uint32(0), uint32(0x02_40_00_00), ascii(`${kind}XYZ `)]
  const rest = [Buffer.alloc(12), ascii('acsp'), Buffer.alloc(28), ...D50.map(fixed), Buffer.alloc(48)]
  return padToWord([...head, ...rest, uint32(names.length), ...entries, ...bodies])
}

const xyz = (values: readonly number[]) => padToWord([ascii('XYZ '), uint32(0), ...values.map(fixed)])

/** Returns the offset of each part if the first one begins at `start`. */
function offsetsOf(parts: readonly Buffer[], start: number): number[] {
  let place = start
  return parts.map(({ length }) => (place += length) - length)
}

/** Joins bytes, and pads them to a multiple of four. */
function padToWord(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

export const ascii = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()
export const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])
const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32()
const fixed = (value: number) => Buffer.from(Int32Array.of(Math.round(value * 65_536)).buffer).swap32()
