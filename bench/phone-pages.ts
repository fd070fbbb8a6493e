import type { Figure } from './figure.ts'
import { runLighthouse } from './lighthouse-run.ts'
import { median } from './median.ts'

const ROUNDS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

type Turn = { scores: number[]; lcp: number; shift: number; blocked: number }
type Selection = {
  /** Paths by the name that is printed. */
  paths: Map<string, string>
  /** A page that shows how much of the times is due to the machine and the browser. */
  baseline: { name: string; path: string }
  maxLcpMs: number
  /** Lighthouse audits that don't apply to these pages. */
  skipAudits?: string[]
}

/** Runs Lighthouse's mobile preset on pages of one origin, in turns, and returns the medians of three. */
export async function measureOnPhone(
  origin: string,
  { paths, baseline, maxLcpMs, skipAudits = [] }: Selection,
): Promise<Figure[]> {
  const turns = new Map([baseline.path, ...paths.values()].map(path => [path, [] as Turn[]]))
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [path, done] of turns) done.push(await measure(origin + path, skipAudits))
  const ofBaseline = turns.get(baseline.path)!
  return [
    { name: `${baseline.name}: largest contentful paint`, value: lcpOf(ofBaseline), unit: 'ms' },
    { name: '  total blocking time', value: blockedOf(ofBaseline), unit: 'ms' },
    ...[...paths].flatMap(([name, path]) => figuresOf(name, turns.get(path)!, maxLcpMs)),
  ]
}

const lcpOf = (turns: Turn[]) => median(turns.map(({ lcp }) => lcp))
const blockedOf = (turns: Turn[]) => median(turns.map(({ blocked }) => blocked))

function figuresOf(name: string, turns: Turn[], maxLcpMs: number): Figure[] {
  const medians = CATEGORIES.map((_, index) => median(turns.map(({ scores }) => scores[index]!)))
  return [
    ...CATEGORIES.map((category, index): Figure => ({
      name: index === 0 ? `${name}: ${category}` : `  ${category}`,
      value: medians[index]!,
      unit: 'count',
      min: index === 0 ? 99 : 100,
    })),
    { name: '  largest contentful paint', value: lcpOf(turns), unit: 'ms', limit: maxLcpMs },
    { name: '  layout shift', value: Math.max(...turns.map(({ shift }) => shift)), unit: 'count', limit: 0 },
    { name: '  total blocking time', value: blockedOf(turns), unit: 'ms' },
  ]
}

async function measure(url: string, skipAudits: string[]): Promise<Turn> {
  const { categories, audits } = await runLighthouse(url, {
    settings: { onlyCategories: CATEGORIES, skipAudits },
  })
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map(category => Math.round((categories[category]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    blocked: value('total-blocking-time'),
  }
}
