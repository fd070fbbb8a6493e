import { browserStorage } from '#site/lib/browser-storage.ts'

/** In session storage, because local storage is cleared when the session ends. */
export const TAB_COPY_KEY = 'composer-draft'

/** Returns true if the composer left a post for the user who signs in again. */
export const hasTabCopy = () => browserStorage('sessionStorage')?.getItem(TAB_COPY_KEY) != null

export const editCopyKey = (postId: string) => `composer-edit-${postId}`

/** Returns true if changes of the post were left unsaved on this device. */
export const hasEditCopy = (postId: string) =>
  ['localStorage' as const, 'sessionStorage' as const].some(
    storage => browserStorage(storage)?.getItem(editCopyKey(postId)) != null,
  )

export function dropEditCopy(postId: string) {
  browserStorage('localStorage')?.removeItem(editCopyKey(postId))
  browserStorage('sessionStorage')?.removeItem(editCopyKey(postId))
}
