import { createHash } from 'node:crypto'

/** Category id and title, as Lighthouse names them. */
export const CATEGORIES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best Practices',
  seo: 'SEO',
  'agentic-browsing': 'Agentic Browsing',
} as const
export type Category = keyof typeof CATEGORIES

/** From 0.30 to 1, the same for the same address, so that it can be told what was asked from what is shown. */
export function scoreOf(url: string, category: Category): number {
  const byte = createHash('sha256').update(`${category} ${url}`).digest().readUInt16BE(0)
  return (30 + (byte % 71)) / 100
}
