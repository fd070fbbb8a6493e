import { useStore } from '@nanostores/react'

import { formatTime } from '#site/lib/format.ts'
import { $drag } from './drag.ts'

/** The preview below the pointer while a post is dragged. */
export function Ghost() {
  const drag = useStore($drag)
  if (!drag) return null
  return (
    <div
      aria-hidden="true"
      // The position follows the pointer.
      style={{ translate: `${drag.x + 12}px ${drag.y + 12}px` }}
      className="pointer-events-none fixed start-0 top-0 z-50 max-w-56 truncate rounded-selector border border-base-300 bg-raised px-2.5 py-1.5 text-xs shadow-lift"
    >
      <span className="font-semibold tabular-nums">{formatTime(drag.item.at)}</span> {drag.item.excerpt}
    </div>
  )
}
