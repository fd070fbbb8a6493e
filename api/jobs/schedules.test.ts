import { expect, test } from 'bun:test'
import { Cron } from 'croner'

import { testApp } from '#api/test/app.ts'
import { createJobs } from './jobs.ts'

test('gives each job a schedule that can be read', async () => {
  const { ctx } = await testApp()
  const schedules = createJobs(ctx).flatMap(({ schedule }) => schedule ?? [])
  expect(schedules.map(schedule => new Cron(schedule, { paused: true }).nextRun())).not.toContain(null)
})
