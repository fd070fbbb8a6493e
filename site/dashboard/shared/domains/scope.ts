import { atom, computed } from 'nanostores'

import { POST_LISTS } from '#shared/posts/posts.ts'
import { $router, openPage, setSearch } from '#site/dashboard/shared/router.ts'
import { $selectionVersion } from './store.ts'

const isList = (tab = '') => POST_LISTS.some(each => each === tab)

/** True while the screen spans all businesses instead of the selected one. */
export const $showsAll = computed($router, page => {
  if (!page?.search.businesses) return false
  return isSpanning(page.route) || isList(page.search.tab)
})

/** True for screens whose every view can show all businesses. */
const isSpanning = (route?: string) => route === 'calendar' || route === 'inbox' || route === 'reports'

/** True from the choice of all businesses until one is chosen, also on screens that show a single one. */
export const $prefersAll = atom(false)

$showsAll.subscribe(isAll => isAll && $prefersAll.set(true))
$selectionVersion.listen(() => $showsAll.get() || $prefersAll.set(false))

/** Returns the path of a screen with all businesses, from its path with one. */
export function pathToAll(path: string): string {
  const [screen, tab] = path.split('?tab=')
  return `${screen}?${tab ? `tab=${isList(tab) ? tab : 'scheduled'}&` : ''}businesses=all`
}

/** Shows all businesses on the screen, or in the calendar if the screen can't. */
export function showAllBusinesses(): void {
  const { route, search } = $router.get() ?? {}
  const all = { businesses: 'all', page: '' }
  if (isSpanning(route)) setSearch({ ...all, report: '' })
  else if (route === 'viewPosts') setSearch({ ...all, ...(!isList(search?.tab) && { tab: 'scheduled' }) })
  else openPage('/dashboard/calendar?businesses=all')
}

export function showOneBusiness(): void {
  $prefersAll.set(false)
  if ($showsAll.get()) setSearch({ businesses: '', page: '' })
}
