import { atom } from 'nanostores'

import { openPage } from './router.ts'

type Rules = {
  losesContent: () => boolean
  /** Returns true if closing the window would lose something now. Defaults to `losesContent`. */
  closingLoses?: () => boolean
  discard: () => void
}

export function leaveGuard({ losesContent, closingLoses = losesContent, discard }: Rules) {
  /** URL to open after the confirmation. */
  const $leavingTo = atom<string | undefined>(undefined)

  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (closingLoses()) event.preventDefault()
  }

  // Runs in the capture phase, before the router. The confirmation opens after the menu with the link has closed, because a
  // dialog below an open menu would be inert.
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || !losesContent()) return
    const staysHere = link.target === '_blank' || link.rel === 'external' || link.origin !== location.origin
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (staysHere || opensElsewhere || link.pathname === location.pathname) return
    event.preventDefault()
    setTimeout(() => $leavingTo.set(link.pathname + link.search))
  }

  /** Starts to guard the content. @returns the function that stops it */
  function guard() {
    addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('click', onClick, true)
    }
  }

  const stay = () => $leavingTo.set(undefined)

  function leave() {
    const path = $leavingTo.get()
    stay()
    discard()
    if (path) openPage(path)
  }

  return { $leavingTo, guard, stay, leave }
}
