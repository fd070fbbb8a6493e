import { announceNotifications } from '#api/notifications/announce.ts'
import type { Job } from './job.ts'

export const announceJob: Job = { name: 'announce', schedule: '* * * * * *', run: announceNotifications }
