import { readFileSync } from 'node:fs'

import {
  brotli,
  readPage,
  shipped,
  withAllImports,
  withStaticImports,
  type BuiltPage,
} from './budgets/built-page.ts'

const KB = 1024
/**
 * TCP may send 14,600 bytes, including response headers, before the first acknowledgement, so a page up to this size
 * arrives in one round trip.
 */
const FIRST_FLIGHT = 14_000
/**
 * Limit of the home page and of the agency's own texts, which may be long. TCP sends twice as much in the second flight:
 * later sections arrive with it, while the browser paints the first.
 */
const SECOND_FLIGHT = 2 * FIRST_FLIGHT
const IS_LONG = /^(index|about|faq|have-us-do-it|people|privacy-policy|(blog|cases|places|services)(\/.*)?)$/

/** Names of the indexed pages in `dist`. */
export const publicPages = (): string[] =>
  [...readFileSync('dist/sitemap.xml', 'utf8').matchAll(/<loc>https?:\/\/[^/]+\/([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path || 'index',
  )

/** Names of the screens' components, which are also those of their chunks. */
const screens = () =>
  [...readFileSync('site/dashboard/shell/screens.ts', 'utf8').matchAll(/import\('#site\S+\/(\w+)\.tsx'\)/g)]
    .map(([, name = '']) => name)
    .filter(name => !['Overview', 'Composer'].includes(name))

export type Measure = { name: string; bytes: number; limit: number }

/** Compares the compressed size of a browser's downloads with our budgets. */
export function measure(): Measure[] {
  const dashboard = readPage('dashboard/index.html')
  const dashboardBytes = scriptBytes(dashboard)
  const bytesWith = (screen: string) => scriptBytes(withScreen(dashboard, screen))
  return [
    ...[...publicPages(), 'reset-password/index'].flatMap(name => {
      const page = readPage(`${name}.html`)
      const isLong = IS_LONG.test(name)
      const first = budget(`${name}: its first section`, brotli(firstSection(page.html)), FIRST_FLIGHT)
      return [
        budget(`${name}: the page itself`, shipped(page.url), isLong ? SECOND_FLIGHT : FIRST_FLIGHT),
        ...(isLong ? [first] : []),
        budget(`${name}: script before a click`, scriptBytes(page), 6 * KB),
        budget(`${name}: everything before a click`, wholeBytes(page), 90 * KB),
      ]
    }),
    ...['review', 'connect', 'audits'].map(page =>
      budget(`Link page ${page}: script`, scriptBytes(readPage(`${page}/index.html`)), 60 * KB),
    ),
    budget('Dashboard and overview: script', bytesWith('Overview'), 120 * KB),
    ...screens().map(screen =>
      budget(`${screen} on top: script`, bytesWith(screen) - dashboardBytes, 40 * KB),
    ),
    budget('Dashboard and composer: script', bytesWith('Composer'), 170 * KB),
  ]
}

const budget = (name: string, bytes: number, limit: number): Measure => ({ name, bytes, limit })

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const scriptBytes = (page: BuiltPage) => sum([...page.inline.map(brotli), ...[...page.scripts].map(shipped)])

const wholeBytes = (page: BuiltPage) => sum([page.url, ...page.scripts, ...page.styles].map(shipped))

/** Returns what a browser needs for the first paint: the styles, the header and the first section. */
const firstSection = (html: string) => html.slice(0, html.indexOf('</section>') + 1 || undefined)

/** Adds the chunk that a screen loads to the dashboard's page. */
function withScreen(page: BuiltPage, screen: string): BuiltPage {
  const chunk = [...withAllImports(page.scripts)].filter(url =>
    new RegExp(`/${screen}\\.[\\w-]+\\.js$`).test(url),
  )
  if (chunk.length === 0)
    throw new Error(`The dashboard has no chunk named ${screen}: is it still loaded by import()?`)
  return { ...page, scripts: withStaticImports([...page.scripts, ...chunk]) }
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9)

if (import.meta.main) {
  const measures = measure()
  for (const { name, bytes, limit } of measures) {
    const result = bytes <= limit ? 'ok' : 'OVER'
    console.log(`${result.padEnd(5)}${name.padEnd(36)}${kilobytes(bytes)} of ${kilobytes(limit)}`)
  }
  if (measures.some(({ bytes, limit }) => bytes > limit)) {
    console.error('Over budget. Load the code when it is first needed, or find a smaller solution.')
    process.exitCode = 1
  }
}
