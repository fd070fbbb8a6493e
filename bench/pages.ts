import { siteFiles } from '../api/http/static-site.ts'
import { PUBLIC_PAGES } from '../commands/budgets/budgets.ts'
import { buildSite } from '../commands/setup/build-site.ts'
import type { Figure } from './figure.ts'
import { lighthouseRun } from './lighthouse-run.ts'
import { median } from './median.ts'

const ROUNDS = 3
const LCP_LIMIT_MS = 1200
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const BASELINE = '/nothing'

type Turn = { scores: number[]; lcp: number; shift: number; blocked: number }

/**
 * Runs Lighthouse's mobile preset on each public page, or the named ones, served as the api serves them, and reports
 * the median of three. A page of one sentence shows how much blocking time is due to the machine and browser.
 */
export async function pages(names: string[]): Promise<Figure[]> {
  await buildSite()
  const site = siteFiles('dist', { https: false })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: request =>
      new URL(request.url).pathname === BASELINE
        ? new Response(BASELINE_PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
        : site(request),
  })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const paths = [BASELINE, ...(names.length > 0 ? names : PUBLIC_PAGES.map(pathOf))]
    const turns = new Map(paths.map(path => [path, [] as Turn[]]))
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const path of paths) turns.get(path)!.push(await measure(origin + path))
    const floor = median(turns.get(BASELINE)!.map(({ blocked }) => blocked))
    return paths.slice(1).flatMap(path => figuresOf(path, turns.get(path)!, floor))
  } finally {
    await server.stop(true)
  }
}

const BASELINE_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Nothing</title><p>One sentence.</p></html>`

const pathOf = (name: string) => `/${name.replace(/(^|\/)index$/, '$1x').replace(/^x$/, '')}`

function figuresOf(path: string, turns: Turn[], floor: number): Figure[] {
  const medians = CATEGORIES.map((_, index) => median(turns.map(({ scores }) => scores[index]!)))
  return [
    ...CATEGORIES.map((category, index): Figure => ({
      name: index === 0 ? `${path}: ${category}` : `  ${category}`,
      value: medians[index]!,
      unit: 'count',
      min: index === 0 ? 99 : 100,
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
