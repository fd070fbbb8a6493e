import { atom } from 'nanostores'

import type { EditMedia, LibraryItem } from '#shared/media/library.ts'
import { $mediaLabels, updateItems } from '#site/dashboard/shared/library/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

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

export async function saveItem(item: LibraryItem, json: EditMedia): Promise<boolean> {
  return await withErrorToast('That wasn’t saved. Please try again.', async () => {
    await api.media[':id'].$patch({ param: { id: item._id }, json })
    updateItems(items => items.map(each => (each._id === item._id ? { ...each, ...json } : each)))
    void $mediaLabels.reload()
    toast('success', 'Saved.')
  })
}
