import { notifyApprovers } from '#api/reviews/digest.ts'
import type { Job } from './job.ts'

export const notifyApproversJob: Job = {
  name: 'notify-approvers',
  schedule: '20 * * * * *',
  run: notifyApprovers,
}
