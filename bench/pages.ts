import { siteFiles } from '../api/http/static-site.ts'
import { PUBLIC_PAGES } from '../commands/budgets/budgets.ts'
import { buildSite } from '../commands/setup/build-site.ts'
import type { Figure } from './figure.ts'
import { lighthouseRun } from './lighthouse-run.ts'
import { median } from './median.ts'

const TURNS = 3
const LCP_LIMIT_MS = 1200
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const NOTHING = '/nothing'

type Turn = { scores: number[]; lcp: number; shift: number; blocked: number }

/**
 * Lighthouse's own settings for a phone, of each public page or those that are named, served as the api serves them; medians of
 * three, in turns. Beside them a page of one sentence: what that is said to block for, the machine and the browser do.
 */
export async function pages(names: string[]): Promise<Figure[]> {
  await buildSite()
  const site = siteFiles('dist', { https: false })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: request =>
      new URL(request.url).pathname === NOTHING
        ? new Response(SENTENCE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
        : site(request),
  })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const paths = [NOTHING, ...(names.length > 0 ? names : PUBLIC_PAGES.map(pathOf))]
    const turns = new Map(paths.map(path => [path, [] as Turn[]]))
    for (let turn = 0; turn < TURNS; turn++)
      for (const path of paths) turns.get(path)!.push(await measure(origin + path))
    const floor = median(turns.get(NOTHING)!.map(({ blocked }) => blocked))
    return paths.slice(1).flatMap(path => figuresOf(path, turns.get(path)!, floor))
  } finally {
    await server.stop(true)
  }
}

const SENTENCE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Nothing</title><p>One sentence.</p></html>`

const pathOf = (name: string) => `/${name.replace(/(^|\/)index$/, '$1x').replace(/^x$/, '')}`

function figuresOf(path: string, turns: Turn[], floor: number): Figure[] {
  const least = CATEGORIES.map((_, index) => median(turns.map(({ scores }) => scores[index]!)))
  return [
    ...CATEGORIES.map((category, index): Figure => ({
      name: index === 0 ? `${path}: ${category}` : `  ${category}`,
      value: least[index]!,
      unit: 'count',
      atLeast: index === 0 ? 99 : 100,
    })),
    { name: '  largest paint', value: median(turns.map(({ lcp }) => lcp)), unit: 'ms', limit: LCP_LIMIT_MS },
    { name: '  layout shift', value: Math.max(...turns.map(({ shift }) => shift)), unit: 'count', limit: 0 },
    { name: '  blocked', value: median(turns.map(({ blocked }) => blocked)), unit: 'ms' },
    { name: '    a page of one sentence', value: floor, unit: 'ms' },
  ]
}

async function measure(url: string): Promise<Turn> {
  const { categories, audits } = await lighthouseRun(url, { settings: { onlyCategories: CATEGORIES } })
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map(category => Math.round((categories[category]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    blocked: value('total-blocking-time'),
  }
}
