import { atom } from 'nanostores'

import type { Domain } from '#shared/businesses/domains.ts'
import { NOTICE_MS } from '#shared/timings.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { isMeasuring } from './scores.ts'

/** Ids of the businesses with a refresh call in flight. */
export const $refreshing = atom<ReadonlySet<string>>(new Set())

/** Screen-reader announcement of the last result. */
export const $refreshed = atom('')

const NOT_REFRESHED = 'The scores could not be refreshed. Please try again.'

/** Measures a business's website again. The row shows the progress, a toast shows a rejection. */
export async function refreshScores({ _id, websiteURL, businessName }: Domain): Promise<void> {
  if ($refreshing.get().has(_id)) return
  $refreshing.set(new Set($refreshing.get()).add(_id))
  $refreshed.set('')
  try {
    const json = { domainId: _id, websiteURL }
    const { data } = await (await api.users.refreshPerformance.$post({ json })).json()
    if (data.performanceStatus === 'ready') $refreshed.set(`Scores for ${businessName} are up to date.`)
    if (data.performanceStatus === 'failed') $refreshed.set(data.performanceMessage ?? NOT_REFRESHED)
  } catch (error) {
    toast('error', messageOf(error, NOT_REFRESHED), { duration: NOTICE_MS })
  } finally {
    await $domains.reload()
    $refreshing.set(new Set([...$refreshing.get()].filter(id => id !== _id)))
  }
}

/** True from the request for new scores until they arrive. */
export const isBusy = (domain: Domain, refreshing: ReadonlySet<string>) =>
  isMeasuring(domain) || refreshing.has(domain._id)
