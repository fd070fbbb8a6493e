import { createRouter } from '@nanostores/router'
import { atom, computed } from 'nanostores'

import { isAllowed } from '#shared/businesses/permissions.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { $selectedDomain } from './domains/store.ts'

export const ROUTES = {
  overview: '/dashboard',
  clients: '/dashboard/clients',
  client: '/dashboard/client',
  profile: '/dashboard/profile',
  linkAccounts: '/dashboard/link-accounts',
  socialHub: '/dashboard/social-hub',
  socialHubReturn: '/dashboard/social-hub/:status/:code1/:code2?',
  googleBusiness: '/dashboard/google-business-profile',
  googleBusinessReturn: '/dashboard/google-business-profile/:status/:code1/:code2?',
  inbox: '/dashboard/inbox',
  insights: '/dashboard/insights',
  reports: '/dashboard/reports',
  help: '/dashboard/help',
  createPost: '/dashboard/create-post',
  viewPosts: '/dashboard/view-post',
  calendar: '/dashboard/calendar',
  importPosts: '/dashboard/import',
  media: '/dashboard/media',
  notifications: '/dashboard/notifications',
  activity: '/dashboard/activity',
  settings: '/dashboard/settings',
  supportRequests: '/dashboard/support-requests',
  featureRequests: '/dashboard/feature-requests',
} as const

export const $router = createRouter(ROUTES)

export type Route = keyof typeof ROUTES

/** Routes without a screen of their own. */
export const MOVED: Partial<Record<Route, string>> = { linkAccounts: '/dashboard/social-hub' }

/** Returns true if a post, the composer or an item of the inbox is beside the screen with these parameters, or over it. */
export const hasPanel = (search: URLSearchParams) => ['post', 'new', 'item'].some(name => search.has(name))

/** Opens a screen. While a panel is open, changes on its screen replace the history entry, so that Back closes the panel. */
export function openPage(path: string) {
  const { path: shown, search } = $router.get() ?? {}
  $router.open(path, shown === path.split(/[?#]/)[0] && hasPanel(new URLSearchParams(search)))
}

/** Returns the path of the previous page, if the browser reveals it. */
export function pathBefore(): string | undefined {
  const { navigation } = globalThis
  const url = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  return url?.replace(location.origin, '')
}

export type Search = Partial<Record<string, string | undefined>>

/** Returns a path with parameters. Empty ones are left out. */
export function withSearch(path: string, search: Search): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** Changes parameters in the screen's URL, so that a reload and a link keep them. */
export function setSearch(change: Search) {
  const page = $router.get()
  if (page) $router.open(withSearch(page.path, { ...page.search, ...change }), true)
}

/** Opens a screen like a click on its link, which asks for confirmation while there is unsaved content. */
export function followLink(path: string) {
  const link = document.createElement('a')
  link.href = path
  document.body.append(link)
  link.click()
  link.remove()
}

const KEY = 'posts-tab'

const $chosenTab = atom(browserStorage('localStorage')?.getItem(KEY) ?? '')

/** Makes `$postsPath` open this tab. */
export function rememberTab(tab: string) {
  browserStorage('localStorage')?.setItem(KEY, tab)
  $chosenTab.set(tab)
}

/** Path of View Social Posts: the review tab for members who only approve, otherwise the last tab, initially Planned. */
export const $postsPath = computed([$chosenTab, $selectedDomain], (chosen, domain): string => {
  const onlyApproves = domain && isAllowed(domain.role, 'approve') && !isAllowed(domain.role, 'write')
  return `${ROUTES.viewPosts}?tab=${onlyApproves ? 'review' : chosen || 'scheduled'}`
})
