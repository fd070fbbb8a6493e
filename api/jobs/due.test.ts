import { expect, test } from 'bun:test'

import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { atEnd } from '#api/test/at-end.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { readHealth } from './health.ts'
import { findDue, type WatchedJob, startJobs } from './job.ts'

type App = Awaited<ReturnType<typeof publishingApp>>

const dueJobs = async ({ ctx }: App): Promise<WatchedJob[]> =>
  (await findDue(ctx)).flatMap(([name, isDue]) => (isDue ? name : []))

/** Does what is already due, such as the mail that welcomes the app's user. */
async function idleApp() {
  const app = await publishingApp()
  for (const table of ['outbox', 'audits']) await app.ctx.db.run(`delete from ${table}`)
  await app.ctx.db.run('update notifications set announced = 1')
  expect(await dueJobs(app)).toEqual([])
  return app
}

test('asks for all jobs by one query, which scans no table', async () => {
  const { ctx } = await publishingApp()
  const plans = await plansOf(ctx, async () => {
    await findDue(ctx)
  })
  expect(plans).toHaveLength(1)
  // Networks are few, and a partial index has only the rows that are searched.
  const scans = plans[0]!.plan.filter(
    step => /^SCAN (?!\(subquery|CONSTANT ROW|outages)/.test(step) && !step.includes('INDEX'),
  )
  expect(scans).toEqual([])
})

test('publishing is due when the time of a post has come', async () => {
  const app = await idleApp()
  await app.accept({ inSeconds: 3600 })
  await app.ctx.db.run('delete from audits')
  expect(await dueJobs(app)).not.toContain('publish')
  app.clock.advance(3_600_000)
  expect(await dueJobs(app)).toContain('publish')
})

test('publishing is due when a post has missed its approval, unless it goes out once approved', async () => {
  const app = await idleApp()
  const postId = await app.accept({ inSeconds: 3600 })
  await app.ctx.db.update(deliveries).set({ state: 'in_review', wakeAt: null })
  app.clock.advance(3_600_000)
  expect(await dueJobs(app)).toContain('publish')
  const [{ domainId }] = (await app.ctx.db.select().from(deliveries)) as [typeof deliveries.$inferSelect]
  await app.ctx.db.insert(approvals).values({
    postId,
    domainId,
    state: 'in_review',
    submittedAt: app.clock.now(),
    signedHashes: [],
    whenApproved: true,
  })
  expect(await dueJobs(app)).not.toContain('publish')
})

test('mail is due when it may be sent', async () => {
  const app = await idleApp()
  await queueMail(app.ctx, {
    mail: { to: 'a@example.com', subject: 's', text: 't', html: 'h' },
    delayMs: 1000,
  })
  expect(await dueJobs(app)).toEqual([])
  app.clock.advance(1000)
  expect(await dueJobs(app)).toEqual(['send-mail'])
})

test('runs a job that another process has left something for, and counts idle ones as run', async () => {
  const app = await idleApp()
  await app.accept({ inSeconds: 0 })
  const ran = Promise.withResolvers<void>()
  const jobs = startJobs(app.ctx, [
    {
      name: 'publish',
      async run() {
        ran.resolve()
      },
    },
    { name: 'send-mail', run: () => Promise.reject(new Error('Nothing is due')) },
  ])
  atEnd(() => jobs.stop())
  await ran.promise
  while (!(await readHealth(app.ctx))?.isWell) await Bun.sleep(1)
})
