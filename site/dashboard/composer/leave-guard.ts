import { atom } from 'nanostores'

import { openPage } from '../router.ts'
import { $saving } from './draft-saving.ts'
import { $media } from './media.ts'
import { $busy, $unsent, clearComposer } from './send.ts'

/** Where the author wants to go while nothing keeps what was written. */
export const $leavingTo = atom<string | undefined>(undefined)

/** Whether closing the window would lose something. */
const isUnkept = () =>
  $unsent.get() &&
  ($saving.get().state !== 'saved' || $media.get().some(({ upload }) => upload.state !== 'kept'))

/** Whether neither the server nor this device takes it. */
const cantBeKept = () => $unsent.get() && $saving.get().state === 'failed'

const onBeforeUnload = (event: BeforeUnloadEvent) => {
  if (isUnkept()) event.preventDefault()
}

/** Before the router hears of it. The back button asks nothing: the draft is still here when one returns. */
function onClick(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !cantBeKept() || $busy.get()) return
  const staysHere = link.target === '_blank' || link.rel === 'external' || link.origin !== location.origin
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (staysHere || opensElsewhere || link.pathname === location.pathname) return
  event.preventDefault()
  event.stopPropagation()
  $leavingTo.set(link.pathname + link.search)
}

/** Asks before a post that is no draft is left behind. Returns how to stop. */
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
  clearComposer()
  if (path) openPage(path)
}
