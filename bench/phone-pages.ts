import type { Figure } from './figure.ts'
import { runLighthouse } from './lighthouse-run.ts'
import { median } from './median.ts'

const ROUNDS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

type Round = { scores: number[]; lcp: number; shift: number; blocked: number }
type Selection = {
  /** Paths by the name that is printed. */
  paths: Map<string, string>
  /** A page that shows how much of the times is due to the machine and the browser. */
  baseline: { name: string; path: string }
  maxLcpMs: number
  /** Lighthouse audits that don't apply to these pages. */
  skipAudits?: string[]
}

/** Runs Lighthouse's mobile preset on pages of one origin in three rounds, and returns the medians. */
export async function measureOnPhone(
  origin: string,
  { paths, baseline, maxLcpMs, skipAudits = [] }: Selection,
): Promise<Figure[]> {
  const rounds = new Map([baseline.path, ...paths.values()].map(path => [path, [] as Round[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [path, done] of rounds) done.push(await measure(origin + path, skipAudits))
  const ofBaseline = rounds.get(baseline.path)!
  return [
    { name: `${baseline.name}: largest contentful paint`, value: lcpOf(ofBaseline), unit: 'ms' },
    { name: '  total blocking time', value: blockedOf(ofBaseline), unit: 'ms' },
    ...[...paths].flatMap(([name, path]) => figuresOf(name, rounds.get(path)!, maxLcpMs)),
  ]
}

const lcpOf = (rounds: Round[]) => median(rounds.map(({ lcp }) => lcp))
const blockedOf = (rounds: Round[]) => median(rounds.map(({ blocked }) => blocked))

function figuresOf(name: string, rounds: Round[], maxLcpMs: number): Figure[] {
  const medians = CATEGORIES.map((_, index) => median(rounds.map(({ scores }) => scores[index]!)))
  return [
    ...CATEGORIES.map((category, index): Figure => ({
      name: index === 0 ? `${name}: ${category}` : `  ${category}`,
      value: medians[index]!,
      unit: 'count',
      min: index === 0 ? 99 : 100,
    })),
    { name: '  largest contentful paint', value: lcpOf(rounds), unit: 'ms', limit: maxLcpMs },
    { name: '  layout shift', value: Math.max(...rounds.map(({ shift }) => shift)), unit: 'count', limit: 0 },
    { name: '  total blocking time', value: blockedOf(rounds), unit: 'ms' },
  ]
}

async function measure(url: string, skipAudits: string[]): Promise<Round> {
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
