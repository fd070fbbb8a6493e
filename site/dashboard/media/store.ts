import { atom } from 'nanostores'

import type { EditMedia, LibraryItem } from '#shared/media/library.ts'
import type { MediaItem } from '#shared/media/media.ts'
import { $library, updateItems } from '#site/dashboard/shared/library/store.ts'
import { api } from '#site/lib/api/api.ts'
import { fileReasonOf } from '#site/lib/api/error.ts'
import { aboutShownDomain, shownDomainId } from '#site/lib/api/shown-domain.ts'
import { upload } from '#site/lib/api/upload.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** The file whose details are open. */
export const $openItem = atom<LibraryItem | undefined>()

export const $uses = remote(async () => {
  const id = $openItem.get()?._id
  return id ? (await (await api.media[':id'].uses.$get({ param: { id } })).json()).data : []
})

export function openItem(item: LibraryItem | undefined) {
  $openItem.set(item)
  $uses.reset()
  if (item) void $uses.reload()
}

/** Number of files that still have to be uploaded. */
export const $uploading = atom(0)

/** Uploads files one after the other into the library of the business on screen now, whichever is selected meanwhile. */
export async function uploadFiles(files: readonly File[]): Promise<void> {
  $uploading.set($uploading.get() + files.length)
  const headers = aboutShownDomain()
  const business = shownDomainId()
  for (const file of files) {
    const form = new FormData()
    form.append('media', file, file.name)
    try {
      const { data } = await upload<{ data: MediaItem }>('/api/media', form, { headers })
      if (shownDomainId() !== business) continue
      updateItems(items => [{ ...data, createdAt: new Date().toISOString(), posts: 0, drafts: 0 }, ...items])
    } catch (error) {
      toast('error', `${file.name}: ${fileReasonOf(error, 'it didn’t arrive. Please try again.')}`)
    } finally {
      $uploading.set($uploading.get() - 1)
    }
  }
}

export async function saveItem(item: LibraryItem, json: EditMedia): Promise<boolean> {
  return await withErrorToast('That wasn’t saved. Please try again.', async () => {
    await api.media[':id'].$patch({ param: { id: item._id }, json })
    updateItems(items => items.map(each => (each._id === item._id ? { ...each, ...json } : each)))
    toast('success', 'Saved.')
  })
}

export async function deleteItem({ _id: id }: LibraryItem): Promise<boolean> {
  const isDeleted = await withErrorToast('That wasn’t deleted. Please try again.', async () => {
    await api.media[':id'].$delete({ param: { id } })
    updateItems(items => items.filter(({ _id }) => _id !== id))
    toast('success', 'File deleted.')
  })
  if (!isDeleted) await $library.reload()
  return isDeleted
}
