import { sendWaitingMail } from '#api/mail/outbox.ts'
import type { Job } from './job.ts'

export const sendMailJob: Job = { name: 'send-mail', schedule: '* * * * * *', run: sendWaitingMail }
