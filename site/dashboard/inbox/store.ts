import { atom, computed, onMount } from 'nanostores'

import {
  INBOX_FILTERS,
  type ChangeItem,
  type InboxFilter,
  type InboxItem,
  type InboxTrouble,
} from '#shared/inbox.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { INBOX_KINDS, type InboxKind } from '#shared/networks/declaration.ts'
import { SaveReply } from '#shared/posts/saved-texts.ts'
import { selectedDomainId, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $router, type Search, setSearch } from '#site/dashboard/shared/router.ts'
import { savedTexts } from '#site/dashboard/shared/SavedTexts.tsx'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { debounced, remote, whileShown } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/toasts.ts'

const $search = computed($router, (page): Search => (page?.route === 'inbox' ? page.search : {}))

export const STARS = ['1-3', '1', '2', '3', '4', '5'] as const

type Filters = {
  state: InboxFilter
  network: NetworkId | undefined
  kind: InboxKind | undefined
  stars: string | undefined
  search: string
  assignee: string
  isAll: boolean
}

/** Filters, which are part of the URL so that they can be linked to. */
export const $filters = computed(
  $search,
  ({ state, network, kind, stars, search, assignee, businesses }): Filters => ({
    state: INBOX_FILTERS.find(each => each === state) ?? 'open',
    network: NETWORK_IDS.find(each => each === network),
    kind: INBOX_KINDS.find(each => each === kind),
    stars: STARS.find(each => each === stars),
    search: search ?? '',
    assignee: assignee ?? '',
    isAll: businesses === 'all',
  }),
)

export const $isFiltered = computed(
  $filters,
  ({ network, kind, stars, search, assignee }) =>
    Boolean(network ?? kind ?? stars) || search !== '' || assignee !== '',
)

export const setFilter = (change: Search) => setSearch({ ...change, item: '' })
export const clearFilters = () => setFilter({ network: '', kind: '', stars: '', search: '', assignee: '' })

async function whose({ isAll }: Filters) {
  const domainId = isAll ? undefined : await selectedDomainId()
  return domainId === undefined ? {} : { domainId }
}

type Page = { items: InboxItem[]; nextCursor: string | null }

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100

async function readPage(limit: number, cursor?: string): Promise<Page> {
  const filters = $filters.get()
  const { state, network, kind, stars, search, assignee } = filters
  const query = {
    ...(await whose(filters)),
    state,
    limit: String(limit),
    ...(network && { network }),
    ...(kind && { kind }),
    ...(stars && { stars }),
    ...(search && { search }),
    ...(assignee && { assignee }),
    ...(cursor && { cursor }),
  }
  const { data, nextCursor } = await bodyOf(api.inbox.$get({ query }))
  return { items: data, nextCursor }
}

/** The items that pass the filters, as many as were shown before. */
export const $items = remote((): Promise<Page> =>
  readPage(Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, $items.value?.data?.items.length ?? 0))),
)

type Status = { troubles: InboxTrouble[]; isReading: boolean; accounts: number }

/** Whether accounts can be read, and whether there are any. */
export const $status = remote(async (): Promise<Status> =>
  dataOf(api.inbox.status.$get({ query: await whose($filters.get()) })),
)

/** Filters without the item that is open. */
const $wanted = computed($filters, filters => JSON.stringify(filters))

whileShown($items, refetchSoon => [
  onLive('inbox', refetchSoon),
  $streamOpens.listen(refetchSoon),
  $wanted.listen($items.resetAndRefetch),
  $selectionVersion.listen($items.resetAndRefetch),
])
whileShown($status, reloadSoon => [
  onLive('inbox', reloadSoon),
  $wanted.listen(reloadSoon),
  $selectionVersion.listen(reloadSoon),
])
// People open the screen to see what is new.
const checkForNew = async () => api.inbox.refresh.$post({ query: await whose($filters.get()) })
onMount($items, () => void checkForNew().catch(() => {}))

export async function showMore() {
  const cursor = $items.get().data?.nextCursor
  if (!cursor) return
  await withErrorToast('The next ones didn’t load. Try again.', async () => {
    const { items, nextCursor } = await readPage(PAGE_SIZE, cursor)
    $items.change(shown => {
      const known = new Set(shown.items.map(({ _id }) => _id))
      return { items: [...shown.items, ...items.filter(({ _id }) => !known.has(_id))], nextCursor }
    })
  })
}

