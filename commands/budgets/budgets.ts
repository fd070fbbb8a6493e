import { brotli, dynamicImports, readPage, shipped, withStaticImports, type BuiltPage } from './built-page.ts'

const KB = 1024
/**
 * TCP may send 14,600 bytes, including response headers, before the first acknowledgement, so a page up to this size
 * arrives in one round trip.
 */
const FIRST_FLIGHT = 14_000
/** The home page's later sections arrive with the second round trip, while the browser paints the first. */
const HOME = 16 * KB
export const PUBLIC_PAGES = [
  'index',
  'about',
  'contact',
  'upgrade',
  'guide',
  'tutorials',
  'privacy-policy',
  'termsandconditions',
  'data-deletion',
  'reset-password/index',
] as const

/** Names of the screens' components, which are also those of their chunks. */
const SCREENS = [
  'Profile',
  'Clients',
  'SocialHub',
  'GoogleBusiness',
  'Posts',
  'Calendar',
  'ImportScreen',
  'MediaScreen',
  'InsightsScreen',
  'ReportsScreen',
  'Notifications',
  'Settings',
  'Help',
  'SupportRequests',
] as const

export type Measure = { name: string; bytes: number; limit: number }

/** Compares the compressed size of a browser's downloads with our budgets. */
export function measure(): Measure[] {
  const dashboard = readPage('dashboard/index.html')
  return [
    ...PUBLIC_PAGES.flatMap(name => {
      const page = readPage(`${name}.html`)
      return [
        {
          name: `${name}: the page itself`,
          bytes: brotli(page.html),
          limit: name === 'index' ? HOME : FIRST_FLIGHT,
        },
        { name: `${name}: its first section`, bytes: brotli(firstSection(page.html)), limit: FIRST_FLIGHT },
        { name: `${name}: script before a click`, bytes: scriptBytes(page), limit: 6 * KB },
        { name: `${name}: everything before a click`, bytes: wholeBytes(page), limit: 90 * KB },
      ]
    }),
    ...['review', 'connect'].map(page => ({
      name: `Page of a ${page} link: script`,
      bytes: scriptBytes(readPage(`${page}/index.html`)),
      limit: 60 * KB,
    })),
    {
      name: 'Dashboard and overview: script',
      bytes: scriptBytes(withScreen(dashboard, 'Overview')),
      limit: 120 * KB,
    },
    ...SCREENS.map(screen => ({
      name: `${screen} on top: script`,
      bytes: scriptBytes(withScreen(dashboard, screen)) - scriptBytes(dashboard),
      limit: 40 * KB,
    })),
    {
      name: 'Dashboard and composer: script',
      bytes: scriptBytes(withScreen(dashboard, 'Composer')),
      limit: 170 * KB,
    },
  ]
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const scriptBytes = (page: BuiltPage) => sum([...page.inline.map(brotli), ...[...page.scripts].map(shipped)])

const wholeBytes = (page: BuiltPage) =>
  sum([brotli(page.html), ...[...page.scripts, ...page.styles].map(shipped)])

/** Returns what a browser needs for the first paint: the styles, the header and the first section. */
const firstSection = (html: string) => html.slice(0, html.indexOf('</section>') + 1 || undefined)

/** Adds the chunk that a screen loads to the dashboard's page. */
function withScreen(page: BuiltPage, screen: string): BuiltPage {
  const chunk = reachable(page.scripts).filter(url => new RegExp(`/${screen}\\.[\\w-]+\\.js$`).test(url))
  if (chunk.length === 0)
    throw new Error(`The dashboard has no chunk named ${screen}: is it still loaded by import()?`)
  return { ...page, scripts: withStaticImports([...page.scripts, ...chunk]) }
}

function reachable(urls: Iterable<string>): string[] {
  const found = new Set<string>()
  const queue = [...urls]
  for (let url = queue.pop(); url; url = queue.pop()) {
    if (found.has(url)) continue
    found.add(url)
    queue.push(...withStaticImports([url]), ...dynamicImports([url]))
  }
  return [...found]
}
