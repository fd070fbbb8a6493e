import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { asUser } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { LibraryItem, MediaUse } from '#shared/media/library.ts'
import { foldNames, hashOlderFiles } from './library.ts'
import { deleteUnusedMedia, requireQuota } from './media.ts'

async function libraryApp() {
  const app = await publishingApp({ networks: ['facebook'] })
  const callJson = async <Data>(path: string, init?: Parameters<typeof app.call>[1], call = app.call) => {
    const response = await call(path, init)
    return {
      status: response.status,
      ...((await response.json()) as { data: Data; nextCursor: string | null }),
    }
  }
  const upload = async (colour: string, call = app.call) => {
    const form = new FormData()
    form.set('media', await picture(colour))
    return (await callJson<LibraryItem>('media', { form }, call)).data
  }
  const list = async (query = '', call = app.call) =>
    (await callJson<LibraryItem[]>(`media/library?${query}`, {}, call)).data
  const post = async (mediaIds: string[], altTexts: string[] = []) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message: 'Hello' }]
    form.set('data', JSON.stringify({ platforms, mediaIds, altTexts }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 3600))
    return ((await (await app.call('auth/createPosts', { form })).json()) as { postId: string }).postId
  }
  return { ...app, callJson, upload, list, post }
}

test('lists the business’s files newest first, with the alt text of their last post and how often they are used', async () => {
  const app = await libraryApp()
  const red = await app.upload('red')
  app.clock.advance(1000)
  const navy = await app.upload('navy')
  const postId = await app.post([red._id], ['A red door'])
  expect(await app.list()).toMatchObject([
    { _id: navy._id, altText: '', posts: 0, drafts: 0 },
    { _id: red._id, altText: 'A red door', posts: 1, drafts: 0 },
  ])
  const draft = { version: 0, content: { message: 'Soon', media: [{ mediaId: red._id }] } }
  await app.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: draft })
  expect((await app.callJson<MediaUse[]>(`media/${red._id}/uses`)).data).toMatchObject([
    { text: 'Soon' },
    { postId, text: 'Hello' },
  ])
})

test('finds files by name, alt text, kind and use', async () => {
  const app = await libraryApp()
  const [red, navy] = [await app.upload('red'), await app.upload('navy')]
  await app.post([red._id], ['A 100% red door'])
  await app.call(`media/${navy._id}`, { method: 'PATCH', json: { name: 'Shop front.png', altText: '' } })
  const found = async (query: string) => (await app.list(query)).map(({ _id }) => _id)
  expect(await found('search=DOOR')).toEqual([red._id])
  expect(await found('search=100%25')).toEqual([red._id])
  expect(await found('search=shop')).toEqual([navy._id])
  expect(await found('search=_')).toEqual([])
  await app.call(`media/${navy._id}`, { method: 'PATCH', json: { name: 'CAFÉ.png', altText: 'ÄPFEL' } })
  for (const search of ['cafe', 'Cafe\u0301', 'äpfel', 'apfel'])
    expect([search, await found(`search=${encodeURIComponent(search)}`)]).toEqual([search, [navy._id]])
  await app.ctx.db.update(media).set({ searchName: null, searchAltText: null })
  expect(await found('search=DOOR')).toEqual([red._id])
  await foldNames(app.ctx)
  expect(await found('search=apfel')).toEqual([navy._id])
  expect(await found('use=unused')).toEqual([navy._id])
  expect(await found('use=used')).toEqual([red._id])
  expect(await found('kind=video')).toEqual([])
})

test('pages through the library without gaps or repetitions', async () => {
  const app = await libraryApp()
  for (const colour of ['red', 'navy', 'teal']) await app.upload(colour)
  const first = await app.callJson<LibraryItem[]>('media/library?limit=2')
  const second = await app.callJson<LibraryItem[]>(`media/library?limit=2&cursor=${first.nextCursor}`)
  expect(new Set([...first.data, ...second.data].map(({ _id }) => _id)).size).toBe(3)
  expect(second.nextCursor).toBeNull()
})

