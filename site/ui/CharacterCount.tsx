import { Badge, type Tone } from './Badge.tsx'

const STEPS: readonly (readonly [share: number, tone: Tone])[] = [
  [1, 'bad'],
  [0.9, 'look'],
  [0.75, 'info'],
  [0, 'neutral'],
]

/** How much of the limit is used; its colour turns at 75, 90 and 100 percent. */
export function CharacterCount({ length, limit }: { length: number; limit: number }) {
  const tone = STEPS.find(([share]) => length / limit >= share)?.[1]
  return (
    <Badge tone={tone}>
      <span className="tabular-nums">
        {length}/{limit}
      </span>
      <span className="sr-only"> characters</span>
    </Badge>
  )
}
