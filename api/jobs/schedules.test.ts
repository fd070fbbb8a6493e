import { expect, test } from 'bun:test'
import { Cron } from 'croner'

import { rateLimits } from '#api/db/schema/server/limits.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { testApp } from '#api/test/app.ts'
import { DAY_MS } from '#shared/durations.ts'
import { createJobs, sweep } from './jobs.ts'

test('gives each job a schedule that can be read', async () => {
  const { ctx } = await testApp()
  const schedules = createJobs(ctx).flatMap(({ schedule }) => schedule ?? [])
  expect(schedules.map(schedule => new Cron(schedule, { paused: true }).nextRun())).not.toContain(null)
})

test('a sweep that fails doesn’t stop the others', async () => {
  const { ctx, clock } = await testApp()
  await limit(ctx, { ...LIMITS.releaseReport, key: 'anybody' })
  clock.advance(40 * DAY_MS)
  await ctx.db.run('drop table password_resets')
  await sweep(ctx)
  expect(await ctx.db.$count(rateLimits)).toBe(0)
})
