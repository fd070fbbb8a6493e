import { expect, test } from 'bun:test'

import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const uploading = { provider: 'facebook', operation: 'photos', kind: 'error' } as const
const trouble = { ...uploading, code: 2, times: 1000 }

const requests = async (app: PublishingApp) =>
  (await app.world<{ path: string }[]>('requests')).filter(({ path }) => path.endsWith('/photos')).length

async function waitOf(app: PublishingApp, postId: string) {
  const { nextAttemptAt } = await app.delivery(postId, 'facebook')
  return Date.parse(nextAttemptAt!) - +app.clock.now()
}

test('retries a transient failure ten times, at most twelve minutes apart, and ten more times when the author asks', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault(trouble)
  const postId = await app.accept({ media: [await picture('red')] })
  const state = async () => (await app.delivery(postId, 'facebook')).state
  for (const tries of [10, 20]) {
    for (let round = 0; round < 11 && (await app.run(), await state()) === 'scheduled'; round++) {
      const wait = await waitOf(app, postId)
      expect(wait).toBeLessThanOrEqual(12 * MINUTE)
      app.clock.advance(wait)
    }
    expect([await state(), await requests(app)]).toEqual(['failed', tries])
    if (tries === 10) await app.call(`posts/${postId}/retry`, { json: {} })
  }
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([
    'Not published on Facebook',
    'Not published on Facebook',
  ])
})

test('does not count waiting for a rate limit as a failure: the next failure is retried as soon as a first one', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ ...uploading, code: 4, times: 3 })
  const postId = await app.accept({ media: [await picture('red')] })
  for (let limit = 0; limit < 3; limit++) {
    await app.run()
    app.clock.advance(await waitOf(app, postId))
  }
  await app.fault(trouble)
  await app.run()
  expect(await waitOf(app, postId)).toBeLessThanOrEqual(6 * SECOND)
})
