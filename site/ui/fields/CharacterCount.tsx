import { Badge, type Tone } from '#site/ui/Badge.tsx'

const STEPS: readonly (readonly [share: number, tone: Tone])[] = [
  [1, 'bad'],
  [0.9, 'warning'],
  [0.75, 'info'],
]

/** Returns the counter's tone, which changes at 75, 90 and 100 percent of the limit. */
export const countTone = (length: number, limit: number): Tone =>
  STEPS.find(([share]) => length / limit >= share)?.[1] ?? 'neutral'

export const CharacterCount = ({ length, limit }: { length: number; limit: number }) => (
  <Badge tone={countTone(length, limit)}>
    <span translate="no" className="tabular-nums">
      {length}/{limit}
    </span>
    <span className="sr-only"> characters</span>
  </Badge>
)
