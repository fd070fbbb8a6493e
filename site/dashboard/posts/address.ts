import { computed } from 'nanostores'

import { POST_TABS, type PostTab } from '#shared/posts.ts'
import { $router } from '../router.ts'

const PATH = '/dashboard/view-post'

export const TABS = Object.keys(POST_TABS) as PostTab[]

const $search = computed($router, page => (page?.route === 'viewPosts' ? page.search : {}))

/** The chosen tab and the post that is open are parts of the address, so that both can be linked to. */
export const $tab = computed($search, ({ tab }): PostTab => TABS.find(each => each === tab) ?? 'scheduled')
export const $openPostId = computed($search, ({ post }): string | undefined => post)

const pathTo = (tab: PostTab, post?: string) =>
  `${PATH}?${new URLSearchParams({ tab, ...(post && { post }) })}`

export const pathToPost = (post: string) => pathTo($tab.get(), post)
export const pathToTab = (tab: PostTab) => pathTo(tab)

export const openTab = (tab: PostTab) => void $router.open(pathTo(tab), true)
export const closePost = () => void $router.open(pathTo($tab.get()), true)
