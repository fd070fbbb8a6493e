import { atom } from 'nanostores'

import { followLink } from '../router.ts'

/** The page from which a post was opened in the composer. */
export const $editedFrom = atom<string | undefined>()

export const editPath = (postId: string) => `/dashboard/create-post?edit=${postId}`

/** Opens a post in the composer, which returns here. */
export function openEditor(postId: string) {
  $editedFrom.set(location.pathname + location.search)
  followLink(editPath(postId))
}
