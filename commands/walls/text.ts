import { NETWORK_IDS } from '#shared/networks.ts'
import { isCode, isTest, matchesOf, type Wall } from './source.ts'

/** Files that may define colours: the theme, and the mark of a network that we don't publish to. */
const COLOUR_FILES = ['site/styles/theme.css', 'site/ui/NetworkMark.tsx']
const isStyled = (path: string) =>
  /^site\/.*\.(tsx|astro|css)$/.test(path) && !COLOUR_FILES.includes(path) && !path.endsWith('.test.tsx')

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

/** Files that may name networks: tables of their parts, settings, URLs, and lists of other services. */
const MAY_NAME_NETWORKS = [
  'shared/networks.ts',
  'api/networks/names.ts',
  'api/accounts/connect-links/sign-in.ts',
  'site/dashboard/shared/accounts/ServerSignInDialog.tsx',
  'site/dashboard/shared/accounts/sign-ins.ts',
  'site/ui/PostPreview.tsx',
  'api/networks/core/provider-clock.ts',
  'api/runtime/config.ts',
  'api/accounts/compliance/routes.ts',
  'site/build/brand-facts.ts',
  'site/dashboard/calendar/Toolbar.tsx',
  'shared/auth/auth.ts',
  'shared/requests/requests.ts',
  'site/islands/account-management/managed-platforms.ts',
]
const IDS = NETWORK_IDS.join('|')
/** Matches an id as a string, as a key, and as a property of `networks` or `accounts`. */
const NETWORK_NAMED = new RegExp(
  `(["'])(${IDS})\\1|(?<=^ +|[{,] )(${IDS}):|\\b(networks|accounts)\\.(${IDS})\\b`,
  'gm',
)
const OF_NETWORK = new RegExp(`/(meta|${IDS})`, 'i')

/** Requires differences between networks to be in shared/networks/ and api/networks/, or in files that are named after one. */
export const networksAreFolders: Wall = sources => {
  const others = sources.filter(
    ({ path }) =>
      /^(api|shared|site)\//.test(path) &&
      isCode(path) &&
      !/\.test\.|\/test\/|^shared\/reports\/sample/.test(path) &&
      !OF_NETWORK.test(path) &&
      !MAY_NAME_NETWORKS.includes(path),
  )
  return matchesOf(
    others,
    NETWORK_NAMED,
    'read a network’s declaration, or move this to a file of its own (docs/adding-a-network.md).',
  )
}

/** Matches a whole statement, whose further lines are indented or begin with a closing bracket. */
const UNAWAITED = /^([ \t]*)expect\(.*(?:\n\1[ \t)}\]].*)*?\.(?:rejects|resolves)\b/gm

/** Assertions on promises must be awaited, because they can't fail a test that has already ended. */
export const assertionsAreAwaited: Wall = sources =>
  matchesOf(
    sources.filter(({ path }) => isTest(path)),
    UNAWAITED,
    'await the assertion on a promise.',
  )
