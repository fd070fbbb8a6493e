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

async function tallPicture(): Promise<File> {
  const create = { width: 540, height: 960, channels: 3, background: 'navy' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  return new File([new Uint8Array(bytes)], 'tall.png', { type: 'image/png' })
}

type Sent = Partial<PostExtras> & { platforms?: object[]; inSeconds?: number }

const send = async (app: PublishingApp, mediaIds: string[], { platforms, inSeconds, ...extras }: Sent) => {
  const form = new FormData()
  form.set('data', JSON.stringify({ platforms: platforms ?? onInstagram(extras), mediaIds, altTexts: [] }))
  form.set('isScheduled', String(inSeconds !== undefined))
  form.set(
    'scheduledTime',
    inSeconds === undefined ? '' : String(Math.floor(+app.clock.now() / 1000) + inSeconds),
  )
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

test('places a tag within a picture’s frame, and within what a carousel shows of it', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const tall = await upload(app, await tallPicture())
  const square = await upload(app, await picture('red'))
  const at = (mediaId: string, username: string, x: number) => ({ mediaId, username, x, y: 0.25 })
  const tags = [at(tall, 'tall', 0), at(square, 'square', 0.25), at(square, 'outside', 0.05)]
  const sentAt = async (mediaIds: string[]) => {
    const earlier = (await taggedOn(app)).length
    expect((await send(app, mediaIds, people([], tags))).status).toBe(200)
    await app.run()
    const sent = (await taggedOn(app)).slice(earlier)
    return Object.fromEntries(sent.map(({ username, x, y }) => [username, [x, y]]))
  }
  // The frame of the tall picture is 4:5, and the picture as wide as 0.703 of it.
  expect(await sentAt([tall, square])).toEqual({
    tall: [0.1484, 0.25],
    square: [0.1875, 0.25],
    outside: [0, 0.25],
  })
  expect(await sentAt([square, tall])).toEqual({
    tall: [0.1484, 0.1875],
    square: [0.25, 0.25],
    outside: [0.05, 0.25],
  })
  // Instagram shows a video in 9:16 within 4:5, too.
  const film = await upload(app, await clip())
  expect(await sentAt([film, square])).toEqual({ square: [0.1875, 0.25], outside: [0, 0.25] })
})

/** Returns the tags that were sent, oldest first. */
async function taggedOn(app: PublishingApp): Promise<{ username: string; x: number; y: number }[]> {
  const requests = await app.world<{ form: Record<string, string> }[]>('requests')
  return requests.flatMap(({ form }) => (form.user_tags ? JSON.parse(form.user_tags) : []))
}

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

test('sends a chosen picture as a reel’s cover, in its own ratio, and nowhere else', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const film = await upload(app, await clip())
  const tall = await upload(app, await tallPicture())
  const platforms = [
    { platform: 'facebook', message: 'Bread' },
    ...onInstagram({ coverId: tall, coverMs: 1500 }),
  ]
  expect((await send(app, [film, tall], { platforms })).status).toBe(200)
  await app.run()
  const published = await app.published()
  expect(published.map(({ network, media }) => [network, media.map(({ type }) => type)]).toSorted()).toEqual([
    ['facebook', ['video']],
    ['instagram', ['video']],
  ])
  const [{ coverUrl = '', ...reel } = {}] = published.flatMap(({ network, media }) =>
    network === 'instagram' ? (media as { coverUrl?: string }[]) : [],
  )
  expect(reel).not.toHaveProperty('coverMs')
  const { format, width, height } = await sharp(await (await fetch(coverUrl)).bytes()).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 540, height: 960 })
})

