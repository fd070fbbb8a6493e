import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliverySteps } from '#api/db/schema/posts/posts.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { attemptDelivery } from './attempt.ts'
import { claimDueDeliveries } from './claim.ts'
import { holdLateDeliveries } from './holds/late.ts'

const THREE_DAYS = 3 * 24 * 60 * 60_000
const capacity = { free: 10, freeOf: () => 10, full: [], busy: [] }

/** Creates posts that missed their time by three days. */
async function lateBy3Days(count: number) {
  const app = await publishingApp({ networks: ['facebook'] })
  const media = [await picture('red')]
  const posts: string[] = []
  for (let post = 0; post < count; post++)
    posts.push(await app.accept({ message: `Post ${post}`, media, inSeconds: 60 }))
  app.clock.advance(THREE_DAYS)
  return { app, posts }
}

const inAMinute = ({ clock }: PublishingApp) => Math.floor(+clock.now() / 1000) + 60
const move = async (app: PublishingApp, posts: string[]) => {
  for (const post of posts) await app.call(`posts/${post}/move`, { json: { scheduledTime: inAMinute(app) } })
}
const states = (app: PublishingApp, posts: string[]) =>
  Promise.all(posts.map(async post => (await app.delivery(post, 'facebook')).state))

test('finds a post whose process died during the publishing call, even after downtime, and does not report it as late', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const post = await app.accept({ media: [await picture('red')] })
  const [claimed] = await claimDueDeliveries(app.ctx, capacity)
  await attemptDelivery(app.ctx, claimed!)
  await app.ctx.db
    .update(deliverySteps)
    .set({ result: null, finishedAt: null })
    .where(eq(deliverySteps.name, 'publish'))
  app.clock.advance(THREE_DAYS)
  await app.run()
  expect((await app.delivery(post, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Published on Facebook'])
})

test.each([1, 2])(
  'does not hold %p late posts that their author reschedules at the same moment',
  async count => {
    const { app, posts } = await lateBy3Days(count)
    await holdLateDeliveries(beforeNextWrite(app.ctx, () => move(app, posts)))
    expect(await states(app, posts)).toEqual(posts.map(() => 'scheduled'))
    expect(await app.mails()).toEqual([])
  },
)

test('counts a post that missed its time on two networks once, and names both', async () => {
  const app = await publishingApp()
  await app.accept({ message: 'Fresh bread', inSeconds: 60 })
  app.clock.advance(THREE_DAYS)
  await app.run()
  const mails = await app.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['A post missed its time and waits for you'])
  expect(mails[0]?.text).toContain('We missed the time of “Fresh bread” on Facebook and Instagram.')
})

test('notifies again about posts that were held, rescheduled and late again while the process was stalled', async () => {
  const { app, posts } = await lateBy3Days(2)
  const meanwhile = async () => {
    await holdLateDeliveries(app.ctx)
    await move(app, posts)
    app.clock.advance(THREE_DAYS)
  }
  await holdLateDeliveries(beforeNextWrite(app.ctx, meanwhile))
  expect(await states(app, posts)).toEqual(['held', 'held'])
  await app.run()
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([
    '2 posts missed their time and wait for you',
    '2 posts missed their time and wait for you',
  ])
})
