import { sendWaitingPushes } from '#api/push/outbox.ts'
import type { Job } from './job.ts'

export const sendPushesJob: Job = { name: 'send-pushes', schedule: '* * * * * *', run: sendWaitingPushes }
