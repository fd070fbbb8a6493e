import { onMount } from 'nanostores'

import { SITE_SCORES_FAILED } from '#shared/scores.ts'
import { NOTICE_MS } from '#shared/timings.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'

/** Scores of this installation's own site, for administrators. */
export const $siteScores = remote(async () => (await (await api.admin.siteScores.$get()).json()).data)

onMount($siteScores, () => onLive('siteScores', () => void $siteScores.reload()))

export async function refreshSite(): Promise<void> {
  try {
    const { data } = await (await api.admin.siteScores.refresh.$post()).json()
    $siteScores.set({ state: 'ready', data })
  } catch (error) {
    toast('error', messageOf(error, SITE_SCORES_FAILED), { duration: NOTICE_MS })
  }
}
