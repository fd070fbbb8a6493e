import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { deliveries, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { markUnpublishedForReconciliation } from '#api/publishing/settlement/settle.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture, publishingApp, type NewPost, type PublishingApp } from '#api/test/publishing.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'

const MINUTE = 60_000
/** Longer than the sandbox's Google checks a post before it shows it. */
const CHECKED_MS = 10_000
type RecordedRequest = {
  method: string
  path: string
  form: Record<string, string>
  headers: Record<string, string>
}

const open = () => publishingApp({ networks: ['google'], env: { METRICS_TOKEN: 'metrics' } })

/**
 * Accepts a post whose first call gets no response, and advances the clock until the call is written off and repeated.
 * @param limited how many of the next calls exceed a limit
 */
async function resend(app: PublishingApp, post: NewPost = {}, limited = 0) {
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
  if (limited) await app.fault({ provider: 'google', operation: 'localPosts', kind: 'quota', times: limited })
  const postId = await app.accept({ media: [await picture('red')], ...post })
  await app.run()
  await pass(app, 4)
  return postId
}

/** An event in half an hour, on the location's clocks, which Google repeats daily. The first repetition begins when it ends. */
function repeated(): NewPost {
  const event = { ...NO_EXTRAS, kind: 'event', title: 'Quiz night' } as const
  const times = { start: '2030-01-01T23:30', end: '2030-01-01T23:45' }
  const extras = { ...event, ...times, recurrence: { every: 'day', until: '' } } as const
  return { platforms: [{ platform: 'google', message: 'Come in', extras }] }
}

/** Runs the engine every minute. */
async function pass(app: PublishingApp, minutes: number, engine = app.engine) {
  for (let minute = 0; minute < minutes; minute++) {
    app.clock.advance(MINUTE)
    await engine.tick()
    await engine.idle()
  }
}

const isCreation = ({ method, path }: RecordedRequest) => method === 'POST' && path.endsWith('/localPosts')

/** Makes Google execute the first call, or add somebody else's post with these changes or on another location. */
async function execute(app: PublishingApp, changes: Record<string, unknown> = {}, location = '$&') {
  const first = (await app.world<RecordedRequest[]>('requests')).find(isCreation)
  const { media, ...fields } = first!.form
  const token = await googleToken(app)
  const path = first!.path.replace(/accounts\/\w+\/locations\/\w+/, location)
  const response = await fetch(app.sandbox.url + path, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, media: JSON.parse(media ?? '[]'), ...changes }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { name: string }).name
}

/** Returns the newest token that the api used, since the first call's may have expired. */
const googleToken = async (app: PublishingApp) =>
  (await app.world<RecordedRequest[]>('requests')).findLast(
    ({ path, headers }) => path.startsWith('/google/business/') && headers['authorization'],
  )!.headers['authorization']!

const deletions = async (app: PublishingApp) =>
  (await app.world<RecordedRequest[]>('requests')).filter(({ method }) => method === 'DELETE')

const titles = async ({ ctx }: PublishingApp) =>
  (await ctx.db.select().from(notifications)).map(({ title }) => title)

const metric = async (app: PublishingApp) =>
  /second_posts_removed (\d)/.exec(await (await app.request('metrics', { token: 'metrics' })).text())?.[1]

