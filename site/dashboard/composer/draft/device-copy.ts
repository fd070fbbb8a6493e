import type { MediaItem } from '#shared/media/media.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { TAB_COPY_KEY } from '#site/dashboard/shared/tab-copy.ts'
import type { Identity } from './draft.ts'

/** Content that the server doesn't have yet, or that was open when a session ended. */
export type DeviceCopy = Identity & {
  owner: string
  content: DraftContent
  media: MediaItem[]
  /** Fingerprints of contents that were sent since the version, and that the server may have. */
  sent?: string[]
}

/** Other users of this device must not see the copy. */
const owner = () => $me.get().data?._id ?? ''

/** Saves a copy. In session storage it survives signing out, which clears local storage. */
export function saveCopy(
  copy: Omit<DeviceCopy, 'owner'>,
  key = TAB_COPY_KEY,
  where: 'localStorage' | 'sessionStorage' = 'localStorage',
) {
  if (!owner()) return
  try {
    globalThis[where].setItem(key, JSON.stringify({ owner: owner(), ...copy }))
  } catch {
    // Without storage, the leave guard asks for confirmation.
  }
}

export function dropCopy() {
  localStorage.removeItem(TAB_COPY_KEY)
  sessionStorage.removeItem(TAB_COPY_KEY)
}

/** Returns the signed-in user's copy and removes it. With an id, leaves the copy of another draft. */
export function takeCopy(key = TAB_COPY_KEY, id?: string): DeviceCopy | undefined {
  const found = [sessionStorage, localStorage].flatMap(storage => {
    const copy = JSON.parse(storage.getItem(key) ?? 'null') as DeviceCopy | null
    if (!copy || (id && copy.id !== id)) return []
    storage.removeItem(key)
    return [copy]
  })
  return found.find(copy => copy.owner !== '' && copy.owner === owner())
}
