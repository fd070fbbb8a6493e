import { atom } from 'nanostores'

import type { Domain } from '#shared/domains.ts'
import { NOTICE_MS } from '#shared/timings.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { isMeasuring } from './scores.ts'

/** The domains whose scores are being asked for from here. */
export const $refreshing = atom<ReadonlySet<string>>(new Set())

/** What has come of the last one, for a screen reader. */
export const $refreshed = atom('')

const NOT_REFRESHED = 'The scores could not be refreshed. Please try again.'

/** Has a domain's website measured again; the row shows how far that is. A refusal is said in a toast. */
export async function refreshScores({ _id, websiteURL, businessName }: Domain): Promise<void> {
  if ($refreshing.get().has(_id)) return
  $refreshing.set(new Set($refreshing.get()).add(_id))
  $refreshed.set('')
  try {
    const json = { domainId: _id, websiteURL }
    const { data } = await (await api.users.refreshPerformance.$post({ json })).json()
    if (data.performanceStatus === 'ready') $refreshed.set(`The scores of ${businessName} are new.`)
    if (data.performanceStatus === 'failed') $refreshed.set(data.performanceMessage ?? NOT_REFRESHED)
  } catch (error) {
    toast('error', messageOf(error, NOT_REFRESHED), { duration: NOTICE_MS })
  } finally {
    await $domains.reload()
    $refreshing.set(new Set([...$refreshing.get()].filter(id => id !== _id)))
  }
}

/** True from the wish for new scores until they are there. */
export const isBusy = (domain: Domain, refreshing: ReadonlySet<string>) =>
  isMeasuring(domain) || refreshing.has(domain._id)
