import { shortened } from '#shared/text/graphemes.ts'

/** Draws a QR code's dark squares as one SVG path. One unit is a square. */
export function qrPath(rows: readonly (readonly boolean[])[]): { path: string; size: number } {
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { path: squares.join(''), size: rows.length }
}

const MAX_NAME = 60
const NARROW = 22

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Draws a card of 105 by 148 mm (A6) for the shop's counter, as an SVG. */
export function reviewCard({ name, path, size }: { name: string; path: string; size: number }): string {
  const shown = shortened(name, MAX_NAME)
  const text = (y: number, height: number, content: string, weight = 400) =>
    `<text x="52.5" y="${y}" font-size="${height}" font-weight="${weight}" text-anchor="middle" font-family="system-ui, sans-serif" fill="#17181c">${escaped(content)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="105mm" height="148mm" viewBox="0 0 105 148">
<rect width="105" height="148" fill="#fff"/>
${text(20, 9, 'How did we do?', 700)}
${text(30, shown.length > NARROW ? 3.6 : 5, shown)}
<g transform="translate(22.5 38) scale(${60 / size})"><path d="${path}" fill="#17181c"/></g>
${text(110, 4.6, 'Scan this with your camera')}
${text(117, 4.6, 'and review us on Google.')}
${text(132, 4, 'Thank you!')}
</svg>
`
}

/** Returns the text of an email that asks a customer for a review. */
export const mailFor = (name: string, link: string) => `Hello,

Thank you for choosing ${name}. How did we do? A short review on Google helps others find us, and helps us get better:

${link}

It takes a minute, and we read every one.

Thank you,
${name}`
