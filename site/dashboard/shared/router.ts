import { createRouter } from '@nanostores/router'
import { atom, computed } from 'nanostores'

import { isAllowed } from '#shared/businesses/permissions.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { $selectedDomain } from './domains/store.ts'

const ROUTES = {
  overview: '/dashboard',
  clients: '/dashboard/clients',
  profile: '/dashboard/profile',
  linkAccounts: '/dashboard/link-accounts',
  socialHub: '/dashboard/social-hub',
  socialHubReturn: '/dashboard/social-hub/:status/:code1/:code2?',
  googleBusiness: '/dashboard/google-business-profile',
  googleBusinessReturn: '/dashboard/google-business-profile/:status/:code1/:code2?',
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

/** Redirects routes without a screen of their own: accounts are connected in Social Hub. */
export const MOVED: Partial<Record<Route, string>> = { linkAccounts: '/dashboard/social-hub' }

/** Opens a screen from code; the router handles links itself. */
export const openPage = (path: string) => $router.open(path)

/** Changes parameters in the screen's URL, so that a reload and a link keep them. Empty ones are left out. */
export function setSearch(change: Record<string, string>) {
  const page = $router.get()
  if (!page) return
  const search = Object.entries({ ...page.search, ...change }).filter(([, value]) => value)
  $router.open(search.length > 0 ? `${page.path}?${new URLSearchParams(search)}` : page.path, true)
}

/** Opens a screen like a click on its link, which asks for confirmation while there is unsaved content. */
export function followLink(path: string) {
  const link = document.createElement('a')
  link.href = path
  document.body.append(link)
  link.click()
  link.remove()
}

const PATH = '/dashboard/view-post'
const KEY = 'posts-tab'

const $chosenTab = atom(browserStorage('localStorage')?.getItem(KEY) ?? '')

/** Makes links to Manage Social Posts open this tab. */
export function rememberTab(tab: string) {
  browserStorage('localStorage')?.setItem(KEY, tab)
  $chosenTab.set(tab)
}

/** Path of View Social Posts: the review tab for members who only approve, otherwise the last tab, initially Scheduled. */
export const $postsPath = computed([$chosenTab, $selectedDomain], (chosen, domain): string => {
  const onlyApproves = domain && isAllowed(domain.role, 'approve') && !isAllowed(domain.role, 'write')
  return `${PATH}?tab=${onlyApproves ? 'review' : chosen || 'scheduled'}`
})
