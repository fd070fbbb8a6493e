import { inks } from '#site/assets/inks.ts'

const eye = `<circle cx="24" cy="24" r="14" fill="${inks.iris}"/><circle cx="26" cy="22" r="6.5" fill="${inks.ink}"/><circle cx="28.5" cy="19.5" r="2" fill="${inks.mark}"/>`

/**
 * Draws the bird's eye, 48 units wide. `corner` rounds its square; `scale` shrinks the eye, for icons that a phone crops to its
 * own shape.
 */
export const eyeSvg = ({ corner = 11, scale = 1 } = {}) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="${corner}" fill="${inks.ink}"/>` +
  `<g transform="translate(${24 - 24 * scale} ${24 - 24 * scale}) scale(${scale})">${eye}</g></svg>`
