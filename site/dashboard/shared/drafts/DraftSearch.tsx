import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { useEffect } from 'react'

import { fold } from '#shared/text/fold.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { $drafts } from './store.ts'

const MAX_WITHOUT_SEARCH = 5

export const $search = atom('')

const $all = computed($drafts, ({ data = [] }) => data)
export const $isSearchable = computed($all, all => all.length > MAX_WITHOUT_SEARCH)

export const $matchingDrafts = computed([$all, $isSearchable, $search], (all, isSearchable, search) => {
  const wanted = fold(search).trim()
  if (!isSearchable || !wanted) return all
  return all.filter(({ text, author = '' }) => fold(`${text} ${author}`).includes(wanted))
})

export function DraftSearch() {
  const search = useStore($search)
  useEffect(() => () => $search.set(''), [])
  return (
    <SearchField
      label="Search drafts"
      className="w-full shrink-0 input-sm sm:w-48 pointer-coarse:h-11 in-[[data-beside]]:w-full"
      value={search}
      onSearch={text => $search.set(text)}
    />
  )
}

const $ids = atom<ReadonlySet<string>>(new Set())
$selectionVersion.listen(clearSelection)

/** The selected drafts among those that are shown. */
export const $selectedDrafts = computed([$ids, $matchingDrafts], (ids, found) =>
  found.filter(({ _id }) => ids.has(_id)),
)

export function clearSelection() {
  $ids.set(new Set())
}

export const selectDrafts = (ids: readonly string[]) => $ids.set(new Set(ids))

let lastToggled: string | undefined

/** Selects or deselects a draft or, with `isRange`, all drafts between the last one and this one. */
export function toggleDraft(id: string, isRange: boolean) {
  const shown = $matchingDrafts.get().map(({ _id }) => _id)
  const [from, to] = [shown.indexOf(lastToggled ?? id), shown.indexOf(id)].toSorted((a, b) => a - b)
  const range = isRange && from !== undefined && from >= 0 ? shown.slice(from, (to ?? from) + 1) : [id]
  const isOn = !$ids.get().has(id)
  const others = [...$ids.get()].filter(each => !range.includes(each))
  lastToggled = id
  selectDrafts(isOn ? [...others, ...range] : others)
}