test('drops a cover that the post doesn’t have as a file, or whose files aren’t a single video', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const [film, red, navy] = [
    await upload(app, await clip()),
    await upload(app, await picture('red')),
    await upload(app, await picture('navy')),
  ]
  const extrasOf = async (mediaIds: string[], extras: Partial<PostExtras>) => {
    const { postId } = (await (await send(app, mediaIds, extras)).json()) as { postId: string }
    const [delivery] = (await app.read(postId)).deliveries
    return { cover: delivery?.extras?.coverId, positions: delivery?.mediaPositions }
  }
  expect(await extrasOf([film, red], { coverId: red })).toEqual({ cover: red, positions: [0] })
  expect(await extrasOf([film, red], { coverId: navy })).toEqual({ cover: undefined, positions: undefined })
  expect(await extrasOf([film, red, navy], { coverId: navy })).toEqual({
    cover: undefined,
    positions: [0, 1],
  })
})

test('asks for approval again when the cover is another picture, and keeps it while a change says nothing of it', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const [film, red, navy] = [
    await upload(app, await clip()),
    await upload(app, await picture('red')),
    await upload(app, await picture('navy')),
  ]
  const [first, second] = [onInstagram({ coverId: red }), onInstagram({ coverId: navy })]
  const sent = await send(app, [film, red, navy], {
    platforms: [{ ...first[0], media: [0] }],
    inSeconds: 3600,
  })
  const { postId } = (await sent.json()) as { postId: string }
  const { domainId } = await app.read(postId)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const { contentHash } = (await app.read(postId)).approval!
  const change = async (platforms: object[], mediaIds?: string[]) => {
    const { version } = await app.read(postId)
    const json = { version, platforms, ...(mediaIds && { mediaIds, altTexts: [] }) }
    expect((await app.call(`posts/${postId}`, { method: 'PUT', json })).status).toBe(200)
    return await app.read(postId)
  }
  expect((await change(second)).approval?.contentHash).not.toBe(contentHash)
  expect((await change(first)).approval?.contentHash).toBe(contentHash)
  const kept = await change([{ platform: 'instagram', message: 'Cake' }], [film, red])
  expect(kept.deliveries[0]).toMatchObject({ extras: { coverId: red }, mediaPositions: [0] })

  const json = { contentHash: kept.approval!.contentHash }
  expect((await app.call(`posts/${postId}/approve`, { json })).status).toBe(200)
  app.clock.advance(3600_000)
  await app.run()
  expect((await app.published()).map(({ message, media }) => [message, 'coverUrl' in media[0]!])).toEqual([
    ['Cake', true],
  ])
})

test('shows a post at the address of the business’s Page', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const { data: place } = (await (await app.call('auth/facebook/place')).json()) as {
    data: NonNullable<PostExtras['place']>
  }
  expect(place).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: "Pat's Plumbing",
    address: '12 Harbour Street, Sydney',
  })
  const [red, navy, film] = [
    await upload(app, await picture('red')),
    await upload(app, await picture('navy')),
    await upload(app, await clip()),
  ]
  for (const files of [[red], [red, navy], [film]])
    expect((await send(app, files, { platforms: onInstagram({ place }) })).status).toBe(200)
  const story = onInstagram({ kind: 'story', place })
  expect((await send(app, [red], { platforms: story })).status).toBe(200)
  await app.run()
  const published = await app.world<{ place?: string; isStory?: true }[]>('published')
  const places = published.map(({ place, isStory }) => [place, isStory ?? false])
  expect(places).toHaveLength(4)
  expect(new Set(places.map(each => JSON.stringify(each)))).toEqual(
    new Set(['["Pat\'s Plumbing",false]', '[null,true]']),
  )
  const facebook = [{ platform: 'facebook', message: 'Bread', extras: { ...NO_EXTRAS, place } }]
  expect(await (await send(app, [red], { platforms: facebook })).text()).toContain('Facebook takes no place.')
})

test('offers no place for a Page without an address, or without a Page', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  expect((await app.call('auth/facebook/place')).status).toBe(404)
  const { authResponse } = await app.world<{ authResponse: object }>('login', {
    provider: 'facebook',
    located: false,
  })
  expect((await app.call('auth/facebook', { json: authResponse })).status).toBe(200)
  expect(await (await app.call('auth/facebook/place')).json()).toEqual({ success: true, data: null })
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
