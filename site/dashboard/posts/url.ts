import { computed } from 'nanostores'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { type DeliveryState, POST_TABS, type PostListName } from '#shared/posts/posts.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { rememberTab, $router, type Search, withSearch } from '#site/dashboard/shared/router.ts'

const PATH = '/dashboard/view-post'

/** Tabs of posts written here, by state. */
export const TABS = [
  'scheduled',
  'review',
  'attention',
  'progress',
  'published',
] as const satisfies readonly PostListName[]

/** The tab of drafts has neither pages nor filters. */
export type Tab = NetworkId | PostListName | 'drafts'

export type TabKey = PostListName | 'drafts' | 'networks'

/** The part before a bar is shown only in a wide window. */
export const TAB_LABELS: Record<TabKey, string> = {
  networks: 'On the |networks',
  scheduled: 'Planned',
  drafts: 'Drafts',
  review: 'Waiting for |approval',
  progress: 'In progress',
  attention: 'Needs |attention',
  published: 'Published',
}

const $search = computed($router, (page): Search =>
  page?.route === 'viewPosts' ? { tab: 'scheduled', ...page.search } : {},
)

/** The tab in the URL, on other screens one of a network. Only approvers have `review`, and only members who write have drafts. */
export const $tab = computed([$search, $can], ({ tab, businesses }, can): Tab => {
  const found = ([...NETWORK_IDS, ...TABS, 'drafts'] as const).find(each => each === tab) ?? NETWORK_IDS[0]
  if (found === 'drafts' && !can('write')) return 'scheduled'
  return found === 'review' && businesses !== 'all' && !can('approve') ? 'scheduled' : found
})

export const pathToTab = (tab: Tab) => `${PATH}?${new URLSearchParams({ tab })}`

/** Replaces this screen's history entry. From another screen, Back returns there. */
const show = (path: string) => $router.open(path, $router.get()?.route === 'viewPosts')

export const openTab = (tab: Tab) => {
  rememberTab(tab)
  const all = $search.get().businesses === 'all' ? '&businesses=all' : ''
  show(pathToTab(tab) + all)
}

/** Time windows in days from now. */
export const WINDOWS = {
  week: { label: 'Next 7 days', from: 0, to: 7 },
  month: { label: 'Next 30 days', from: 0, to: 30 },
  lastWeek: { label: 'Last 7 days', from: -7, to: 0 },
  lastMonth: { label: 'Last 30 days', from: -30, to: 0 },
} as const
type Window = keyof typeof WINDOWS
const WINDOW_KEYS = Object.keys(WINDOWS) as Window[]

/** `businesses` is 'all' for posts of every business rather than of the selected one. */
export type Filters = {
  search: string
  network: NetworkId | ''
  when: Window | ''
  businesses: 'all' | ''
  label: string
  /** One of the tab's states, of which a post's networks have at least one. */
  state: DeliveryState | ''
  /** Order of published posts. By default, newest first. */
  sort: 'reactions' | ''
  page: number
}

/** Returns the states by which a tab can be filtered. */
export const statesIn = (tab: Tab): readonly DeliveryState[] =>
  tab === 'scheduled' || tab === 'attention' ? POST_TABS[tab].filter(state => state !== 'draft') : []

export const $filters = computed(
  [$search, $tab],
  ({ q = '', network, when, businesses, label = '', state, sort, page }, tab): Filters => ({
    search: q,
    network: NETWORK_IDS.find(each => each === network) ?? '',
    when: WINDOW_KEYS.find(each => each === when) ?? '',
    businesses: businesses === 'all' ? 'all' : '',
    label,
    state: statesIn(tab).find(each => each === state) ?? '',
    sort: sort === 'reactions' ? 'reactions' : '',
    page: /^[1-9]\d{0,2}$/.test(page ?? '') ? Number(page) : 1,
  }),
)

export const $isAll = computed($filters, ({ businesses }) => businesses === 'all')

export const isFiltered = ({ search, network, when, label, state }: Filters) =>
  Boolean(search || network || when || label || state)

/** Changes filters in the URL, and shows the first page unless another is set. */
export const setFilters = (changed: Partial<Filters>) =>
  show(pathToList($tab.get(), { ...$filters.get(), page: 1, ...changed }))

export const pathToList = (tab: Tab, { search, page = 1, ...filters }: Partial<Filters>) =>
  withSearch(PATH, { tab, q: search, ...filters, page: page > 1 ? String(page) : '' })
