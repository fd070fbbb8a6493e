import { atom } from 'nanostores'

import { openPage } from './router.ts'

type Guarded = {
  isUnsaved: () => boolean
  /** Forgets what was typed, once somebody chose to leave it behind. */
  discard: () => void
}

/** Asks before what is unsaved on a screen is left behind: by a link within the dashboard, or by closing the window. */
export function leaveGuard({ isUnsaved, discard }: Guarded) {
  /** Where the person wants to go. */
  const $leavingTo = atom<string | undefined>(undefined)

  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }

  /** Before the router hears of it. The back button asks nothing: what was typed is still here when one returns. */
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isUnsaved()) return
    const staysHere = link.target === '_blank' || link.rel === 'external' || link.origin !== location.origin
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (staysHere || opensElsewhere || link.pathname === location.pathname) return
    event.preventDefault()
    event.stopPropagation()
    $leavingTo.set(link.pathname + link.search)
  }

  return {
    $leavingTo,
    /** For an effect of the screen. Returns how to stop. */
    guard() {
      addEventListener('beforeunload', onBeforeUnload)
      document.addEventListener('click', onClick, true)
      return () => {
        removeEventListener('beforeunload', onBeforeUnload)
        document.removeEventListener('click', onClick, true)
      }
    },
    stay: () => $leavingTo.set(undefined),
    leave() {
      const path = $leavingTo.get()
      $leavingTo.set(undefined)
      discard()
      if (path) openPage(path)
    },
  }
}
