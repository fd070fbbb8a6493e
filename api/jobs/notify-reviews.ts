import { notifyApprovers } from '#api/reviews/digest.ts'
import { mailAuthors } from '#api/reviews/sent-back.ts'
import type { Job } from './job.ts'

export const notifyApproversJob: Job = {
  name: 'notify-approvers',
  schedule: '20 * * * * *',
  run: notifyApprovers,
}

export const mailAuthorsJob: Job = { name: 'mail-authors', schedule: '40 * * * * *', run: mailAuthors }
