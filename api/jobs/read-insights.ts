import { readDueInsights } from '#api/insights/read-account.ts'
import type { Job } from './job.ts'

export const readInsightsJob: Job = {
  name: 'read-insights',
  schedule: '*/15 * * * * *',
  run: ctx => readDueInsights(ctx),
}
