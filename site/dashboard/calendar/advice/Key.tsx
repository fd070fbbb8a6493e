import { useStore } from '@nanostores/react'
import { Star } from 'lucide-react'

import { $basedOn, $bestHours } from './best-times.ts'

/** Explains the marks of the week. */
export function Key() {
  const { size } = useStore($bestHours)
  const basedOn = useStore($basedOn)
  if (size === 0) return null
  return (
    <span className="inline-flex items-center gap-1.5">
      <Star aria-hidden="true" className="size-3.5" />
      Best times, from your last {basedOn} posts.
    </span>
  )
}
