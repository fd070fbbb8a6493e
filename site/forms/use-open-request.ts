import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import './forms-style.ts'
import { islandOf } from './use-form.ts'

/**
 * Runs `open` with the control's `data-as` when a control requests this island (`islands/load-on-intent.ts`), also for
 * the press that made it load. Attach the ref to an element of the island.
 */
export function useOpenRequest(open: (as: string) => void): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const island = islandOf(place)
    const onAsked = () => open(island?.dataset.asked ?? '')
    island?.addEventListener('asked', onAsked)
    if (island?.dataset.asked !== undefined) onAsked()
    return () => island?.removeEventListener('asked', onAsked)
  }, [open])

  return place
}

export function useRequestedDialog() {
  const [isOpen, setOpen] = useState(false)
  const place = useOpenRequest(useCallback(() => setOpen(true), []))
  return { place, isOpen, close: () => setOpen(false) }
}
