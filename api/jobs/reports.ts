import { prepareMonthlyReports } from '#api/reports/monthly.ts'
import type { WorkerPool } from '#api/runtime/worker-pool.ts'
import type { Job } from './job.ts'

/** Hourly, because a month begins at a different hour in each time zone. */
export const prepareReportsJob: Job = {
  name: 'prepare-reports',
  schedule: '0 23 * * * *',
  run: prepareMonthlyReports,
}

export const printReportsJob = (pool: WorkerPool): Job => ({
  name: 'print-reports',
  schedule: '*/5 * * * * *',
  run: () => pool.tick(),
})
