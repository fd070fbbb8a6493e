import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import type { Job } from './job.ts'

export const sendMailJob = (pool: WorkerPool): Job => ({
  name: 'send-mail',
  schedule: '* * * * * *',
  run: () => pool.tick(),
})
