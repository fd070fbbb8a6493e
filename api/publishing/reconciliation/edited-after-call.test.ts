import { expect, test } from 'bun:test'

import { notifications } from '#api/db/schema/people/notifications.ts'
import type { LoggedCall } from '#api/publishing/call-log.ts'
import { snapshot, startAfterLoss } from '#api/test/db/database-loss.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { findLostCalls } from './recovery.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Falls between writing the call off and its last check. */
const EXECUTED_AFTER_MS = 6 * MINUTE

const CASES = {
  facebook: { operation: 'feed', limit: { kind: 'error', code: 32, status: 400 } },
  instagram: { operation: 'media_publish', limit: { kind: 'quota' } },
} as const

/** Accepts a post whose first call is executed late. Advances until the call is written off and its retry waits for a limit. */
async function writtenOff(network: keyof typeof CASES) {
  const { operation, limit } = CASES[network]
  const app = await publishingApp({ networks: [network] })
  await app.fault({ provider: network, operation, kind: 'late', ms: EXECUTED_AFTER_MS })
  const postId = await app.accept({ message: 'Old', media: [await picture('red')] })
  await app.run()
  await app.fault({ provider: network, operation, ...limit })
  const delivery = () => app.delivery(postId, network)
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += MINUTE) {
      app.clock.advance(MINUTE)
      await app.run()
    }
  }
  for (let half = 0; (await delivery()).state !== 'scheduled' && half < 20; half++) {
    app.clock.advance(MINUTE / 2)
    await app.run()
  }
  expect((await delivery()).state).toBe('scheduled')
  const change = async (path: string, init: Parameters<typeof app.call>[1]) => {
    expect((await app.call(`posts/${postId}${path}`, init)).status).toBe(200)
    await app.clearFaults()
  }
  const edit = (media = {}) =>
    change('', { method: 'PUT', json: { platforms: [{ platform: network, message: 'New' }], ...media } })
  const texts = async () => (await app.published()).map(({ message }) => message)
  const titles = async () => (await app.ctx.db.select().from(notifications)).map(({ title }) => title)
  return { app, edit, cancel: () => change('/cancel', { json: {} }), delivery, pass, texts, titles }
}

test('removes the post with the old text from Facebook when its call is executed after an edit', async () => {
  const { edit, delivery, pass, texts, titles } = await writtenOff('facebook')
  await edit()
  await pass(2 * HOUR)
  expect(await texts()).toEqual(['New'])
  expect(await delivery()).toMatchObject({ state: 'published', message: 'New' })
  expect(await titles()).toEqual(['Published on Facebook'])
})

test('removes the old post from Facebook after an edit that added a picture', async () => {
  const { app, edit, pass, texts } = await writtenOff('facebook')
  const upload = async (colour: string) => {
    const form = new FormData()
    form.append('media', await picture(colour))
    return ((await (await app.call('media', { form })).json()) as { data: { _id: string } }).data._id
  }
  await edit({ mediaIds: [await upload('green'), await upload('blue')], altTexts: ['', ''], now: true })
  await pass(2 * HOUR)
  expect(await texts()).toEqual(['New'])
})

test('asks the author once to remove the post with the old text from Instagram, whose API can’t delete posts', async () => {
  const { app, edit, delivery, pass, texts, titles } = await writtenOff('instagram')
  await edit()
  await pass(4 * HOUR)
  expect((await texts()).toSorted()).toEqual(['New', 'Old'])
  expect(await delivery()).toMatchObject({ state: 'published', message: 'New' })
  expect((await titles()).toSorted()).toEqual([
    'Published on Instagram',
    'Published twice on Instagram: please remove one',
  ])
  expect((await app.mails())[0]?.text).toContain('remove the one with the earlier text (“Old”)')
})

test.each(['facebook', 'instagram'] as const)(
  'notifies the author when %s executes a call after the post was cancelled',
  async network => {
    const { app, cancel, delivery, pass, texts, titles } = await writtenOff(network)
    await cancel()
    await pass(4 * HOUR)
    expect(await texts()).toEqual(['Old'])
    expect(await delivery()).toMatchObject({ state: 'failed', reasonCode: 'never_confirmed' })
    expect(await titles()).toHaveLength(1)
    expect((await app.mails()).at(-1)?.text).toContain('now shows a post with the same text')
  },
)

test('asks the author to check the former Page instead of publishing on the one that replaced it', async () => {
  const { app, delivery, pass, texts } = await writtenOff('facebook')
  await app.connectFacebook(app.author, ['Harbour Café'])
  await app.clearFaults()
  await pass(2 * HOUR)
  expect(await texts()).toEqual(['Old'])
  expect(await delivery()).toMatchObject({ state: 'failed', reasonCode: 'never_confirmed' })
})

test('keeps another delivery’s post whose matching text came from an edit that a restore lost', async () => {
  const app = await publishingApp({ networks: ['google'] })
  const calls: LoggedCall[] = []
  app.ctx.logCall = call => void calls.push(call)
  const pass = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      app.clock.advance(MINUTE / 2)
      await app.run()
    }
  }
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
  await app.accept({ message: 'Same', media: [await picture('red')] })
  await app.run()
  await pass(6)
  const other = await app.accept({ message: 'Before', media: [await picture('red')], inSeconds: 5 * 3600 })
  const restore = await snapshot(app)
  const json = { platforms: [{ platform: 'google', message: 'Same' }] }
  expect((await app.call(`posts/${other}`, { method: 'PUT', json })).status).toBe(200)
  const soon = Math.floor(+app.clock.now() / 1000) + 30
  expect((await app.call(`posts/${other}/move`, { json: { scheduledTime: soon } })).status).toBe(200)
  await pass(2)
  expect(await app.published()).toHaveLength(2)

  await restore()
  const { lost } = await findLostCalls(app.ctx, calls)
  await startAfterLoss(app, { lost })
  await pass(12)
  expect((await app.published()).map(({ message }) => message)).toEqual(['Same', 'Same'])
  expect(await app.delivery(other, 'google')).toMatchObject({ state: 'published', message: 'Same' })
})
