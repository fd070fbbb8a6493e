import { fileURLToPath } from 'node:url'

const FONTS = [
  { family: 'Figtree', weight: '300 900', file: 'figtree/files/figtree-latin-wght-normal.woff2' },
  {
    family: 'Familjen Grotesk',
    weight: '400 700',
    file: 'familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  },
]

let faces: Promise<string> | undefined

/** Returns `@font-face` rules that contain the fonts, for a page that loads nothing. */
export const fontFaces = () => (faces ??= readFaces())

async function readFaces(): Promise<string> {
  const rules = await Promise.all(
    FONTS.map(async ({ family, weight, file }) => {
      const path = fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
      const bytes = Buffer.from(await Bun.file(path).arrayBuffer())
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2'); }`
    }),
  )
  return rules.join('\n')
}
