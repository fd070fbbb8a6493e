import { expect, test } from 'bun:test'

import { clip, picture, publishingApp } from '#api/test/publishing.ts'

test.each([
  ['videos.start', 200, undefined],
  ['videos', 10, undefined],
  ['videos.finish', 200, undefined],
  ['videos.finish', 200, 2069030],
] as const)(
  'fails only the video when %s is rejected with %p/%p, and still publishes scheduled pictures',
  async (operation, code, subcode) => {
    const app = await publishingApp({ networks: ['facebook'] })
    const pictures = await app.accept({ media: [await picture('red')], inSeconds: 60 })
    await app.fault({ provider: 'facebook', operation, kind: 'error', code, ...(subcode && { subcode }) })
    const video = await app.accept({ media: [await clip()] })
    await app.run()

    const refused = await app.delivery(video, 'facebook')
    expect(refused.state).toBe('failed')
    expect(refused.reason).toMatch(
      subcode ? /doesn’t offer this kind of post/ : /publish videos to this Page/,
    )
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Not published on Facebook'])
    app.clock.advance(60_000)
    await app.run()
    expect((await app.delivery(pictures, 'facebook')).state).toBe('published')
  },
)

test('keeps the account connected while a published video can’t be read', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'status', kind: 'error', code: 10 })
  const video = await app.accept({ media: [await clip()] })
  await app.run()
  expect((await app.delivery(video, 'facebook')).state).toBe('unconfirmed')
  app.clock.advance(10_000)
  await app.run()
  expect((await app.delivery(video, 'facebook')).state).toBe('published')
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Published on Facebook'])
})

test('publishes a video once if its account is signed out while Facebook processes it', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'status', kind: 'error', code: 190 })
  const video = await app.accept({ media: [await clip()] })
  await app.run()
  expect((await app.delivery(video, 'facebook')).state).toBe('held')
  await app.connect.facebook()
  app.clock.advance(10_000)
  await app.run()
  expect((await app.delivery(video, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})
