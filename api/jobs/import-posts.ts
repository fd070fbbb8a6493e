import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import type { Job } from './job.ts'

export const importPostsJob = (pool: WorkerPool): Job => ({
  name: 'import-posts',
  schedule: '*/2 * * * * *',
  run: () => pool.tick(),
})
