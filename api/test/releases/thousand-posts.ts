import { clip, picture, type PublishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Batch = { networks: NetworkId[]; count: number; inSeconds?: number; comment?: boolean }
type Caller = PublishingApp['author']

/** Creates a thousand posts, covering every state of a delivery and its first comment. Stops while some are in flight. */
export async function publishThousandPosts(app: PublishingApp) {
  const red = await upload(await picture('red'))
  const film = await upload(await clip())
  let written = 0

  async function upload(file: File, by: Caller = app.author): Promise<string> {
    const form = new FormData()
    form.append('media', file)
    return ((await (await by.call('media', { form })).json()) as { data: { _id: string } }).data._id
  }

  async function send(
    { networks, count, inSeconds, comment }: Batch,
    by: Caller = app.author,
    media = [red],
  ) {
    const posts: string[] = []
    for (let at = 0; at < count; at++) {
      const form = new FormData()
      const platforms = networks.map(platform => ({
        platform,
        message: `Post ${++written} on ${platform}`,
        ...(comment && platform !== 'google' && { firstComment: `More about ${written}` }),
      }))
      const data = { platforms, mediaIds: media, altTexts: media.map(() => 'A red door') }
      form.set('data', JSON.stringify(data))
      form.set('isScheduled', String(inSeconds !== undefined))
      form.set(
        'scheduledTime',
        inSeconds === undefined ? '' : String(Math.floor(+app.clock.now() / 1000) + inSeconds + at),
      )
      const created = (await (await by.call('auth/createPosts', { form })).json()) as { postId?: string }
      if (!created.postId) throw new Error(JSON.stringify(created))
      posts.push(created.postId)
    }
    return posts
  }

  /** Runs until everything is settled, including the minutes that rate limits take. */
  async function runFor(minutes: number) {
    for (let minute = 0; minute < minutes; minute++) {
      await app.run()
      app.clock.advance(MINUTE)
    }
  }

  await send({ networks: ['facebook'], count: 300 })
  await runFor(2)
  app.clock.advance(HOUR)
  await send({ networks: ['facebook', 'instagram'], count: 30, comment: true })
  await send({ networks: ['google'], count: 30 })
  await send({ networks: ['facebook', 'instagram'], count: 5 }, app.author, [film])
  await runFor(10)

  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 100, times: 20 })
  await send({ networks: ['facebook'], count: 20 })
  await app.fault({ provider: 'facebook', operation: 'comments', kind: 'error', code: 200, times: 5 })
  await send({ networks: ['facebook'], count: 5, comment: true })
  await runFor(3)
  await app.clearFaults()

  for (const post of await send({ networks: ['facebook', 'google'], count: 60, inSeconds: 300 * 24 * 3600 }))
    await app.call(`posts/${post}/cancel`, { json: {} })

  const late = await app.owner('Late Bakery')
  await app.connectFacebook(late)
  await send({ networks: ['facebook'], count: 40, inSeconds: 60 }, late, [
    await upload(await picture('navy'), late),
  ])
  app.clock.advance(3 * HOUR)
  await runFor(1)

  const signedOut = await app.owner('Signed-out Florist')
  const login = await app.connectFacebook(signedOut)
  const theirs = [await upload(await picture('teal'), signedOut)]
  await send({ networks: ['facebook'], count: 40, inSeconds: 3600 }, signedOut, theirs)
  await app.world('expire', { provider: 'facebook', person: login.person.person })
  await send({ networks: ['facebook'], count: 2 }, signedOut, theirs)
  await runFor(1)
  return { red, send }
}
