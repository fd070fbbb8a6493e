import { atom, computed } from 'nanostores'

import type { LibraryItem } from '#shared/media/library.ts'
import { plural } from '#shared/plural.ts'
import { applyLabelChange, type LabelChange } from '#shared/posts/label-change.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import {
  $filter,
  $isFiltered,
  $library,
  $mediaLabels,
  updateItems,
} from '#site/dashboard/shared/library/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, fileReasonOf } from '#site/lib/api/error.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'

/** Ids of the selected files, in the order of their selection; undefined outside the selection mode, where a click opens a file. */
export const $chosenIds = atom<ReadonlySet<string> | undefined>()
/** The file selected last, at which the next range begins. */
let anchor: string | undefined

/** The selected files that are on screen. */
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

/** Deselects files. Ends the selection mode if none is left. */
function unchoose(items: readonly LibraryItem[]) {
  const left = new Set($chosenIds.get())
  for (const { _id } of items) left.delete(_id)
  $chosenIds.set(left.size > 0 ? left : undefined)
}

/** Removes files that are no longer in the library from the screen. */
export function dropItems(items: readonly LibraryItem[]) {
  const ids = new Set(items.map(({ _id }) => _id))
  updateItems(shown => shown.filter(({ _id }) => !ids.has(_id)))
  unchoose(items)
}

/** Selects or deselects a file. `isRange` selects all files from the last one to this one. */
export function choose({ _id }: LibraryItem, isRange = false) {
  const ids = new Set($chosenIds.get())
  const order = $library.get().data?.items.map(item => item._id) ?? []
  const from = isRange && anchor ? order.indexOf(anchor) : -1
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

/** Adds and removes labels of files, and offers Undo. */
export async function labelAll(items: readonly LibraryItem[], change: LabelChange): Promise<void> {
  const labelled = await relabel(items, () => change)
  if (labelled.length === 0) return
  const before = new Map(labelled.map(({ _id, labels }) => [_id, labels]))
  toastWithUndo(
    `${plural(labelled.length, 'file')} ${change.remove.length > 0 ? 'moved' : 'labelled'}.`,
    () =>
      relabel(labelled, ({ _id }) => {
        const labels = before.get(_id) ?? []
        return { add: labels, remove: change.add.filter(label => !labels.includes(label)) }
      }),
  )
}

/** @returns the changed files, as they were before */
async function relabel(
  items: readonly LibraryItem[],
  changeOf: (item: LibraryItem) => LabelChange,
): Promise<LibraryItem[]> {
  const { changed } = await changeEach(items, 'labelled', async item => {
    const json = changeOf(item)
    await api.media[':id'].labels.$post({ param: { id: item._id }, json })
    updateItems(shown =>
      shown.map(each =>
        each._id === item._id ? { ...each, labels: applyLabelChange(each.labels, json) } : each,
      ),
    )
  })
  unchoose(changed)
  void $mediaLabels.reload()
  // Files may have entered or left the shown label.
  if ($isFiltered.get()) $library.refresh()
  return changed
}

/** Adds a label to a file or, from the files of another label, moves it there. */
export function dropOnLabel(item: LibraryItem, label: string): void {
  const { label: from } = $filter.get()
  if (item.labels.includes(label)) return
  void labelAll([item], { add: [label], remove: from === '' ? [] : [from] })
}

/** Browsers hold a whole archive in memory. */
const MAX_ARCHIVE_BYTES = 1_000_000_000

/** Saves files on the device, as an archive. */
export async function downloadAll(items: readonly LibraryItem[]): Promise<void> {
  if (items.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_ARCHIVE_BYTES)
    return void toast('error', 'That’s more than 1 GB. Choose fewer files, and download them in parts.')
  await withErrorToast('The files weren’t downloaded. Please try again.', async () => {
    saveFile('media.zip', await archiveOf(items), 'application/zip')
  })
}

export async function archiveOf(items: readonly LibraryItem[]): Promise<Blob> {
  const { downloadZip } = await import('client-zip')
  const taken = new Map<string, number>()
  const named = items.map(({ name, url }) => ({ name: uniqueName(taken, name), url }))
  const files = await Promise.all(
    named.map(async ({ name, url }) => {
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
      return { name, input: await response.blob() }
    }),
  )
  return await downloadZip(files).blob()
}

/** Returns 'shop (2).jpg' for the second file with the name. */
function uniqueName(taken: Map<string, number>, name: string): string {
  const count = (taken.get(name) ?? 0) + 1
  taken.set(name, count)
  return count === 1 ? name : name.replace(/(\.\w+)?$/, ` (${count})$1`)
}

/**
 * Deletes files, and offers Undo. Posts and drafts that use a file keep it.
 * @returns true if none of the files is left on screen
 */
export async function deleteAll(items: readonly LibraryItem[]): Promise<boolean> {
  const { changed: deleted, gone } = await changeEach(items, 'deleted', async ({ _id: id }) => {
    await api.media[':id'].$delete({ param: { id } })
    updateItems(shown => shown.filter(item => item._id !== id))
  })
  unchoose(deleted)
  if (deleted.length > 0) toastWithUndo(describeDeleted(deleted), () => restoreAll(deleted))
  return deleted.length + gone.length === items.length
}

/** Returns '3 files deleted. Posts and drafts keep 2 that they use: shop.jpg, team.jpg.' */
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
  const { changed: restored } = await changeEach(items, 'restored', async ({ _id: id }) => {
    await api.media[':id'].restore.$post({ param: { id } })
  })
  if (restored.length > 0) toast('success', `${plural(restored.length, 'file')} restored.`)
  await $library.reload()
}

/**
 * Changes files one after the other, and shows the first failure. Files that somebody else has deleted leave the screen.
 * @returns the changed files, and those that are gone
 */
async function changeEach(
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
    toast('info', `${gone.length === 1 ? `${first.name} was` : `${gone.length} files were`} already deleted.`)
  return { changed, gone }
}

const GONE = {
  labelled: 'somebody else has deleted it.',
  deleted: '',
  restored: 'it can’t be restored any more.',
}
