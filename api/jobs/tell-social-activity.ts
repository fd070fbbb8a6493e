import { notifySocialActivity } from '#api/notifications/social-activity.ts'
import type { Job } from './job.ts'

/** Runs hourly, so that users who turn it on receive the previous day's activity within the hour. */
export const socialActivityJob: Job = {
  name: 'tell-social-activity',
  schedule: '0 12 * * * *',
  run: notifySocialActivity,
}
