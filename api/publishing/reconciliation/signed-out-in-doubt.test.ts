import { expect, test } from 'bun:test'

import { readDueInsights } from '#api/insights/read-account.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'

const DOUBT = 'A post may already be public. We’ll check before we send it again.'

/** Publishes a post on Facebook whose response is lost, and revokes the token before it can be reconciled. */
async function signedOutInDoubt(more: number) {
  const app = await publishingApp({ networks: ['facebook'] })
  for (let post = 0; post < more; post++) await app.accept({ media: [await picture('red')], inSeconds: 3600 })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-after' })
  const postId = await app.accept({ message: 'As it went out' })
  await app.run()
  await app.expire('facebook')
  app.clock.advance(3000)
  return { ...app, postId }
}

const notices = async ({ call }: PublishingApp) =>
  ((await (await call('notifications')).json()) as { data: { message: string }[] }).data.map(
    ({ message }) => message,
  )

test.each([
  [0, `Reconnect it before your next post. ${DOUBT}`],
  [1, `Reconnect and the held post goes out. ${DOUBT}`],
])(
  'mentions the unconfirmed post once when reconciling finds a dead token, with %p more held',
  async (more, message) => {
    const app = await signedOutInDoubt(more)
    await app.run()
    expect(await app.delivery(app.postId, 'facebook')).toMatchObject({ state: 'held' })
    expect(await notices(app)).toEqual([expect.stringContaining(message)])
    const mails = await app.mails()
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Facebook signed us out of'),
    ])
    expect(mails[0]!.text.replace(/\s+/g, ' ')).toContain(DOUBT)
  },
)

test('mentions the unconfirmed post once when insights find the dead token first', async () => {
  const app = await signedOutInDoubt(0)
  await readDueInsights(app.ctx)
  await app.run()
  expect(await app.delivery(app.postId, 'facebook')).toMatchObject({
    state: 'held',
    reason: expect.stringContaining('before it told us whether this is published'),
  })
  expect(await notices(app)).toEqual([expect.stringContaining(DOUBT)])
  expect(await app.mails()).toHaveLength(1)

  await app.connect.facebook()
  await app.run()
  expect((await app.delivery(app.postId, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})
