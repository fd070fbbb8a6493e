import { useStore } from '@nanostores/react'
import { Star } from 'lucide-react'

import { $basedOn, $isBestHourAhead } from './best-times.ts'

/** Explains the stars of the week, if it has any. */
export function StarLegend() {
  const isBestHourAhead = useStore($isBestHourAhead)
  const basedOn = useStore($basedOn)
  if (!isBestHourAhead) return null
  return (
    <span className="inline-flex items-center gap-1.5">
      <Star aria-hidden="true" className="size-3.5" />
      Best times, from your last {basedOn} posts.
    </span>
  )
}
