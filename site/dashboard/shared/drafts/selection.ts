import { atom, computed } from 'nanostores'

import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $found } from './DraftSearch.tsx'

const $ids = atom<ReadonlySet<string>>(new Set())
$selectionVersion.listen(clearSelection)

/** The selected drafts among those that are shown. */
export const $selectedDrafts = computed([$ids, $found], (ids, found) =>
  found.filter(({ _id }) => ids.has(_id)),
)

export function clearSelection() {
  $ids.set(new Set())
}

export const selectDrafts = (ids: readonly string[]) => $ids.set(new Set(ids))

let lastToggled: string | undefined

/** Selects or deselects a draft; with `isRange`, all drafts between the last one and this one. */
export function toggleDraft(id: string, isRange: boolean) {
  const shown = $found.get().map(({ _id }) => _id)
  const [from, to] = [shown.indexOf(lastToggled ?? id), shown.indexOf(id)].toSorted((a, b) => a - b)
  const range = isRange && from !== undefined && from >= 0 ? shown.slice(from, (to ?? from) + 1) : [id]
  const isOn = !$ids.get().has(id)
  const others = [...$ids.get()].filter(each => !range.includes(each))
  lastToggled = id
  selectDrafts(isOn ? [...others, ...range] : others)
}
