import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'

import { Badge } from '#site/ui/Badge.tsx'
import { scoreTone } from './scores.ts'

const LOOKS = {
  good: { tone: 'good', Icon: CircleCheck },
  fair: { tone: 'warning', Icon: CircleAlert },
  poor: { tone: 'bad', Icon: CircleX },
} as const

/** A score with a colour, an icon and, for screen readers, a rating. */
export function ScoreBadge({ score }: { score: number }) {
  const rating = scoreTone(score)
  const { tone, Icon } = LOOKS[rating]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      <span translate="no" className="tabular-nums">
        {score}
      </span>
      <span className="sr-only"> ({rating})</span>
    </Badge>
  )
}
