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

/** Copies that the user wants to see, as drafts. */
export const $shownCopies = atom<readonly Copy[]>([])
export type Copy = { draftId: string; name: string }

$tab.listen((now, before) => {
  if (before !== undefined && now !== before && !$sought.get()) mark([], '')
})
