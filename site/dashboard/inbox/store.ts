import { atom, computed, onMount } from 'nanostores'

import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import {
  INBOX_FILTERS,
  type ChangeItem,
  type InboxItem,
  type InboxStatus,
  replyProblem,
} from '#shared/inbox.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { INBOX_KINDS, type InboxAct } from '#shared/networks/declaration.ts'
import { SaveReply } from '#shared/posts/saved-texts.ts'
import { $inboxCounts } from '#site/dashboard/shared/counts.ts'
import { selectedDomainId, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { type Pages, readPages, showNextPage } from '#site/dashboard/shared/next-page.ts'
import { closePanel, withoutPanel } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router, openPage, type Search, setSearch, withSearch } from '#site/dashboard/shared/router.ts'
import { savedTexts } from '#site/dashboard/shared/SavedTexts.tsx'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { debounced, remote, settled, whileShown } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/toasts.ts'
import { forgetAnswer } from './answers.ts'

const $search = computed($router, (page): Search => (page?.route === 'inbox' ? page.search : {}))

export const STARS = ['1-3', '1', '2', '3', '4', '5'] as const

export const $filters = computed(
  $search,
  ({ state, network, kind, stars, search, assignee, businesses }) => ({
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

async function businessQuery({ isAll }: ReturnType<typeof $filters.get>) {
  const domainId = isAll ? undefined : await selectedDomainId()
  return domainId === undefined ? {} : { domainId }
}

/** Shows all businesses if only others have unanswered items, because the number in the navigation counts all. */
export async function openWhereUnanswered() {
  const [items, counts] = await Promise.all([settled($items), settled($inboxCounts)])
  const { state, isAll } = $filters.get()
  if ($router.get()?.route !== 'inbox' || state !== 'open' || isAll || $isFiltered.get()) return
  if (items.data?.items.length === 0 && (counts.data?.open ?? 0) > 0) setFilter({ businesses: 'all' })
}

const PAGE_SIZE = 50

/** Reads at least `count` items that match the filters, if there are as many. */
async function readItems(count: number, after?: string): Promise<Pages<InboxItem>> {
  const filters = $filters.get()
  const { state, network, kind, stars, search, assignee } = filters
  const wanted = {
    ...(await businessQuery(filters)),
    state,
    ...(network && { network }),
    ...(kind && { kind }),
    ...(stars && { stars }),
    ...(search && { search }),
    ...(assignee && { assignee }),
  }
  return readPages(count, after, (limit, cursor) =>
    bodyOf(api.inbox.$get({ query: { ...wanted, limit, ...(cursor && { cursor }) } })),
  )
}

/** Items that match the filters. A reload reads as many as are shown. */
export const $items = remote((): Promise<Pages<InboxItem>> =>
  readItems(Math.max(PAGE_SIZE, $items.value?.data?.items.length ?? 0)),
)

export const $status = remote(async (): Promise<InboxStatus> =>
  dataOf(api.inbox.status.$get({ query: await businessQuery($filters.get()) })),
)

// Listens also while the screen is closed, so that it doesn't open with another business's items.
computed($filters, filters => JSON.stringify(filters)).listen($items.resetAndRefetch)
computed($filters, ({ isAll }) => isAll).listen($status.resetAndRefetch)
$selectionVersion.listen(() => {
  $items.resetAndRefetch()
  $status.resetAndRefetch()
})

whileShown($items, refetchSoon => [onLive('inbox', refetchSoon), $streamOpens.listen(refetchSoon)])
whileShown($status, reloadSoon => {
  const polling = setInterval($status.refresh, STATUS_POLL_MS)
  return [onLive('inbox', reloadSoon), () => clearInterval(polling)]
})

/** Polls, because a read without news sends no live event. */
const STATUS_POLL_MS = 15_000

/** The last request for new items: its time by the server's clock, and when to stop waiting by ours. */
const $check = atom<{ at: string; until: number } | undefined>()
/** Reads start at least a minute apart. */
const MAX_CHECK_MS = 2 * MINUTE_MS

/** True until all accounts have been read since the request, or `MAX_CHECK_MS` have passed. */
export const $isChecking = computed([$check, $status], (check, { data }) =>
  Boolean(check && data?.checkedAt && data.checkedAt < check.at && Date.now() < check.until),
)

export async function checkForNew() {
  const query = await businessQuery($filters.get())
  const request = await dataOf(api.inbox.refresh.$post({ query })).catch(() => undefined)
  $check.set(request && { ...request, until: Date.now() + MAX_CHECK_MS })
}
onMount($items, () => {
  void checkForNew()
  return $selectionVersion.listen(() => void checkForNew())
})

export const showMore = () =>
  showNextPage($items, cursor => readItems(PAGE_SIZE, cursor), 'The next ones didn’t load. Try again.')

/** Id of the item whose details are open, from the URL. */
export const $openId = computed($search, ({ item }) => item ?? '')

/** The open item. It stays on screen after an answer has moved it to another list. */
export const $open = remote(async (): Promise<InboxItem | null> => {
  const id = $openId.get()
  if (!id) return null
  return $items.value?.data?.items.find(({ _id }) => _id === id) ?? (await readItem(id))
})

const readItem = (id: string) => dataOf(api.inbox[':id'].$get({ param: { id } }))

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

export function openItem(id: string) {
  const page = $router.get()
  if (page) openPage(withSearch(page.path, { ...withoutPanel(page.search), item: id }))
}

export const closeItem = closePanel

function put(item: InboxItem) {
  if ($open.value?.data?._id === item._id) $open.change(() => item)
  $items.change(({ items, nextCursor }) => ({
    items: items.map(each => (each._id === item._id ? item : each)),
    nextCursor,
  }))
}

/** Last position of the open item, which leaves some lists when it is answered. */
let lastPosition = { id: '', index: 0 }

export const $neighbours = computed([$items, $openId], ({ data }, openId) => {
  const items = data?.items ?? []
  const index = items.findIndex(({ _id }) => _id === openId)
  if (index !== -1) lastPosition = { id: openId, index }
  else if (!data || lastPosition.id !== openId) lastPosition = { id: openId, index: 0 }
  const at = lastPosition.index
  return { before: items[at - 1], after: items[index === -1 ? at : index + 1] }
})

export const changeItem = (id: string, json: ChangeItem) =>
  withErrorToast('That wasn’t saved. Try again.', async () =>
    put(await dataOf(api.inbox[':id'].$patch({ param: { id }, json }))),
  )

/** Marks an item as read. Ignores failures. */
export async function markRead({ _id: id, read }: InboxItem) {
  if (read) return
  const call = api.inbox[':id'].$patch({ param: { id }, json: { read: true } })
  const item = await dataOf(call).catch(() => undefined)
  if (item) put(item)
}

/** Shows the changed item or, after a failure, its current state. @throws {ApiError} */
async function putChanged(call: Promise<InboxItem>) {
  try {
    put(await call)
  } catch (error) {
    await refreshOpen()
    throw error
  }
}

/** Sends an answer. @throws {ApiError} */
export async function sendReply({ _id: id, version }: InboxItem, message: string): Promise<void> {
  await putChanged(dataOf(api.inbox[':id'].reply.$post({ param: { id }, json: { message, version } })))
  forgetAnswer(id)
}

/** Sends a new text for an answer that was sent from here. @returns an error message, if any */
export const editReply = async ({ _id: id, version, network }: InboxItem, message: string) =>
  replyProblem(network, message) ??
  failureOf('Your answer wasn’t changed. Try again.', () =>
    putChanged(dataOf(api.inbox[':id'].reply.$put({ param: { id }, json: { message, version } }))),
  )

/** Hides, shows, likes or deletes an item on its network. @returns true if that was accepted */
export const act = ({ _id: id, version }: InboxItem, name: InboxAct) =>
  withErrorToast('That didn’t work. Try again.', () =>
    putChanged(dataOf(api.inbox[':id'].act.$post({ param: { id }, json: { act: name, version } }))),
  )

/** Takes back an act that has not begun. */
export const takeBack = ({ _id: id }: InboxItem) =>
  withErrorToast('That didn’t work. Try again.', () =>
    putChanged(dataOf(api.inbox[':id'].act.$delete({ param: { id } }))),
  )

function savedRepliesOfBusiness(domainId: string) {
  const headers = { [DOMAIN_HEADER]: domainId }
  return savedTexts({
    noun: 'saved reply',
    list: () => dataOf(api['saved-replies'].$get({}, { headers })),
    schema: SaveReply,
    put: (id, json) => api['saved-replies'][':id'].$put({ param: { id }, json }, { headers }),
    remove: id => api['saved-replies'][':id'].$delete({ param: { id } }, { headers }),
  })
}

const savedReplies = new Map<string, ReturnType<typeof savedRepliesOfBusiness>>()

/** Returns the saved replies of the item's business, which may not be the selected one. */
export function savedRepliesOf(domainId: string) {
  const known = savedReplies.get(domainId) ?? savedRepliesOfBusiness(domainId)
  savedReplies.set(domainId, known)
  return known
}

const $openDomainId = computed($open, ({ data }) => data?.domainId)
export const $members = remote(async () => {
  const id = $openDomainId.get()
  return id ? await dataOf(api.businesses[':id'].members.$get({ param: { id } })) : []
})
onMount($members, () => $openDomainId.listen($members.resetAndRefetch))
