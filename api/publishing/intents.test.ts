import { expect, test } from 'bun:test'

import { losingDb } from '#api/test/db/losing.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { createEngine } from './engine.ts'

/** Runs one engine on a database that acknowledges matching writes without committing them. */
async function workWhileLost(app: PublishingApp, write: RegExp, undo: string) {
  const engine = createEngine({ ...app.ctx, db: losingDb(app.ctx.db, sql => write.test(sql), undo) })
  await engine.tick()
  await engine.idle()
  await engine.stop()
}

test.each(['facebook', 'instagram', 'google'] as const)(
  'makes no publishing call on %s when the database loses its intent, and publishes once later',
  async network => {
    const app = await publishingApp({ networks: [network] })
    const postId = await app.accept()
    await workWhileLost(
      app,
      /^insert into "delivery_steps"/,
      "delete from delivery_steps where name = 'publish'",
    )
    expect(await app.published()).toEqual([])
    app.clock.advance(31_000)
    await app.run()
    expect(await app.delivery(postId, network)).toMatchObject({ state: 'published' })
    expect(await app.published()).toHaveLength(1)
  },
)

test('makes no publishing call when the database loses the claim', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  await workWhileLost(
    app,
    /^insert into "delivery_steps"/,
    "update deliveries set attempt = attempt - 1, state = 'scheduled' where state = 'publishing'",
  )
  expect(await app.published()).toEqual([])
})

test('adds no first comment when the database loses its intent, and adds it once later', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ platforms: [{ platform: 'facebook', message: 'Open today', firstComment: 'Come in' }] })
  await workWhileLost(app, /"begun_at" = \?/, 'update first_comments set begun_at = null')
  const comments = async () => (await app.published())[0]?.ownComments
  expect(await comments()).toEqual([])
  app.clock.advance(31_000)
  await app.run()
  expect(await comments()).toEqual(['Come in'])
})
