import { atom, computed } from 'nanostores'

import { browserStorage } from '#site/lib/browser-storage.ts'
import { $me } from '../me.ts'

const KEY = 'two-factor-offer'

/** Whose offer was put off in this browser. */
const $putOffBy = atom(browserStorage('localStorage')?.getItem(KEY))

/** Administrators see what every client sent, so they are offered a second factor until they have one or put it off. */
export const $mayBeOffered = computed(
  [$me, $putOffBy],
  (me, putOffBy) => me.state === 'ready' && me.data.role === 'admin' && me.data._id !== putOffBy,
)

export function putOffOffer() {
  const me = $me.get()
  if (me.state !== 'ready') return
  $putOffBy.set(me.data._id)
  try {
    browserStorage('localStorage')?.setItem(KEY, me.data._id)
  } catch {
    // A full storage: the offer comes again with the next page.
  }
}
