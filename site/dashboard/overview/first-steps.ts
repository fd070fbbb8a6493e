import { atom, computed } from 'nanostores'

import { CENTRAL_NETWORKS } from '#shared/networks.ts'
import { OVERVIEW_POSTS } from '#shared/overview.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $can, $isAgency } from '#site/dashboard/shared/permissions.tsx'
import { $overview } from './store.ts'

export const STEPS = ['business', 'account', 'week'] as const
export type Step = (typeof STEPS)[number]

const DISMISSED_KEY = 'first-steps-dismissed'

export const $dismissed = atom(globalThis.localStorage?.getItem(DISMISSED_KEY) === 'true')

/**
 * State of the first steps. `goal` posts fill the week (0 without posting times), of which `planned` are planned. Undefined while
 * loading, and for users without need of the steps: agencies, members who may not connect accounts, users whose first post is
 * some time ago, and those who have completed or dismissed the steps.
 */
export const $firstSteps = computed(
  [$domains, $overview, $dismissed, $can, $me, $isAgency],
  (domains, overview, dismissed, can, me, isAgency) => {
    if (dismissed || !can('connect') || isAgency || me.state === 'loading') return undefined
    if (domains.state !== 'ready' || overview.state !== 'ready') return undefined
    const { figures, week, next: planned, isStarting } = overview.data
    if (!isStarting) return undefined
    const times = week.reduce((sum, { slots }) => sum + (slots ?? 0), 0)
    // The overview has at most `OVERVIEW_POSTS` of the next posts.
    const goal = Math.min(times, OVERVIEW_POSTS)
    const done: Record<Step, boolean> = {
      business: domains.data.length > 0,
      account: figures.connected > 0,
      week: goal > 0 && planned.length >= goal,
    }
    const next = STEPS.find(step => !done[step])
    const canConnect = !done.week && figures.connected < CENTRAL_NETWORKS.length
    return next && { done, next, planned: planned.length, goal, canConnect }
  },
)

/** Hides the steps in this browser until sign-out. */
export function dismissFirstSteps() {
  localStorage.setItem(DISMISSED_KEY, 'true')
  $dismissed.set(true)
}
