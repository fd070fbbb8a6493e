import { atom, computed } from 'nanostores'

import type { Post, PostTab } from '#shared/posts/posts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { lists } from '../lists.ts'
import { $filters, $tab, TABS } from '../url.ts'

/** Ids of the selected posts of the page. */
export const $selected = atom<ReadonlySet<string>>(new Set())

let last: string | undefined

export function clearSelection() {
  last = undefined
  $selected.set(new Set())
}

const shownIds = (tab: PostTab) => {
  const list = lists[tab].get()
  return list.state === 'ready' ? list.data.posts.map(({ _id }) => _id) : []
}

/** Selects a post or takes it out; with Shift, all from the last one to it. */
export function toggle(tab: PostTab, id: string, isRange: boolean) {
  const selected = new Set($selected.get())
  const isOn = !selected.has(id)
  const ids = shownIds(tab)
  const [from, to] = [ids.indexOf(last ?? id), ids.indexOf(id)].toSorted((a, b) => a - b)
  const range = isRange && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id]
  for (const each of range) {
    if (isOn) selected.add(each)
    else selected.delete(each)
  }
  last = id
  $selected.set(selected)
}

/** Selects all posts of the page, or none if all are. */
export function toggleAll(tab: PostTab) {
  const ids = shownIds(tab)
  $selected.set(ids.every(id => $selected.get().has(id)) ? new Set() : new Set(ids))
}

/** The selected posts that are still shown. */
export const $selectedPosts = computed(
  [$selected, $tab, ...TABS.map(tab => lists[tab])],
  (selected, open): Post[] => {
    const tab = TABS.find(each => each === open)
    const list = tab && lists[tab].value
    return list?.state === 'ready' ? list.data.posts.filter(({ _id }) => selected.has(_id)) : []
  },
)

$tab.listen(clearSelection)
$filters.listen(clearSelection)
$selectionVersion.listen(clearSelection)
