import { expect, test } from 'bun:test'

import { media } from '#api/db/schema/posts/media.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

const GIGABYTE = 1024 ** 3
const FULL = {
  code: 'too_large',
  message:
    'Your pictures and videos use all of your 1 GB. Delete files that you no longer need under Media, or ask us for more under Help.',
}

test('rejects uploads above the quota before storing anything, and keeps existing media usable', async () => {
  const app = await publishingApp({ networks: ['facebook'], env: { STORAGE_GB_PER_PERSON: '1' } })
  const { ctx, author, call } = app
  const upload = async (colour: string, who = call) => {
    const form = new FormData()
    form.append('media', await picture(colour))
    const response = await who('media', { form })
    return { status: response.status, body: (await response.json()) as { data: { _id: string } } }
  }
  const first = await upload('red')
  expect(first.status).toBe(200)
  const [kept] = await ctx.db.select().from(media)
  const large = { ...kept!, id: 'large', key: 'large', jpegKey: null, thumbnailKey: null }
  await ctx.db
    .insert(media)
    .values({ ...large, bytes: GIGABYTE - Math.floor(2.5 * kept!.bytes), userId: author.userId })

  expect(await upload('green')).toMatchObject({ status: 200 })
  expect(await upload('blue')).toMatchObject({ status: 413, body: FULL })
  const sent = await app.send({ media: [await picture('navy')] })
  expect([sent.status, await sent.json()]).toMatchObject([413, FULL])
  expect(await ctx.db.$count(media)).toBe(3)

  expect(await upload('red', (await app.owner()).call)).toMatchObject({ status: 200 })
  const form = new FormData()
  form.set(
    'data',
    JSON.stringify({
      platforms: [{ platform: 'facebook', message: 'Goes on' }],
      mediaIds: [first.body.data._id],
      timestamp: ctx.now().toISOString(),
    }),
  )
  form.set('isScheduled', 'false')
  form.set('scheduledTime', '')
  expect((await call('auth/createPosts', { form })).status).toBe(200)
})