describe('when Google executes a call after it was repeated', () => {
  test('leaves only the delivery’s own post, and one notification', async () => {
    const app = await open()
    const postId = await resend(app)
    const late = await execute(app)
    app.clock.advance(CHECKED_MS)
    expect(await app.published()).toHaveLength(2)
    await pass(app, 20)
    const [row] = await app.ctx.db.select().from(deliveries)
    expect((await app.published()).map(({ id }) => id)).toEqual([row!.externalId!])
    expect(row!.externalId).not.toBe(late)
    expect((await app.delivery(postId, 'google')).state).toBe('published')
    expect(await titles(app)).toEqual(['Published on Google Business Profile'])
    expect(await metric(app)).toBe('1')
  })

  test('recognises its own event, and no other one with the same text', async () => {
    const app = await open()
    const event = { ...NO_EXTRAS, kind: 'event', title: 'Open day' } as const
    const extras = { ...event, start: '2030-12-24T09:00', end: '2030-12-24T17:30' }
    await resend(app, { platforms: [{ platform: 'google', message: 'Come in', extras }] })
    const late = await execute(app)
    const foreign = await execute(app, { topicType: 'STANDARD' })
    app.clock.advance(CHECKED_MS)
    await pass(app, 20)
    const left = (await app.published()).map(({ id }) => id)
    expect(left).toHaveLength(2)
    expect(left).toContain(foreign)
    expect(left).not.toContain(late)
  })

  test('removes a second event that Google repeats, and leaves the repetitions of the first', async () => {
    const app = await open()
    await resend(app, repeated())
    await execute(app)
    app.clock.advance(CHECKED_MS)
    expect(await app.published()).toHaveLength(2)
    await pass(app, 200)
    const [row] = await app.ctx.db.select().from(deliveries)
    expect(await app.published()).toMatchObject([{ id: row!.externalId! }])
    expect(await deletions(app)).toHaveLength(1)
    expect(await titles(app)).toEqual(['Published on Google Business Profile'])
  })

  test('lets another process remove the second post when the first one couldn’t', async () => {
    const app = await open()
    await resend(app)
    await execute(app)
    await app.fault({ provider: 'google', operation: 'post', kind: 'error', code: 500, status: 503 })
    await pass(app, 5)
    expect(await app.published()).toHaveLength(2)
    const other = createEngine(app.ctx)
    await pass(app, 6, other)
    await other.stop()
    expect(await app.published()).toHaveLength(1)
    expect(await metric(app)).toBe('1')
  })

  test('counts the second post as removed when the response to its deletion is lost', async () => {
    const app = await open()
    await resend(app)
    await execute(app)
    await app.fault({ provider: 'google', operation: 'post', kind: 'drop-after' })
    await pass(app, 20)
    expect(await app.published()).toHaveLength(1)
    expect(await metric(app)).toBe('1')
    expect(await titles(app)).toHaveLength(1)
  })

  test('removes the second post once the account is connected again', async () => {
    const app = await open()
    await resend(app)
    await execute(app)
    await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
    await pass(app, 200)
    expect(await app.published()).toHaveLength(2)
    await app.connect.google()
    await pass(app, 31)
    expect(await app.published()).toHaveLength(1)
  })

  test('adopts a late post as the delivery’s own while the delivery waits for its next attempt', async () => {
    const app = await open()
    const postId = await resend(app, {}, 3)
    const late = await execute(app)
    await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
    const { state, reason } = await app.delivery(postId, 'google')
    expect([state, reason]).toEqual(['held', expect.stringContaining('check before sending')])
    await pass(app, 20)
    await app.connect.google()
    await pass(app, 10)
    expect(await app.published()).toMatchObject([{ id: late }])
    expect((await app.delivery(postId, 'google')).state).toBe('published')
  })

  test('notifies the author once when Google rejects the deletion', async () => {
    const app = await open()
    await resend(app)
    await execute(app)
    await app.fault({ provider: 'google', operation: 'post', kind: 'error', code: 400, times: 99 })
    await pass(app, 200)
    expect(await app.published()).toHaveLength(2)
    expect(await titles(app)).toEqual([
      'Published on Google Business Profile',
      'Published twice on Google Business Profile: please remove one',
    ])
    expect((await app.mails()).map(({ subject }) => subject)).toContain(
      'Published twice on Google Business Profile: please remove one',
    )
  })

  test('removes the second post by the text of its call, even if the author has edited the post since', async () => {
    const app = await open()
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'quota', times: 3 })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    await pass(app, 3)
    await app.call(`posts/${postId}`, {
      method: 'PUT',
      json: { platforms: [{ platform: 'google', message: 'Hello again' }] },
    })
    await app.clearFaults()
    await execute(app)
    await pass(app, 60)
    expect((await app.published()).map(({ message }) => message)).toEqual(['Hello again'])
  })

  test('marks a cancelled post as possibly published, and keeps the remote post', async () => {
    const app = await open()
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'error', code: 500, status: 503 })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'quota', times: 9 })
    await app.run()
    await pass(app, 8)
    await app.clearFaults()
    await app.call(`posts/${postId}/cancel`, { json: {} })
    expect((await app.delivery(postId, 'google')).state).toBe('canceled')
    await execute(app)
    await pass(app, 60)
    expect(await app.delivery(postId, 'google')).toMatchObject({
      state: 'failed',
      reasonCode: 'never_confirmed',
      reason: expect.stringContaining('now shows a post with the same text'),
    })
    expect(await app.published()).toHaveLength(1)
    expect(await titles(app)).toEqual(['Possibly published on Google Business Profile: please check'])
  })
})

test('keeps the text that an author saves while a late post is looked for', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'error', code: 400, status: 400 })
  const postId = await app.accept({ media: [await picture('red')] })
  await app.run()
  const [read] = await app.ctx.db.select().from(deliveries).where(eq(deliveries.postId, postId))
  const json = { platforms: [{ platform: 'google', message: 'Hello again' }] }
  expect((await app.call(`posts/${postId}`, { method: 'PUT', json })).status).toBe(200)
  await markUnpublishedForReconciliation(app.ctx, read!, {
    reasonCode: 'never_confirmed',
    reason: 'A reason',
  })
  expect(await app.delivery(postId, 'google')).toMatchObject({
    state: 'failed',
    reasonCode: 'never_confirmed',
    message: 'Hello again',
  })
})

