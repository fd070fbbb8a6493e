import { atom, onMount } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { $domains, $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import type { Remote } from '#site/lib/remote.ts'
import { $moving } from './dialogs.ts'
import { findShown } from './shown-posts.ts'
import { $openPostId, closePanel } from './url.ts'

export const $details = atom<Remote<Post> | undefined>()

export const readPost = (id: string): Promise<Post> => dataOf(api.posts[':id'].$get({ param: { id } }))

export async function loadDetails(id = $openPostId.get()) {
  if (!id) return $details.set(undefined)
  const known = findShown(id) ?? $moving.get()?.post
  $details.set(known ? { state: 'ready', data: known } : { state: 'loading' })
  if (known) return
  try {
    const data = await readPost(id)
    if ($openPostId.get() === id) $details.set({ state: 'ready', data })
  } catch (error) {
    if ($openPostId.get() === id)
      $details.set({ state: 'failed', message: messageOf(error, 'This post didn’t load. Try again.'), error })
  }
}

onMount($details, () => {
  const stops = [$openPostId.subscribe(id => void loadDetails(id)), $selectedId.listen(closeIfOfAnother)]
  return () => stops.forEach(stop => stop())
})

/** Closes the post of a business when the user switches to another one, or has lost it. */
function closeIfOfAnother(selected: string | undefined, before: string | undefined) {
  const details = $details.get()
  const isKnown = $domains.get().state === 'ready'
  if (isKnown && before && details?.state === 'ready' && details.data.domainId !== selected) closePanel()
}

export function showInDetails(post: Post) {
  if ($openPostId.get() === post._id) $details.set({ state: 'ready', data: post })
}