test('deletes an unused file after an hour, and a used one once its last post is deleted', async () => {
  const app = await libraryApp()
  const [unused, used] = [await app.upload('red'), await app.upload('navy')]
  app.clock.advance(2 * 3_600_000)
  const postId = await app.post([used._id])
  for (const { _id } of [unused, used])
    expect((await app.call(`media/${_id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await app.list()).toEqual([])
  await deleteUnusedMedia(app.ctx)
  expect(await app.ctx.db.$count(media)).toBe(2)
  app.clock.advance(2 * 3_600_000)
  await deleteUnusedMedia(app.ctx)
  expect(await app.ctx.db.select().from(media)).toMatchObject([{ id: used._id }])
  expect((await app.call(`media/${unused._id}/restore`, { method: 'POST' })).status).toBe(404)
  expect((await app.read(postId)).media).toMatchObject([{ _id: used._id }])
})

test('restores deleted files with their names and labels, unless their room is needed', async () => {
  const app = await libraryApp()
  const [red, navy] = [await app.upload('red'), await app.upload('navy')]
  const json = { name: 'Shopfront.jpg', altText: 'The shop', labels: ['Shop'] }
  await app.call(`media/${red._id}`, { method: 'PATCH', json })
  for (const { _id } of [red, navy]) await app.call(`media/${_id}`, { method: 'DELETE' })
  expect((await app.call(`media/${red._id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await app.list()).toMatchObject([json])
  const small = { ...app.ctx.config, storagePerPerson: red.bytes + 1 }
  await requireQuota(asUser({ ...app.ctx, config: small }, app.author.userId))
  expect((await app.call(`media/${navy._id}/restore`, { method: 'POST' })).status).toBe(404)
})

test('hides a library from other users and in other businesses', async () => {
  const app = await libraryApp()
  const { _id } = await app.upload('red')
  const stranger = await app.owner()
  expect(await app.list('', stranger.call)).toEqual([])
  for (const method of ['PATCH', 'DELETE'])
    expect(
      (await stranger.call(`media/${_id}`, { method, ...(method === 'PATCH' && { json: { altText: 'x' } }) }))
        .status,
    ).toBe(404)
  const other = await app.callJson<{ _id: string }>('users/saveUserDomain', {
    json: { businessName: 'Another' },
  })
  const inOther: typeof app.call = (path, init) =>
    app.call(path, { ...init, headers: { 'X-Domain-Id': other.data._id } })
  expect(await app.list('', inOther)).toEqual([])
})

test('stores a picture once, keeps its alt text, and proposes it when it is uploaded again', async () => {
  const app = await libraryApp()
  const red = await app.upload('red')
  await app.post([red._id], ['A red door'])
  expect(await app.upload('red')).toMatchObject({ _id: red._id, altText: 'A red door' })
  expect(await app.ctx.db.$count(media)).toBe(1)
  await app.call(`media/${red._id}`, { method: 'DELETE' })
  expect(await app.list()).toEqual([])
  expect(await app.upload('red')).toMatchObject({ _id: red._id, altText: 'A red door' })
  expect(await app.list()).toMatchObject([{ _id: red._id, posts: 1 }])
})

test('stores the files of a picture again that storage has lost', async () => {
  const app = await libraryApp()
  const red = await app.upload('red')
  const [row] = await app.ctx.db.select().from(media)
  await app.ctx.storage.delete([row!.key, row!.thumbnailKey!])
  await app.upload('red')
  expect(await app.ctx.storage.read(row!.key)).toBeTruthy()
  expect((await app.ctx.db.select().from(media)).map(({ id }) => id)).toEqual([red._id])
})

test('shows copies that came with posts as one file, with what uses any of them', async () => {
  const app = await libraryApp()
  const accept = async (message: string) => {
    const form = new FormData()
    form.set('media', await picture('green'))
    form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message }] }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 3600))
    await app.call('auth/createPosts', { form })
  }
  await accept('First')
  app.clock.advance(1000)
  await accept('Second')
  expect(await app.ctx.db.$count(media)).toBe(2)
  const [green, ...others] = await app.list()
  expect(others).toEqual([])
  expect(green).toMatchObject({ posts: 2 })
  const { data } = await app.callJson<MediaUse[]>(`media/${green?._id}/uses`)
  expect(data.map(({ text }) => text).toSorted()).toEqual(['First', 'Second'])
  expect(await app.list('use=unused')).toEqual([])
  await app.call(`media/${green?._id}`, { method: 'DELETE' })
  expect(await app.list()).toEqual([])
})

test('keeps the same picture apart in another business', async () => {
  const app = await libraryApp()
  const red = await app.upload('red')
  const headers = { 'X-Domain-Id': await app.author.addDomain('Corner Shop') }
  const other = await app.upload('red', (path, init) => app.call(path, { ...init, headers }))
  expect([other._id === red._id, await app.ctx.db.$count(media)]).toEqual([false, 2])
})

