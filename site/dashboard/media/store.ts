import { atom } from 'nanostores'

import type { EditMedia, LibraryItem } from '#shared/media/library.ts'
import { $mediaLabels, updateItems } from '#site/dashboard/shared/library/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { dropItems } from './selection.ts'

/** The file whose details are open. */
export const $openItem = atom<LibraryItem | undefined>()

export const $uses = remote(async () => {
  const id = $openItem.get()?._id
  return id ? await dataOf(api.media[':id'].uses.$get({ param: { id } })) : []
})

export function openItem(item: LibraryItem | undefined) {
  $openItem.set(item)
  $uses.reset()
  if (item) void $uses.reload()
}

/** Saves what was changed of a file, so that a colleague's changes of the rest stay. Closes one that somebody else has deleted. */
export async function saveItem(item: LibraryItem, values: Required<EditMedia>): Promise<boolean> {
  const { name, altText, labels } = values
  const json: EditMedia = {
    ...(name !== item.name && { name }),
    ...(altText !== item.altText && { altText }),
    ...(labels.join() !== item.labels.join() && { labels }),
  }
  if (Object.keys(json).length === 0) return true
  return await withErrorToast('That wasn’t saved. Please try again.', async () => {
    try {
      await api.media[':id'].$patch({ param: { id: item._id }, json })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
      dropItems([item])
      openItem(undefined)
      throw new ApiError('not_found', 'Somebody else has deleted this file, so it wasn’t saved.')
    }
    updateItems(items => items.map(each => (each._id === item._id ? { ...each, ...json } : each)))
    void $mediaLabels.reload()
    toast('success', 'Saved.')
  })
}
