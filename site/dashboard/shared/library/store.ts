import { atom, computed } from 'nanostores'

import type { LibrarySort } from '#shared/media/library-sorts.ts'
import { type LibraryItem, type LibraryPage } from '#shared/media/library.ts'
import type { MediaKind } from '#shared/media/media.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { showNextPage } from '#site/dashboard/shared/next-page.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

export type LibraryFilter = {
  search: string
  kind: MediaKind | ''
  use: 'used' | 'unused' | ''
  label: string
  labelled: 'none' | ''
}

const NO_FILTER: LibraryFilter = { search: '', kind: '', use: '', label: '', labelled: '' }
const SEARCH_MS = 250

export const $filter = atom<LibraryFilter>(NO_FILTER)
export const $sort = atom<LibrarySort>('newest')

async function readPage(cursor?: string): Promise<LibraryPage> {
  const { search, kind, use, label, labelled } = $filter.get()
  const query = {
    ...(search && { search }),
    ...(kind && { kind }),
    ...(use && { use }),
    ...(label && { label }),
    ...(labelled && { labelled }),
    ...(cursor && { cursor }),
    sort: $sort.get(),
  }
  const { data, nextCursor } = await bodyOf(api.media.library.$get({ query }))
  return { items: data, nextCursor }
}

export const $mediaLabels = remote(() => dataOf(api.media.labels.$get()))

/** The file that is being dragged from the library. */
export const $draggedItem = atom<LibraryItem | undefined>()

/** The loaded pages of files that match the filter. */
export const $library = remote(() => readPage())
export const $isFiltered = computed($filter, filter => Object.values(filter).some(Boolean))

let waiting: Timer | undefined

/** Applies a filter; a search waits for a pause in typing. */
export function filterLibrary(part: Partial<LibraryFilter>) {
  $filter.set({ ...$filter.get(), ...part })
  clearTimeout(waiting)
  waiting = setTimeout(() => void $library.reload(), part.search === undefined ? 0 : SEARCH_MS)
}

export const clearFilter = () => filterLibrary(NO_FILTER)

$sort.listen(() => void ($library.lc > 0 && $library.reload()))

$selectionVersion.listen(() => {
  $filter.set(NO_FILTER)
  $library.resetAndRefetch()
  $mediaLabels.resetAndRefetch()
})

export const loadMore = () => showNextPage($library, readPage, 'More files didn’t load. Please try again.')

export const updateItems = (change: (items: LibraryItem[]) => LibraryItem[]) =>
  $library.change(page => ({ ...page, items: change(page.items) }))
