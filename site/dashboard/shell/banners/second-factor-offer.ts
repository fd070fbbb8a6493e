import { atom, computed } from 'nanostores'

import { $me } from '#site/dashboard/shared/me.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'

const KEY = 'two-factor-offer'

/** Id of the user who dismissed the offer in this browser. */
const $dismissedBy = atom(browserStorage('localStorage')?.getItem(KEY))

/** Offers administrators a second factor until they have one or dismiss the offer, since they can see every client's posts. */
export const $isOffered = computed(
  [$me, $dismissedBy],
  (me, putOffBy) => me.state === 'ready' && me.data.role === 'admin' && me.data._id !== putOffBy,
)

export function dismissOffer() {
  const me = $me.get()
  if (me.state !== 'ready') return
  $dismissedBy.set(me.data._id)
  try {
    browserStorage('localStorage')?.setItem(KEY, me.data._id)
  } catch {
    // Storage is full: the offer reappears on the next page.
  }
}
