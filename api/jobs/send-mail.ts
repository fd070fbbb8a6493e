import type { Places } from '#api/runtime/worker-pool.ts'
import type { Job } from './job.ts'

export const sendMailJob = (office: Places): Job => ({
  name: 'send-mail',
  schedule: '* * * * * *',
  run: () => office.tick(),
})
