import { useEffect, useState } from 'react'

import { ToastHost } from './ToastHost.tsx'

let shown = false

/** A page has several islands and shows each toast once: the first island that loads shows them all. */
export function IslandToasts() {
  const [mine, setMine] = useState(false)

  useEffect(() => {
    if (shown) return
    shown = true
    setMine(true)
    return () => {
      shown = false
    }
  }, [])

  return mine ? <ToastHost /> : null
}
