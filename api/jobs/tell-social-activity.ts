import { notifySocialActivity } from '#api/notifications/social-activity.ts'
import type { Job } from './job.ts'

/** Hourly: whoever turns it on in the course of a day is told of the day before within the hour. */
export const socialActivityJob: Job = {
  name: 'tell-social-activity',
  schedule: '0 12 * * * *',
  run: notifySocialActivity,
}
