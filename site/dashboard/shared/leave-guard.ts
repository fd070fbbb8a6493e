import { atom } from 'nanostores'

import { openPage } from './router.ts'

type Rules = {
  /** Whether going to another screen would lose something now. */
  asks: () => boolean
  /** Whether closing the window would; the same where nothing else is said. */
  closingLoses?: () => boolean
  /** Lets go of what was not kept. */
  discard: () => void
}

/** Asks before what was not kept is left behind. */
export function leaveGuard({ asks, closingLoses = asks, discard }: Rules) {
  /** Where the person wants to go meanwhile. */
  const $leavingTo = atom<string | undefined>(undefined)

  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (closingLoses()) event.preventDefault()
  }

  /** Before the router hears of it. */
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !asks()) return
    const staysHere = link.target === '_blank' || link.rel === 'external' || link.origin !== location.origin
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (staysHere || opensElsewhere || link.pathname === location.pathname) return
    event.preventDefault()
    event.stopPropagation()
    $leavingTo.set(link.pathname + link.search)
  }

  /** @returns how to stop */
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
