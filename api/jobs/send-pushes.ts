import type { Places } from '#api/runtime/worker-pool.ts'
import type { Job } from './job.ts'

export const sendPushesJob = (office: Places): Job => ({
  name: 'send-pushes',
  schedule: '* * * * * *',
  run: () => office.tick(),
})
