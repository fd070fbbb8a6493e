import { atom, computed } from 'nanostores'

import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $overview } from './store.ts'

export const STEPS = ['business', 'account', 'post'] as const
export type Step = (typeof STEPS)[number]

const DISMISSED_KEY = 'first-steps-dismissed'

export const $dismissed = atom(globalThis.localStorage?.getItem(DISMISSED_KEY) === 'true')

/**
 * The completed steps and the next one; undefined while loading, when all are done or when dismissed, and for members who may
 * not connect accounts.
 */
export const $firstSteps = computed(
  [$domains, $overview, $dismissed, $can],
  (domains, overview, dismissed, can) => {
    if (dismissed || !can('connect')) return undefined
    if (domains.state !== 'ready' || overview.state !== 'ready') return undefined
    const done: Record<Step, boolean> = {
      business: domains.data.length > 0,
      account: overview.data.figures.connected > 0,
      post: overview.data.hasPosts,
    }
    const next = STEPS.find(step => !done[step])
    return next && { done, next }
  },
)

/** Hides the steps in this browser until sign-out. */
export function dismissFirstSteps() {
  localStorage.setItem(DISMISSED_KEY, 'true')
  $dismissed.set(true)
}
