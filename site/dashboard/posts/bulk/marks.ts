import { atom } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { $tab } from '../url.ts'

/** Labels by post id, for the posts that the last bulk change moved or restored. */
export const $marks = atom<ReadonlyMap<string, string>>(new Map())

/** Labels these posts, and removes all other labels. */
export function mark(posts: readonly { post: Pick<Post, '_id'> }[], label?: string) {
  $sought.set(undefined)
  $marks.set(new Map(label ? posts.map(({ post }) => [post._id, label]) : []))
}

/** Id of the post to scroll to once its page has loaded. */
export const $sought = atom<string | undefined>()

/** Copies listed in a dialog. */
export const $shownCopies = atom<readonly Copy[]>([])
/** A draft that a bulk change created. Select its business before opening it: saving moves a draft to the selected one. */
export type Copy = { draftId: string; domainId: string; name: string }
export const pathToCopy = ({ draftId }: Copy) => `/dashboard/create-post?draft=${draftId}`

$tab.listen((now, before) => {
  const isArriving = now === 'scheduled' && $sought.get()
  if (before !== undefined && now !== before && !isArriving) mark([])
})
