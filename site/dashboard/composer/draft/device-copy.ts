import type { MediaItem } from '#shared/media/media.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import type { Identity } from './identity.ts'

/** What the server has not got yet, or what a session that ended left behind. */
export type DeviceCopy = Identity & { owner: string; content: DraftContent; media: MediaItem[] }

const KEY = 'composer-draft'

/** Whose copy it is: another person who signs in on this device must not see it. */
function owner(): string {
  const me = $me.get()
  return me.state === 'ready' ? me.data._id : ''
}

export function saveCopy(copy: Omit<DeviceCopy, 'owner'>) {
  if (!owner()) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner: owner(), ...copy }))
  } catch {
    // Storage that is full or forbidden: the guard before leaving asks.
  }
}

export const dropCopy = () => localStorage.removeItem(KEY)

/** Signing out clears local storage: what must outlive the end of a session goes where this tab alone sees it. */
export function carryCopy(copy: Omit<DeviceCopy, 'owner'>) {
  if (owner()) sessionStorage.setItem(KEY, JSON.stringify({ owner: owner(), ...copy }))
}

/** The copy of whoever is signed in; it is given once. */
export function takeCopy(): DeviceCopy | undefined {
  const found = [sessionStorage, localStorage].flatMap(storage => {
    const text = storage.getItem(KEY)
    storage.removeItem(KEY)
    return text ? [JSON.parse(text) as DeviceCopy] : []
  })
  return found.find(copy => copy.owner !== '' && copy.owner === owner())
}
