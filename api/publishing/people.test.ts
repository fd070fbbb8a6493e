import { expect, test } from 'bun:test'
import sharp from 'sharp'

import { clip, picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'

const onInstagram = (more: Partial<PostExtras>) => [
  { platform: 'instagram' as const, message: 'Bread', extras: { ...NO_EXTRAS, ...more } },
]
const people = (collaborators: string[], tags: NonNullable<PostExtras['people']>['tags'] = []) => ({
  people: { collaborators, tags },
})

async function upload(app: PublishingApp, file: File): Promise<string> {
  const form = new FormData()
  form.set('media', file)
  return ((await (await app.call('media', { form })).json()) as { data: { _id: string } }).data._id
}

const send = async (app: PublishingApp, mediaIds: string[], extras: Partial<PostExtras>) => {
  const form = new FormData()
  form.set('data', JSON.stringify({ platforms: onInstagram(extras), mediaIds, altTexts: [] }))
  form.set('isScheduled', 'false')
  form.set('scheduledTime', '')
  return await app.call('auth/createPosts', { form })
}

test('sends collaborators, and the people on each picture, to Instagram', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const ids = [await upload(app, await picture('red')), await upload(app, await picture('navy'))]
  const tag = (mediaId: string, username: string) => ({ mediaId, username, x: 0.25, y: 0.5 })
  const tags = [tag(ids[1]!, '@pats.plumbing'), tag(ids[1]!, ''), tag('gone', 'nobody')]
  expect((await send(app, ids, people(['@joe_b', ''], tags))).status).toBe(200)
  await app.run()
  const [published] = await app.published()
  expect(published).toMatchObject({ collaborators: ['joe_b'] })
  expect(published?.media.map(media => ('userTags' in media ? media.userTags : []))).toEqual([
    [],
    ['pats.plumbing'],
  ])
})

test('places a tag within the frame of a picture that Instagram would crop', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const bytes = await sharp({ create: { width: 540, height: 960, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const tall = await upload(app, new File([new Uint8Array(bytes)], 'tall.png', { type: 'image/png' }))
  const square = await upload(app, await picture('red'))
  const tags = [tall, square].map(mediaId => ({ mediaId, username: 'joe_b', x: 0, y: 0.25 }))
  expect((await send(app, [tall, square], people([], tags))).status).toBe(200)
  await app.run()
  const requests = await app.world<{ form: Record<string, string> }[]>('requests')
  const sent = requests.flatMap(({ form }) => (form.user_tags ? JSON.parse(form.user_tags) : []))
  // The frame is 768 wide, so that there are 114 pixels beside the picture.
  expect(sent.toSorted((one, other) => other.x - one.x)).toEqual([
    { username: 'joe_b', x: 0.1484, y: 0.25 },
    { username: 'joe_b', x: 0, y: 0.25 },
  ])
})

test('sends the chosen moment as a reel’s cover, within the video', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const film = await upload(app, await clip())
  for (const coverMs of [1500, 90_000]) expect((await send(app, [film], { coverMs })).status).toBe(200)
  await app.run()
  const covers = (await app.published()).map(({ media: [media] }) => media)
  expect(covers.map(cover => (cover && 'coverMs' in cover ? cover.coverMs : undefined)).toSorted()).toEqual([
    1500, 4000,
  ])
})

test('rejects wrong usernames, too many collaborators, and people or covers on other networks', async () => {
  const app = await publishingApp()
  const reason = async (platform: 'facebook' | 'instagram', extras: Partial<PostExtras>) => {
    const platforms = [{ platform, message: 'Bread', extras: { ...NO_EXTRAS, ...extras } }]
    return await (await app.send({ platforms, media: [await picture('red')] })).text()
  }
  expect(await reason('instagram', people(['Pat’s Plumbing']))).toContain('isn’t a username on Instagram')
  expect((await app.send({ platforms: onInstagram(people(['a', 'b', 'c', 'd'])) })).status).toBe(400)
  expect(await reason('facebook', people(['joe_b']))).toContain('Facebook takes no tags or collaborators.')
  expect(await reason('facebook', { coverMs: 1000 })).toContain('Facebook takes no cover of a video.')
})

test('asks for approval again when somebody is tagged, and names it', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const id = await app.accept({ platforms: onInstagram({}), inSeconds: 3600 })
  const { domainId } = await app.read(id)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const { contentHash } = (await app.read(id)).approval!
  const { version } = await app.read(id)
  const platforms = onInstagram(people(['joe_b']))
  expect((await app.call(`posts/${id}`, { method: 'PUT', json: { version, platforms } })).status).toBe(200)
  const { approval, deliveries } = await app.read(id)
  expect(approval?.contentHash).not.toBe(contentHash)
  expect(deliveries[0]?.extras?.people?.collaborators).toEqual(['joe_b'])
})

test('forgets a cover and tags of files that a post no longer has when it changes', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const red = await upload(app, await picture('red'))
  const id = await app.accept({ platforms: onInstagram({}), media: [await clip()], inSeconds: 3600 })
  const change = async (more: object) => {
    const { version } = await app.read(id)
    const response = await app.call(`posts/${id}`, { method: 'PUT', json: { version, ...more } })
    expect(response.status).toBe(200)
    return (await app.read(id)).deliveries[0]?.extras
  }
  const gone = [{ mediaId: 'gone', username: 'joe_b', x: 0, y: 0 }]
  const edited = await change({ platforms: onInstagram({ ...people(['pat'], gone), coverMs: 90_000 }) })
  expect(edited).toMatchObject({ people: { collaborators: ['pat'], tags: [] }, coverMs: 4000 })
  const platforms = [{ platform: 'instagram', message: 'Bread' }]
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 3600
  const revised = await change({ platforms, mediaIds: [red], altTexts: [], scheduledTime })
  expect(revised?.people?.collaborators).toEqual(['pat'])
  expect(revised).not.toHaveProperty('coverMs')
})
