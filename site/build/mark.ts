import sharp from 'sharp'

import { brand } from '#shared/brand.ts'
import { inks } from '#site/assets/inks.ts'

/** Side of the largest icon, in pixels. */
const SIDE = 512

/**
 * Returns the URL of the agency's logo as a square picture, or undefined if the agency has no logo.
 * @throws {Error} for a file that isn't a picture
 */
export async function logoUrl(): Promise<string | undefined> {
  if (!brand.logo) return undefined
  const picture = await sharp(`site/content/${brand.logo}`, { density: 300 })
    .resize(SIDE, SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new Error(`site/content/${brand.logo} can’t be read. Save it again as an SVG or PNG.`, { cause })
    })
  return `data:image/png;base64,${picture.toString('base64')}`
}

const eye = `<circle cx="24" cy="24" r="14" fill="${inks.iris}"/><circle cx="26" cy="22" r="6.5" fill="${inks.ink}"/><circle cx="28.5" cy="19.5" r="2" fill="${inks.mark}"/>`

/**
 * Draws the agency's logo, or the bird's eye if it has none, 48 units wide. `corner` rounds the square around the eye; `scale`
 * shrinks both, for icons that a phone crops to its own shape. A phone shows transparent parts in black, so a square without
 * round corners is paper beneath a logo.
 */
export async function markSvg({ corner = 11, scale = 1 } = {}): Promise<string> {
  const logo = await logoUrl()
  const ground = logo ? (corner === 0 ? inks.paper : 'none') : inks.ink
  const mark = logo ? `<image href="${logo}" width="48" height="48"/>` : eye
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="${corner}" fill="${ground}"/>` +
    `<g transform="translate(${24 - 24 * scale} ${24 - 24 * scale}) scale(${scale})">${mark}</g></svg>`
  )
}