test('finds files by their labels, in any case', async () => {
  const app = await libraryApp()
  const [red, navy] = [await app.upload('red'), await app.upload('navy')]
  const edit = { method: 'PATCH', json: { altText: '', labels: ['Summer menu', 'summer MENU', 'Staff'] } }
  await app.call(`media/${red._id}`, edit)
  expect(await app.list('label=summer%20menu')).toMatchObject([
    { _id: red._id, labels: ['Summer menu', 'Staff'] },
  ])
  expect(await app.list('search=STAFF')).toMatchObject([{ _id: red._id }])
  expect((await app.callJson<string[]>('media/labels')).data).toEqual(['Staff', 'Summer menu'])
  const tooMany = { altText: '', labels: ['a', 'b', 'c', 'd', 'e', 'f'] }
  expect((await app.call(`media/${navy._id}`, { method: 'PATCH', json: tooMany })).status).toBe(400)
  expect(await app.list('label=none')).toEqual([])
})

test('sorts files by name, size and last use, page by page', async () => {
  const app = await libraryApp()
  const files = []
  for (const [colour, name] of [
    ['red', 'b.jpg'],
    ['navy', 'C.jpg'],
    ['teal', 'a.jpg'],
    ['gold', 'd.jpg'],
  ] as const) {
    app.clock.advance(1000)
    const file = await app.upload(colour)
    await app.call(`media/${file._id}`, { method: 'PATCH', json: { name } })
    files.push(file)
  }
  await Promise.all(
    files.map(({ _id }, at) =>
      app.ctx.db
        .update(media)
        .set({ bytes: [20, 40, 10, 30][at]! })
        .where(eq(media.id, _id)),
    ),
  )
  app.clock.advance(1000)
  await app.post([files[0]!._id])
  app.clock.advance(1000)
  const draft = { version: 0, content: { media: [{ mediaId: files[2]!._id }] } }
  await app.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: draft })
  const sorted = async (sort: string) => {
    const names: string[] = []
    let cursor = ''
    do {
      const query = `limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`
      const { data, nextCursor } = await app.callJson<LibraryItem[]>(`media/library?${query}`)
      names.push(...data.map(({ name }) => name.replace('.jpg', '')))
      cursor = nextCursor ?? ''
    } while (cursor)
    return names.join(' ')
  }
  expect(await sorted('newest')).toBe('d a C b')
  expect(await sorted('name')).toBe('a b C d')
  expect(await sorted('size')).toBe('C d b a')
  expect(await sorted('used')).toBe('a b d C')
  expect((await app.call('media/library?sort=colour')).status).toBe(400)
  expect((await app.call('media/library?sort=name&cursor=1_gone')).status).toBe(400)
})

test('changes only the labels, or only the name, of a file that a colleague describes meanwhile', async () => {
  const app = await libraryApp()
  const { _id } = await app.upload('red')
  const patch = (json: object) => app.call(`media/${_id}`, { method: 'PATCH', json })
  await patch({ altText: 'A red door', labels: ['Shop', 'Old'] })
  const change = (json: object) => app.call(`media/${_id}/labels`, { json })
  expect((await change({ add: ['Summer'], remove: ['OLD'] })).status).toBe(200)
  await patch({ name: 'Door.jpg' })
  const changed = { name: 'Door.jpg', altText: 'A red door', labels: ['Shop', 'Summer'] }
  expect(await app.list('search=red+door')).toMatchObject([changed])
  const refused = await change({ add: ['a', 'b', 'c', 'd'] })
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ message: 'A file can have up to 5 labels.' }),
  ])
  expect(await app.list()).toMatchObject([changed])
  expect((await app.call('media/gone/labels', { json: { add: ['a'] } })).status).toBe(404)
})

test('hashes files of earlier releases, so that copies among them are one', async () => {
  const app = await libraryApp()
  const red = await app.upload('red')
  await app.ctx.db.update(media).set({ sha256: null })
  const copy = await app.upload('red')
  expect(copy._id).not.toBe(red._id)
  await hashOlderFiles(app.ctx)
  expect(await app.list()).toHaveLength(1)
})

test('hashes the other files of earlier releases although some are lost', async () => {
  const app = await libraryApp()
  const { _id } = await app.upload('red')
  const [row] = await app.ctx.db.update(media).set({ sha256: null }).where(eq(media.id, _id)).returning()
  const lost = Array.from({ length: 20 }, (_, at) => ({ ...row!, id: `0-${at}`, key: `lost-${at}` }))
  await app.ctx.db.insert(media).values(lost)
  const sha256Of = async () => (await app.ctx.db.select().from(media).where(eq(media.id, _id)))[0]?.sha256
  const after = await hashOlderFiles(app.ctx)
  expect(await sha256Of()).toBeNull()
  await hashOlderFiles(app.ctx, after)
  expect(await sha256Of()).toMatch(/^[\da-f]{64}$/)
})
