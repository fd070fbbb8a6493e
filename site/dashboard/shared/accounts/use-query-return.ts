import { useEffect } from 'react'

import { $router } from '../router.ts'
import { completeReturn, readQueryReturn } from './google-return.ts'

/** Completes a connection whose codes returned in the query of a screen's own URL. */
export function useQueryReturn() {
  useEffect(() => {
    const page = $router.get()
    const codes = page && readQueryReturn(page.search)
    if (codes) void completeReturn(codes, page.path)
  }, [])
}
