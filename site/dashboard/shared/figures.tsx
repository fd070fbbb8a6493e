import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'

import { formatNumber } from '#site/lib/format.ts'

export type Comparison = { direction: 'up' | 'down' | 'same'; text: string }

export function directionOf(change: number): Comparison['direction'] {
  if (change === 0) return 'same'
  return change > 0 ? 'up' : 'down'
}

const ARROWS = { up: ArrowUp, down: ArrowDown, same: ArrowRight } as const
const LOOKS = { up: 'text-success', down: 'text-error', same: 'text-soft' } as const

export function Change({ direction, text }: Comparison) {
  const Arrow = ARROWS[direction]
  return (
    <span className={`inline-flex items-start gap-1 font-medium tabular-nums ${LOOKS[direction]}`}>
      <Arrow className="mt-0.5 size-3 shrink-0" strokeWidth={2.5} />
      {text}
    </span>
  )
}

export const Unknown = ({ why = 'not known' }: { why?: string | undefined }) => (
  <>
    <span aria-hidden="true">–</span>
    <span className="sr-only">{why}</span>
  </>
)

export const FigureValue = ({ value, why }: { value: number | null; why?: string | undefined }) =>
  value === null ? <Unknown why={why} /> : <span translate="no">{formatNumber(value)}</span>
