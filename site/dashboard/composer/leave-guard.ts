import { atom } from 'nanostores'

import { openPage } from '../router.ts'
import { $busy, $unsent, discardDraft } from './send.ts'

/** Where the author wants to go while something is unsent. */
export const $leavingTo = atom<string | undefined>(undefined)

const onBeforeUnload = (event: BeforeUnloadEvent) => {
  if ($unsent.get()) event.preventDefault()
}

/** Before the router hears of it. The back button asks nothing: the draft is still here when one returns. */
function onClick(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !$unsent.get() || $busy.get()) return
  const staysHere = link.target === '_blank' || link.rel === 'external' || link.origin !== location.origin
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (staysHere || opensElsewhere || link.pathname === location.pathname) return
  event.preventDefault()
  event.stopPropagation()
  $leavingTo.set(link.pathname + link.search)
}

/** Asks before a draft is left behind. Returns how to stop. */
export function guardLeaving() {
  addEventListener('beforeunload', onBeforeUnload)
  document.addEventListener('click', onClick, true)
  return () => {
    removeEventListener('beforeunload', onBeforeUnload)
    document.removeEventListener('click', onClick, true)
  }
}

export const stay = () => $leavingTo.set(undefined)

export function leave() {
  const path = $leavingTo.get()
  stay()
  discardDraft()
  if (path) openPage(path)
}
