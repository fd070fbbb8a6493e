import { useStore } from '@nanostores/react'

import { INSIGHT_RANGES } from '#shared/insights.ts'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { $range, chooseRange } from './store.ts'

const CHOICES = INSIGHT_RANGES.map(days => ({ key: days, label: `${days} days` }))

/** Selects the range of the figures. */
export const RangeChoice = () => (
  <Segments label="How far back" choices={CHOICES} chosen={useStore($range)} onChoose={chooseRange} />
)
