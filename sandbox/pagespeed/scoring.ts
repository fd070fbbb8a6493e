import { createHash } from 'node:crypto'

/** Lighthouse's category ids and titles. */
export const CATEGORIES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best Practices',
  seo: 'SEO',
  'agentic-browsing': 'Agentic Browsing',
} as const
export type Category = keyof typeof CATEGORIES

/** Derives a score from 0.30 to 1 from the URL and category, so that tests can predict it. */
export function scoreOf(url: string, category: Category): number {
  const byte = createHash('sha256').update(`${category} ${url}`).digest().readUInt16BE(0)
  return (30 + (byte % 71)) / 100
}
