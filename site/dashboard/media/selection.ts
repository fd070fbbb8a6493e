import { atom, computed } from 'nanostores'

import type { LibraryItem } from '#shared/media/library.ts'
import { plural } from '#shared/plural.ts'
import { withLabel } from '#shared/posts/labels.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $library, $mediaLabels, updateItems } from '#site/dashboard/shared/library/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, fileReasonOf } from '#site/lib/api/error.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'

/** Ids of the chosen files, in the order of choosing; undefined while a press opens a file. */
export const $chosenIds = atom<ReadonlySet<string> | undefined>()
/** The file from which a range continues. */
let anchor: string | undefined

/** The chosen files that are on screen. */
export const $chosen = computed([$chosenIds, $library], (ids, library): readonly LibraryItem[] => {
  const known = new Map(library.data?.items.map(item => [item._id, item]))
  return [...(ids ?? [])].flatMap(id => known.get(id) ?? [])
})

export function startChoosing() {
  anchor = undefined
  $chosenIds.set(new Set())
}

export const endChoosing = () => $chosenIds.set(undefined)

$selectionVersion.listen(endChoosing)

/** Leaves files out of the choice, which ends with its last one. */
function unchoose(items: readonly LibraryItem[]) {
  const left = new Set($chosenIds.get())
  for (const { _id } of items) left.delete(_id)
  $chosenIds.set(left.size > 0 ? left : undefined)
}

/** Takes files that are no longer in the library off the screen. */
export function dropItems(items: readonly LibraryItem[]) {
  const ids = new Set(items.map(({ _id }) => _id))
  updateItems(shown => shown.filter(({ _id }) => !ids.has(_id)))
  unchoose(items)
}

/** Chooses a file or leaves it out. `toHere` chooses all files from the last one to this one. */
export function choose({ _id }: LibraryItem, toHere = false) {
  const ids = new Set($chosenIds.get())
  const order = $library.get().data?.items.map(item => item._id) ?? []
  const from = toHere && anchor ? order.indexOf(anchor) : -1
  if (from >= 0) {
    const to = order.indexOf(_id)
    for (const id of order.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(id)
  } else if (!ids.delete(_id)) ids.add(_id)
  anchor = _id
  $chosenIds.set(ids)
}

export const chooseAll = () => $chosenIds.set(new Set($library.get().data?.items.map(({ _id }) => _id)))

/** Saves a draft with files. Returns the URL path that opens it in the composer, or undefined if saving failed. */
export async function draftWith(items: readonly LibraryItem[]): Promise<string | undefined> {
  const id = crypto.randomUUID()
  const isSaved = await withErrorToast('The post wasn’t started. Please try again.', async () => {
    const media = items.map(({ _id: mediaId, altText }) => ({ mediaId, altText }))
    await bodyOf(api.drafts[':id'].$put({ param: { id }, json: { version: 0, content: { media } } }))
    unchoose(items)
  })
  // One of the files may have been deleted meanwhile.
  if (!isSaved) $library.refresh()
  return isSaved ? `/dashboard/create-post?draft=${id}` : undefined
}

/** Adds labels to files, and names the files that would have too many. */
export async function labelAll(items: readonly LibraryItem[], labels: readonly string[]): Promise<void> {
  const { changed: labelled } = await each(items, 'labelled', async ({ _id: id }) => {
    await api.media[':id'].labels.$post({ param: { id }, json: { add: [...labels] } })
    updateItems(shown =>
      shown.map(item =>
        item._id === id ? { ...item, labels: labels.reduce(withLabel, item.labels) } : item,
      ),
    )
  })
  unchoose(labelled)
  if (labelled.length > 0) toast('success', `${plural(labelled.length, 'file')} labelled.`)
  void $mediaLabels.reload()
}

/**
 * Deletes files, and offers Undo. Posts and drafts that use a file keep it.
 * @returns true if none of the files is left on screen
 */
export async function deleteAll(items: readonly LibraryItem[]): Promise<boolean> {
  const { changed: deleted, gone } = await each(items, 'deleted', async ({ _id: id }) => {
    await api.media[':id'].$delete({ param: { id } })
    updateItems(shown => shown.filter(item => item._id !== id))
  })
  unchoose(deleted)
  if (deleted.length > 0) toastWithUndo(describeDeleted(deleted), () => restoreAll(deleted))
  return deleted.length + gone.length === items.length
}

/** '3 files deleted. Posts and drafts keep 2 that they use: shop.jpg, team.jpg.' */
export function describeDeleted(items: readonly LibraryItem[]): string {
  const used = items.filter(({ posts, drafts }) => posts + drafts > 0)
  const names = used.slice(0, 3).map(({ name }) => name)
  const others = used.length - names.length
  return [
    `${plural(items.length, 'file')} deleted.`,
    ...(used.length === 0
      ? []
      : items.length === 1
        ? ['The posts and drafts that use it keep it.']
        : [
            `Posts and drafts keep ${used.length} that they use: ${names.join(', ')}${others > 0 ? ` and ${plural(others, 'other')}` : ''}.`,
          ]),
  ].join(' ')
}

async function restoreAll(items: readonly LibraryItem[]): Promise<void> {
  const { changed: restored } = await each(items, 'restored', async ({ _id: id }) => {
    await api.media[':id'].restore.$post({ param: { id } })
  })
  if (restored.length > 0) toast('success', `${plural(restored.length, 'file')} restored.`)
  await $library.reload()
}

/**
 * Changes files one after the other, and shows the first failure. Files that somebody else has deleted leave the screen.
 * @returns the changed files, and those that are gone
 */
async function each(
  items: readonly LibraryItem[],
  done: 'labelled' | 'deleted' | 'restored',
  change: (item: LibraryItem) => Promise<void>,
): Promise<Record<'changed' | 'gone', LibraryItem[]>> {
  const changed: LibraryItem[] = []
  const gone: LibraryItem[] = []
  const failed: LibraryItem[] = []
  let reason = ''
  for (const item of items) {
    try {
      await change(item)
      changed.push(item)
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'not_found'
      if (isGone) gone.push(item)
      if (isGone && done === 'deleted') continue
      reason ||= `${item.name}: ${isGone ? GONE[done] : fileReasonOf(error, 'that didn’t work.')}`
      failed.push(item)
    }
  }
  dropItems(gone)
  if (failed.length > 0)
    toast('error', `${plural(failed.length, 'file wasn’t', 'files weren’t')} ${done}. ${reason}`)
  const [first] = gone
  if (first && done === 'deleted')
    toast(
      'info',
      `${gone.length === 1 ? `${first.name} was` : plural(gone.length, 'file was', 'files were')} already deleted.`,
    )
  return { changed, gone }
}

const GONE = {
  labelled: 'somebody else has deleted it.',
  deleted: '',
  restored: 'it can’t be restored any more.',
}
