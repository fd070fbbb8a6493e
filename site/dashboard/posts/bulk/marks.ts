import { atom } from 'nanostores'

import { $tab } from '../url.ts'

/** Posts that the last bulk change moved or restored, by id, with the label that says so. */
export const $marks = atom<ReadonlyMap<string, string>>(new Map())

/** Marks these posts in the lists, and no others. */
export function mark(ids: readonly string[], label: string) {
  $sought.set(undefined)
  $marks.set(new Map(ids.map(id => [id, label])))
}

/** Id of the post to which its page scrolls once it is shown. */
export const $sought = atom<string | undefined>()

/** Copies that a dialog lists. */
export const $shownCopies = atom<readonly Copy[]>([])
/** A draft that a bulk change created. Saving it in another business than its own would move it there. */
export type Copy = { draftId: string; domainId: string; name: string }
export const pathToCopy = ({ draftId }: Copy) => `/dashboard/create-post?draft=${draftId}`

$tab.listen((now, before) => {
  const isArriving = now === 'scheduled' && $sought.get()
  if (before !== undefined && now !== before && !isArriving) mark([], '')
})
