import { atom, computed } from 'nanostores'

import { MAX_SELECTED, type BulkAction } from '#shared/posts/bulk.ts'
import type { Post, PostListName } from '#shared/posts/posts.ts'
import { lists, readMatching } from '#site/dashboard/posts/lists.ts'
import { $filters, $tab, type Filters, TABS } from '#site/dashboard/posts/url.ts'
import { waitsForUser } from '#site/dashboard/shared/approvals/decide.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'

export const $selected = atom<ReadonlySet<string>>(new Set())
/** Selected posts of other pages, as they were when they were selected. */
const $selectedElsewhere = atom<readonly Post[]>([])

let lastToggled: string | undefined
let clearings = 0

export function clearSelection() {
  clearings++
  lastToggled = undefined
  $selectedElsewhere.set([])
  $selected.set(new Set())
}

/** People who can't write can select the posts that wait for their approval. */
export const $canSelect = computed(
  $may,
  may => (post: Post) => may(post.domainId, 'write') || waitsForUser(post),
)

const shownIds = (tab: PostListName) => {
  const list = lists[tab].get()
  return list.state === 'ready' ? list.data.posts.filter($canSelect.get()).map(({ _id }) => _id) : []
}

/** Selects or deselects a post or, with `isRange`, all posts between the last one and this one. */
export function toggle(tab: PostListName, id: string, isRange: boolean) {
  const selected = new Set($selected.get())
  const isOn = !selected.has(id)
  const ids = shownIds(tab)
  const [from, to] = [ids.indexOf(lastToggled ?? id), ids.indexOf(id)].toSorted((a, b) => a - b)
  const range = isRange && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id]
  for (const each of range) {
    if (isOn) selected.add(each)
    else selected.delete(each)
  }
  lastToggled = id
  $selected.set(selected)
}

/** Selects all posts of the page, or deselects them if all are selected. */
export function toggleAll(tab: PostListName) {
  const ids = shownIds(tab)
  const selected = $selected.get()
  const areSelected = ids.every(id => selected.has(id))
  const others = [...selected].filter(id => !ids.includes(id))
  $selected.set(new Set(areSelected ? others : [...others, ...ids]))
}

export function selectPage(tab: PostListName) {
  $selectedElsewhere.set([])
  $selected.set(new Set(shownIds(tab)))
}

/** Selects the posts of all pages that match the filters. */
export async function selectMatching(tab: PostListName): Promise<void> {
  const before = clearings
  const posts = (await readMatching(tab, MAX_SELECTED)).filter($canSelect.get())
  if (clearings !== before) return
  const shown = new Set(shownIds(tab))
  $selectedElsewhere.set(posts.filter(({ _id }) => !shown.has(_id)))
  $selected.set(new Set(posts.map(({ _id }) => _id)))
}

const $shown = computed([$tab, ...TABS.map(tab => lists[tab])], (open): Post[] => {
  const tab = TABS.find(each => each === open)
  const list = tab && lists[tab].value
  return list?.state === 'ready' ? list.data.posts : []
})

/** The selected posts, sorted by time. */
export const $selectedPosts = computed(
  [$selected, $shown, $selectedElsewhere],
  (selected, shown, elsewhere) => {
    const ids = new Set(shown.map(({ _id }) => _id))
    return [...shown, ...elsewhere.filter(({ _id }) => !ids.has(_id))]
      .filter(({ _id }) => selected.has(_id))
      .toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))
  },
)

export const $hiddenPosts = computed([$selectedPosts, $shown], (selected, shown) =>
  selected.filter(post => !shown.includes(post)),
)
export const $hiddenCount = computed($hiddenPosts, ({ length }) => length)

const seenHashes = new Map<string, string>()
$selected.listen(selected => {
  for (const { _id, approval } of $selectedPosts.get())
    if (approval && !seenHashes.has(_id)) seenHashes.set(_id, approval.contentHash)
  for (const id of seenHashes.keys()) if (!selected.has(id)) seenHashes.delete(id)
})

/** Returns the content hash of the post when it was selected, because the user approves that content. */
export const seenHashOf = ({ _id, approval }: Post) => seenHashes.get(_id) ?? approval?.contentHash ?? ''

const isSameList = (now: Filters, before: Filters) =>
  JSON.stringify({ ...now, page: 1 }) === JSON.stringify({ ...before, page: 1 })

$tab.listen(clearSelection)
$selectionVersion.listen(clearSelection)
// The selection remains when the page is turned.
$filters.listen((now, before) =>
  before && isSameList(now, before) ? $selectedElsewhere.set($selectedPosts.get()) : clearSelection(),
)

export type Failure = { _id: string; name: string; message: string }
export type Failed = {
  state: 'failed'
  action: BulkAction | 'delete-copies'
  failures: Failure[]
  total: number
  /** A sentence about the other posts; empty if a toast shows it. */
  done: string
}
type Run = { state: 'idle' } | { state: 'running'; done: number; total: number } | Failed

export const $bulkRun = atom<Run>({ state: 'idle' })
export const $isBarShown = computed(
  [$bulkRun, $selectedPosts],
  ({ state }, { length }) => state === 'running' || length > 0,
)
export const dismissFailures = () => $bulkRun.set({ state: 'idle' })
