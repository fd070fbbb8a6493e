import type { Domain } from '#shared/domains.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const GOOD = 90
const FAIR = 50

/** 90 or more is good, 50 to 89 fair, below 50 poor. */
export const scoreTone = (score: number) => (score >= GOOD ? 'good' : score >= FAIR ? 'fair' : 'poor')

const slug = (category: string) => category.toLowerCase().replaceAll(/[\s_]+/g, '-')

/** The four scores in the order of the table's columns, or nothing unless each of the four is a number. */
export function scoresOf({ performanceData }: Pick<Domain, 'performanceData'>) {
  const scores = CATEGORIES.flatMap(
    category => performanceData.find(entry => slug(entry.category) === category) ?? [],
  )
  const complete = performanceData.length === CATEGORIES.length && scores.length === CATEGORIES.length
  return complete && scores.every(({ score }) => Number.isFinite(score)) ? scores : undefined
}
