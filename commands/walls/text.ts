import { lineAt, type Fault, type Source, type Wall } from './source.ts'

const matchesOf = (sources: Source[], pattern: RegExp, message: string): Fault[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(match => ({
      path,
      line: lineAt(text, match.index),
      message: `${match[0].trim()}: ${message}`,
    })),
  )

const isStyled = (path: string) =>
  /^site\/.*\.(tsx|astro|css)$/.test(path) && path !== 'site/styles/theme.css' && !path.endsWith('.test.tsx')

const COLOUR_FUNCTION = /\b(rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(\s*[\d.]/gi
const COLOUR_HEX = /(?<=[\s"'`([:,])#(?=[a-f]*\d|fff|000)([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi
const COLOUR_CLASS =
  /(?<=[\s"'`:])(bg|text|border|fill|stroke|ring|outline|from|via|to)-(white|black|(slate|gr[ae]y|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3})\b/g

/** Colours must come from the theme, because a literal would be wrong in one of the two. */
export const coloursComeFromTheTheme: Wall = sources => {
  const styled = sources.filter(({ path }) => isStyled(path))
  return [COLOUR_FUNCTION, COLOUR_HEX, COLOUR_CLASS].flatMap(pattern =>
    matchesOf(styled, pattern, 'use a colour role of site/styles/theme.css.'),
  )
}

const MACHINE_PATH = /(?<![\w.-])\/(home|Users|root|work)\/[\w.-]+/g
const REGISTRY = /https?:\/\/[\w.-]*(registry|npmmirror|artifactory|verdaccio)[\w.-]*/gi

/** No file names a machine or a mirror, so that a clone works anywhere. */
export const nothingNamesThisMachine: Wall = sources => {
  const others = sources.filter(({ path }) => !path.startsWith('commands/walls/'))
  return [
    ...matchesOf(
      others,
      MACHINE_PATH,
      'a path of one machine; take it from the environment or from import.meta.dirname.',
    ),
    ...matchesOf(others, REGISTRY, 'a registry’s address; it belongs in the machine’s own settings.'),
  ]
}
