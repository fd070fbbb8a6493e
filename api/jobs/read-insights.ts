import { readDueInsights } from '#api/insights/read-account.ts'
import type { Job } from './job.ts'

export const readInsightsJob: Job = {
  name: 'read-insights',
  schedule: '40 * * * * *',
  run: ctx => readDueInsights(ctx),
}