/** Id of the item whose details are open, from the URL. */
export const $openId = computed($search, ({ item }) => item ?? '')

/** The open item. It stays on screen after an answer has moved it to another list. */
export const $open = remote(async (): Promise<InboxItem | null> => {
  const id = $openId.get()
  if (!id) return null
  return $items.value?.data?.items.find(({ _id }) => _id === id) ?? (await readItem(id))
})

const readItem = (id: string) => dataOf(api.inbox[':id'].$get({ param: { id } }))

/** Reads the open item again, and puts it into the list. */
async function refreshOpen() {
  const id = $openId.get()
  if (!id) return
  const item = await readItem(id).catch(() => undefined)
  if (item && id === $openId.get()) put(item)
}

whileShown($open, () => {
  const reloadSoon = debounced(() => void refreshOpen())
  return [reloadSoon.cancel, onLive('inbox', reloadSoon), $openId.listen($open.resetAndRefetch)]
})

export const openItem = (id: string) => setSearch({ item: id })
export const closeItem = () => setSearch({ item: '' })

function put(item: InboxItem) {
  if ($open.value?.data?._id === item._id) $open.change(() => item)
  $items.change(({ items, nextCursor }) => ({
    items: items.map(each => (each._id === item._id ? item : each)),
    nextCursor,
  }))
}

/** Returns the items before and after the open one. */
export const $neighbours = computed([$items, $openId], ({ data }, openId) => {
  const items = data?.items ?? []
  const index = items.findIndex(({ _id }) => _id === openId)
  return { before: index > 0 ? items[index - 1] : undefined, after: items[index + 1] }
})

export const changeItem = (id: string, json: ChangeItem) =>
  withErrorToast('That wasn’t saved. Try again.', async () =>
    put(await dataOf(api.inbox[':id'].$patch({ param: { id }, json }))),
  )

/** Marks an item as read, without a word if that fails. */
export async function markRead({ _id: id, read }: InboxItem) {
  if (read) return
  const item = await dataOf(api.inbox[':id'].$patch({ param: { id }, json: { read: true } })).catch(
    () => undefined,
  )
  if (item) put(item)
}

/** Sends an answer. @throws {ApiError} */
export async function sendReply({ _id: id, version }: InboxItem, message: string): Promise<void> {
  try {
    put(await dataOf(api.inbox[':id'].reply.$post({ param: { id }, json: { message, version } })))
    saveDraft(id, '')
  } catch (error) {
    // Shows who was faster, or what has changed.
    await refreshOpen()
    throw error
  }
}

const draftKey = (id: string) => formKey(`answer-${id}`)

/** Answers that weren't sent yet, which outlive a reload of the tab. */
export const readDraft = (id: string) => browserStorage('sessionStorage')?.getItem(draftKey(id)) ?? ''

export function saveDraft(id: string, text: string) {
  const storage = browserStorage('sessionStorage')
  if (text === '') storage?.removeItem(draftKey(id))
  else storage?.setItem(draftKey(id), text)
}

export const savedReplies = savedTexts({
  noun: 'saved reply',
  list: () => dataOf(api['saved-replies'].$get()),
  schema: SaveReply,
  put: (id, json) => api['saved-replies'][':id'].$put({ param: { id }, json }),
  remove: id => api['saved-replies'][':id'].$delete({ param: { id } }),
})
onMount(savedReplies.$items, () => $selectionVersion.listen(() => savedReplies.$items.resetAndRefetch()))

/** Business whose members are offered for assignment. */
const $memberDomain = atom('')
/** The members of the open item's business. */
export const $members = remote(async () => {
  const id = $memberDomain.get()
  return id ? await dataOf(api.businesses[':id'].members.$get({ param: { id } })) : []
})
onMount($members, () => $memberDomain.listen($members.resetAndRefetch))
export const showMembersOf = (domainId: string) => $memberDomain.set(domainId)

export const $canDraft = remote(async () => (await dataOf(api.captions.$get())).available)
