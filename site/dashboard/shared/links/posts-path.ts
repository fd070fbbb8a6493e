import { atom, computed } from 'nanostores'

import { isAllowed } from '#shared/businesses/permissions.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { $selectedDomain } from '../domains/store.ts'

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
