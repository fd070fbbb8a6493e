import { Minus } from 'lucide-react'

import type { Domain } from '#shared/domains.ts'
import { Badge, type Tone } from '#site/ui/Badge.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { scoresOf, scoreTone } from './scores.ts'

const TONES: Record<ReturnType<typeof scoreTone>, Tone> = { good: 'good', fair: 'look', poor: 'bad' }

export const SCORE_LABELS = ['Performance', 'Accessibility', 'Best Practices', 'SEO'] as const

/** The four score cells of a domain's row, or one that says why there are none. */
export function Scores({ domain }: { domain: Domain }) {
  const scores = scoresOf(domain)
  if (!scores)
    return (
      <td colSpan={4} className="max-lg:col-span-2 max-lg:pt-0">
        <NoScores domain={domain} />
      </td>
    )
  return scores.map(({ category, score }, index) => (
    <td
      key={category}
      className="text-end max-lg:col-span-2 max-lg:flex max-lg:justify-between max-lg:py-1.5"
    >
      <span aria-hidden="true" className="text-soft lg:hidden">
        {SCORE_LABELS[index]}
      </span>
      <Badge tone={TONES[scoreTone(score)]}>{score}</Badge>
    </td>
  ))
}

function NoScores({ domain }: { domain: Domain }) {
  const generating = domain.performanceStatus === 'queued' || domain.performanceStatus === 'running'
  return (
    <span className="flex items-center gap-2 lg:justify-center text-sm text-soft">
      {generating ? <Spinner /> : <Minus aria-hidden="true" className="size-4" />}
      {generating ? 'Generating scores...' : reason(domain)}
    </span>
  )
}

const reason = (domain: Domain) =>
  domain.performanceMessage ??
  (domain.websiteURL ? 'No scores yet' : 'Add a website address to see its scores')
