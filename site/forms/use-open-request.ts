import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import './forms-style.ts'
import { islandOf } from './use-form.ts'

/**
 * Calls `open` with the control's `data-as` when a control requests this island (`islands/load-on-intent.ts`), also for the
 * press that made the island load. Attach the returned ref to an element of the island.
 */
export function useOpenRequest(open: (as: string) => void): RefObject<HTMLSpanElement | null> {
  const anchor = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const island = islandOf(anchor)
    const onAsked = () => open(island?.dataset.asked ?? '')
    island?.addEventListener('asked', onAsked)
    if (island?.dataset.asked !== undefined) onAsked()
    return () => island?.removeEventListener('asked', onAsked)
  }, [open])

  return anchor
}

/** Returns the state of a dialog that opens when its island is requested. Attach `anchor` to an element of the island. */
export function useRequestedDialog() {
  const [isOpen, setOpen] = useState(false)
  const anchor = useOpenRequest(useCallback(() => setOpen(true), []))
  return { anchor, isOpen, close: () => setOpen(false) }
}