describe('keeping a post with the same text after a call was repeated', () => {
  test('keeps it if another delivery has it', async () => {
    const app = await open()
    await resend(app)
    await resend(app)
    await app.accept({ media: [await picture('red')] })
    await pass(app, 200)
    expect(await app.published()).toHaveLength(3)
    expect(await deletions(app)).toEqual([])
    expect(await app.ctx.db.$count(writtenOffCalls)).toBe(2)
  })

  test('keeps it if Google made it by repeating the event', async () => {
    const app = await open()
    await resend(app, repeated())
    await pass(app, 200)
    expect(await app.published()).toHaveLength(1)
    expect(await deletions(app)).toEqual([])
    expect(await titles(app)).toEqual(['Published on Google Business Profile'])
  })

  test('keeps it while another delivery has an unanswered call', async () => {
    const app = await open()
    await resend(app)
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-after' })
    await app.fault({
      provider: 'google',
      operation: 'posts',
      kind: 'error',
      code: 500,
      status: 503,
      times: 99,
    })
    const twin = await app.accept({ media: [await picture('red')] })
    await app.run()
    const wakes = async () => {
      const [call] = await app.ctx.db.select().from(writtenOffCalls)
      const [row] = await app.ctx.db.select().from(deliveries).where(eq(deliveries.postId, twin))
      return { check: call!.wakeAt!, reconciliation: row!.wakeAt! }
    }
    while ((await wakes()).check >= (await wakes()).reconciliation) await pass(app, 1)
    app.clock.set((await wakes()).check)
    await app.clearFaults()
    await app.run()
    expect(await deletions(app)).toEqual([])
    await pass(app, 70)
    expect((await app.delivery(twin, 'google')).state).toBe('published')
    expect(await app.published()).toHaveLength(2)
    expect(await deletions(app)).toEqual([])
  })

  test('keeps it if it has a button, another picture count or another text', async () => {
    const app = await open()
    await resend(app)
    await execute(app, { callToAction: { actionType: 'CALL' } })
    await execute(app, { media: [] })
    await execute(app, { summary: 'Hello Sydney' })
    await pass(app, 200)
    expect(await deletions(app)).toEqual([])
  })

  test('keeps it if it was added before the call', async () => {
    const app = await open()
    await app.accept({ message: 'Something else', media: [await picture('red')] })
    await app.run()
    await execute(app, { summary: 'Hello Melbourne' })
    app.clock.advance(2 * MINUTE)
    await resend(app)
    await pass(app, 200)
    expect(await app.published()).toHaveLength(3)
    expect(await deletions(app)).toEqual([])
  })

  test('keeps it if it was added over three hours later, while the account could not be checked', async () => {
    const app = await open()
    await resend(app)
    await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
    await pass(app, 1)
    app.clock.advance(4 * 60 * MINUTE)
    await app.connect.google()
    await execute(app)
    await pass(app, 40)
    expect(await app.published()).toHaveLength(2)
    expect(await deletions(app)).toEqual([])
  })

  test('keeps it if it is on another location, where the post is published too', async () => {
    const app = await open()
    const postId = await resend(app, {}, 3)
    await app.connectGoogle(inDashboard(app.author))
    const [account] = await app.ctx.db.select().from(accounts)
    const others = await execute(app, {}, account!.providerId)
    await pass(app, 1)
    await app.call(`posts/${postId}/retry`, { json: { onConnectedAccount: true } })
    await pass(app, 20)
    expect((await app.delivery(postId, 'google')).state).toBe('published')
    const posts = await app.published()
    expect(posts.map(({ account }) => account)).toEqual([posts[0]!.account, posts[0]!.account])
    expect(posts.map(({ id }) => id)).toContain(others)
  })

  test('keeps it if the author has removed the delivery’s own post', async () => {
    const app = await open()
    await resend(app)
    await execute(app)
    const [row] = await app.ctx.db.select().from(deliveries)
    const { path } = (await app.world<RecordedRequest[]>('requests')).find(isCreation)!
    const token = await googleToken(app)
    const url = `${app.sandbox.url}${path.replace(/\/accounts\/.*/, '')}/${row!.externalId}`
    await fetch(url, { method: 'DELETE', headers: { Authorization: token } })
    const before = (await deletions(app)).length
    await pass(app, 200)
    expect(await app.published()).toHaveLength(1)
    expect(await deletions(app)).toHaveLength(before)
  })
})

test('does not check calls that were rejected or reconciled', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'error', code: 400 })
  await app.accept({ media: [await picture('red')] })
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-after' })
  await app.accept({ media: [await picture('red')] })
  await app.run()
  await pass(app, 60)
  expect(await app.ctx.db.$count(writtenOffCalls)).toBe(0)
})
