import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import type { Job } from './job.ts'

export const sendPushesJob = (pool: WorkerPool): Job => ({
  name: 'send-pushes',
  schedule: '* * * * * *',
  run: () => pool.tick(),
})
