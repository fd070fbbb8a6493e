import type { Domain } from '#shared/businesses/domains.ts'
import { SCORE_CATEGORIES, type ScoreCategory } from '#shared/scores.ts'

const GOOD = 90
const FAIR = 50

/** Rates 90 or more as good, 50 to 89 as fair, less as poor. */
export const scoreTone = (score: number) => (score >= GOOD ? 'good' : score >= FAIR ? 'fair' : 'poor')

export const SCORE_LABELS: Record<ScoreCategory, string> = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best Practices',
  seo: 'SEO',
}

const slug = (category: string) => category.toLowerCase().replaceAll(/[\s_]+/g, '-')

/** Returns the four scores in column order, or undefined unless all four are numbers. */
export function scoresOf({ performanceData }: Pick<Domain, 'performanceData'>) {
  const scores = SCORE_CATEGORIES.flatMap(category => {
    const entry = performanceData.find(entry => slug(entry.category) === category)
    return entry && Number.isFinite(entry.score) ? { category, score: entry.score } : []
  })
  const complete =
    performanceData.length === SCORE_CATEGORIES.length && scores.length === SCORE_CATEGORIES.length
  return complete ? scores : undefined
}

/** True while newer scores are being measured. */
export const isMeasuring = ({ performanceStatus }: Pick<Domain, 'performanceStatus'>) =>
  performanceStatus === 'queued' || performanceStatus === 'running'
