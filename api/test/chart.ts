import sharp from 'sharp'

/** Centres and sRGB colours of the coloured fields in a test picture, which fixtures/pictures has in several formats. */
export const CHART: readonly { x: number; y: number; colour: readonly [number, number, number] }[] = [
  { x: 100, y: 50, colour: [20, 90, 200] },
  { x: 100, y: 400, colour: [230, 30, 30] },
  { x: 300, y: 400, colour: [30, 200, 40] },
  { x: 500, y: 400, colour: [30, 40, 230] },
  { x: 700, y: 400, colour: [128, 128, 128] },
  { x: 900, y: 400, colour: [222, 172, 107] },
  { x: 1100, y: 400, colour: [255, 200, 0] },
]
export const CHART_SIZE = { width: 1200, height: 900 }

/** Returns the chart as a PNG in the colour space of an ICC profile, with 8 or 16 bits per channel. */
export async function chartPng(bits: 8 | 16, iccPath: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="rgb(210,213,218)"/>
    ${CHART.map(({ x, y, colour }) => `<rect x="${y === 50 ? 0 : x - 90}" y="${y === 50 ? 0 : 220}" width="${y === 50 ? 1200 : 180}" height="${y === 50 ? 110 : 380}" fill="rgb(${colour.join(',')})"/>`).join('')}</svg>`
  const chart = await sharp(Buffer.from(svg)).png().toBuffer()
  const picture = sharp(chart).removeAlpha()
  return bits === 8
    ? picture.withIccProfile(iccPath).png().toBuffer()
    : picture.toColourspace('rgb16').withIccProfile(iccPath).png().toBuffer()
}

/**
 * Returns the largest difference between the colours of the chart and of a copy in any size, per channel from 0 to 255.
 * @param turn degrees by which the copy is turned clockwise before it is compared
 */
export async function chartError(picture: string | Uint8Array, turn = 0): Promise<number> {
  const { data, info } = await sharp(picture)
    .rotate(turn)
    .flatten({ background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scale = info.width / CHART_SIZE.width
  const errors = CHART.flatMap(({ x, y, colour }) => {
    const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * info.channels
    return colour.map((value, channel) => Math.abs(value - (data[at + channel] ?? 0)))
  })
  return Math.max(...errors)
}
