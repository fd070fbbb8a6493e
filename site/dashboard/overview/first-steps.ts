import { computed } from 'nanostores'

import { NETWORK_IDS } from '#shared/networks.ts'
import { api } from '#site/lib/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $domains } from '../domains/store.ts'

export const STEPS = ['business', 'account', 'post'] as const
export type Step = (typeof STEPS)[number]

const isConnected = async (provider: (typeof NETWORK_IDS)[number]) =>
  (await (await api.auth.accountDetails.$post({ json: { provider } })).json()).data.accountConnected

const hasPosts = async () => (await (await api.posts.$get({ query: { limit: '1' } })).json()).data.length > 0

/** What the api knows of this person's start. */
export const $progress = remote(async () => {
  const [posted, ...connected] = await Promise.all([hasPosts(), ...NETWORK_IDS.map(isConnected)])
  return { posted, connected: connected.some(Boolean) }
})

/** The steps that are done, until all are; nothing while that isn't known. */
export const $firstSteps = computed([$domains, $progress], (domains, progress) => {
  if (domains.state !== 'ready' || progress.state !== 'ready') return undefined
  const done: Record<Step, boolean> = {
    business: domains.data.length > 0,
    account: progress.data.connected,
    post: progress.data.posted,
  }
  const next = STEPS.find(step => !done[step])
  return next && { done, next }
})
