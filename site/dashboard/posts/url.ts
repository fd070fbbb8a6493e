import { computed } from 'nanostores'

import { NETWORK_IDS } from '#shared/networks.ts'
import { POST_TABS, type PostTab } from '#shared/posts/posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'

const PATH = '/dashboard/view-post'

/** Networks whose posts can be listed here. */
export const PLACES = ['facebook', 'instagram'] as const satisfies readonly (typeof NETWORK_IDS)[number][]
export type Place = (typeof PLACES)[number]

/** Tabs of posts written here, by state. */
export const TABS = Object.keys(POST_TABS) as PostTab[]

export type Tab = Place | PostTab

const $search = computed($router, page => (page?.route === 'viewPosts' ? page.search : {}))

/** The selected tab is part of the URL, so that it can be linked to. */
export const $tab = computed(
  $search,
  ({ tab }): Tab => [...PLACES, ...TABS].find(each => each === tab) ?? 'facebook',
)

export const pathToTab = (tab: Tab) => `${PATH}?${new URLSearchParams({ tab })}`

export const openTab = (tab: Tab) => void $router.open(pathToTab(tab), true)
