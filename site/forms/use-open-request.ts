import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import './forms-style.ts'
import { islandOf } from './use-form.ts'

/**
 * Calls `open` with the control's `data-mode` when a control requests this island (`islands/load-on-intent.ts`), also for the
 * press that made the island load. Attach the returned ref to an element of the island.
 */
export function useOpenRequest(open: (mode: string) => void): RefObject<HTMLSpanElement | null> {
  const anchor = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const island = islandOf(anchor)
    const onRequest = () => open(island?.dataset.requestedMode ?? '')
    island?.addEventListener('requested', onRequest)
    if (island?.dataset.requestedMode !== undefined) onRequest()
    return () => island?.removeEventListener('requested', onRequest)
  }, [open])

  return anchor
}

/** Returns the state of a dialog that opens when its island is requested. Attach `anchor` to an element of the island. */
export function useRequestedDialog() {
  const [isOpen, setOpen] = useState(false)
  const anchor = useOpenRequest(useCallback(() => setOpen(true), []))
  return { anchor, isOpen, close: () => setOpen(false) }
}
