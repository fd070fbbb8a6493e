import { atom, computed } from 'nanostores'

import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $figures } from './stat-cards.ts'

export const STEPS = ['business', 'account', 'post'] as const
export type Step = (typeof STEPS)[number]

const DISMISSED_KEY = 'first-steps-dismissed'

const $dismissed = atom(globalThis.localStorage?.getItem(DISMISSED_KEY) === 'true')

/** True if the user has ever written a post. */
export const $hasPosts = remote(
  async () => (await (await api.posts.$get({ query: { limit: '1' } })).json()).data.length > 0,
)

/** The completed steps; undefined while loading, when all are done or when dismissed. */
export const $firstSteps = computed(
  [$domains, $figures, $hasPosts, $dismissed],
  (domains, figures, hasPosts, dismissed) => {
    if (dismissed) return undefined
    if (domains.state !== 'ready' || figures.state !== 'ready' || hasPosts.state !== 'ready') return undefined
    const done: Record<Step, boolean> = {
      business: domains.data.length > 0,
      account: figures.data.connected > 0,
      post: hasPosts.data,
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

/** Resets the dismissal, for tests. */
export const forgetDismissal = () => $dismissed.set(false)
