import { sweepOauthStates } from '#api/accounts/sweep.ts'
import { sweepSessions } from '#api/auth/sessions.ts'
import { sweepSignups } from '#api/auth/signups.ts'
import { sweepLimits } from '#api/limits/limits.ts'
import { sweepLiveEvents } from '#api/live/sweep.ts'
import { deleteUnusedMedia } from '#api/media/media.ts'
import type { Job } from './job.ts'

/** Rows that are over: they are refused long before, so when this runs matters to nobody. */
export const sweepJob: Job = {
  name: 'sweep',
  schedule: '0 7 * * * *',
  async run(ctx) {
    for (const sweep of [sweepSessions, sweepSignups, sweepLimits, sweepOauthStates, sweepLiveEvents])
      await sweep(ctx)
    await deleteUnusedMedia(ctx)
  },
}
