import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { checkAccounts } from '#api/accounts/health.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { warnOfProblemsAhead } from './preflight.ts'

const HOUR = 60 * 60_000
const subjects = async (app: Awaited<ReturnType<typeof publishingApp>>) =>
  (await app.mails()).map(({ subject }) => subject)

test('detects an invalid token hours before a post, notifies once, and holds the post', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ inSeconds: 20 * 3600 })
  await checkAccounts(app.ctx)
  expect(await subjects(app)).toEqual([])

  await app.expire('facebook')
  app.clock.advance(2 * HOUR)
  await checkAccounts(app.ctx)
  app.clock.advance(2 * HOUR)
  await checkAccounts(app.ctx)
  expect(await app.delivery(postId, 'facebook')).toMatchObject({
    state: 'held',
    reasonCode: 'needs_reconnect',
  })
  expect(await subjects(app)).toEqual([expect.stringMatching(/^Facebook signed us out of /)])

  await app.connect.facebook()
  expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
})

test('does not mistake a provider’s failure for an invalid token', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const postId = await app.accept({ inSeconds: 3600 })
  await app.fault({
    provider: 'instagram',
    operation: 'accounts',
    kind: 'error',
    code: 2,
    status: 500,
    times: 3,
  })
  await checkAccounts(app.ctx)
  expect((await app.delivery(postId, 'instagram')).state).toBe('scheduled')
  expect(await subjects(app)).toEqual([])
})

test('warns once, a day ahead, of a full quota and a missing file', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  await app.accept({ inSeconds: 3600 })
  await warnOfProblemsAhead(app.ctx)
  expect(await subjects(app)).toEqual([])

  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'quota' })
  const [file] = await app.ctx.db.select().from(media)
  await app.ctx.storage.delete([file!.key])
  await warnOfProblemsAhead(app.ctx)
  await warnOfProblemsAhead(app.ctx)
  expect((await subjects(app)).toSorted()).toEqual([
    'A file of a scheduled post is missing',
    'Instagram has room for 0 more posts today',
  ])
})

test('lists several missing files in one mail', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ inSeconds: 3600 })
  await app.accept({ inSeconds: 7200 })
  for (const { key } of await app.ctx.db.select().from(media)) await app.ctx.storage.delete([key])
  await warnOfProblemsAhead(app.ctx)
  await warnOfProblemsAhead(app.ctx)
  expect(await subjects(app)).toEqual(['4 files of scheduled posts are missing'])
})

test('doesn’t warn of a missing file that no due network gets', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ platforms: [{ platform: 'facebook', message: 'One', media: [0] }], inSeconds: 3600 })
  const [file] = await app.ctx.db.select().from(media).where(eq(media.name, 'navy.jpg'))
  await app.ctx.storage.delete([file!.key])
  await warnOfProblemsAhead(app.ctx)
  expect(await subjects(app)).toEqual([])
})
