import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { media } from '#api/db/schema/posts/media.ts'
import { fixture } from '#api/test/fixture.ts'
import { IMPORT_HEADERS, importingApp } from '#api/test/importing.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Import, ImportRow } from '#shared/posts/imports.ts'
import { createImporter } from './worker.ts'

test('creates each post once when two imports of the same rows run at the same time', async () => {
  const app = await importingApp()
  const file = [
    IMPORT_HEADERS,
    ...[1, 2, 3].map(n => `,all,Post ${n},,2030-02-0${n},09:30,${app.pictures.url}/a.jpg,,`),
  ].join('\n')
  const [first, second] = [await app.upload(file), await app.upload(file)]
  await Promise.all([app.start(first.data._id), app.start(second.data._id)])
  await app.work()
  await app.work()
  expect(await app.countPosts()).toBe(3)
})

test('creates no posts if a picture can’t be fetched, and names its row and cell', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const file = [
    IMPORT_HEADERS,
    `,all,One,,2030-02-01,09:30,${url}/a.jpg,,`,
    `,all,Two,,2030-02-01,09:30,${url}/missing.jpg,,`,
    `,all,Three,,2030-02-01,09:30,${url}/page.jpg,,`,
  ]
  const { data } = await app.upload(file.join('\n'))
  expect(await app.run(data._id)).toMatchObject({ state: 'checked', counts: { ready: 1, error: 2 } })
  expect(await app.countPosts()).toBe(0)
  const [missing, page] = await app.rows(data._id)
  expect(missing).toMatchObject({
    line: 3,
    problems: [{ column: 6, message: `There’s nothing at ${url}/missing.jpg (404). Check the link.` }],
  })
  expect(page).toMatchObject({ line: 4, problems: [{ column: 6 }] })
  expect(await app.run(data._id, { goodRowsOnly: true })).toMatchObject({
    state: 'done',
    counts: { created: 1 },
  })
})

test('doesn’t fetch pictures from private addresses', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const form = new FormData()
  form.append(
    'file',
    new File(
      [
        `${IMPORT_HEADERS}\n,all,One,,2030-02-01,09:30,http://127.0.0.1:${new URL(app.ctx.config.publicUrl).port}/a.jpg,,`,
      ],
      'a.csv',
    ),
  )
  const { data } = (await (await app.call('imports', { form })).json()) as { data: Import }
  const importer = createImporter(app.ctx)
  await app.call(`imports/${data._id}/start`, { json: {} })
  await importer.tick()
  await importer.idle()
  const { data: rows } = (await (await app.call(`imports/${data._id}/rows`)).json()) as { data: ImportRow[] }
  expect(rows[0]).toMatchObject({
    state: 'error',
    problems: [{ message: expect.stringContaining('isn’t a public web address') }],
  })
})

test('resumes after its process is killed, without fetching or posting anything twice', async () => {
  const app = await importingApp()
  const { url, fetched } = app.pictures
  const file = [
    IMPORT_HEADERS,
    ...[1, 2, 3, 4].map(n => `,all,Post ${n},,2030-02-0${n},09:30,${url}/${n}.jpg,,`),
  ]
  const { data } = await app.upload(file.join('\n'))
  await app.start(data._id)
  // This process dies after its second post, so its later writes are lost.
  let created = 0
  const dying = createImporter({
    ...app.ctx,
    wake() {
      if (++created === 2) throw new Error('killed')
    },
  })
  await dying.tick()
  await dying.idle()
  expect(await app.countPosts()).toBe(2)
  await app.work()
  expect((await app.callJson(`imports/${data._id}`)).data.state).toBe('running')
  app.clock.advance(3 * 60_000)
  await app.work()
  expect((await app.callJson(`imports/${data._id}`)).data).toMatchObject({
    state: 'done',
    counts: { created: 4 },
  })
  expect(await app.countPosts()).toBe(4)
  expect(fetched.toSorted()).toEqual(['/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg'])
  expect(await app.ctx.db.$count(media)).toBe(4)
})

test('fetches each picture of a row once, though together they take longer than the lease', async () => {
  const app = await importingApp()
  const { url, fetched } = app.pictures
  const pictures = [1, 2, 3].map(n => `${url}/${n}.jpg`).join(' ')
  const { data } = await app.upload(`${IMPORT_HEADERS}\n,facebook,Slow,,2030-02-01,09:30,${pictures},,`)
  await app.start(data._id)
  const { storage } = app.ctx
  const slow = createImporter({
    ...app.ctx,
    storage: {
      ...storage,
      async put(...args) {
        app.clock.advance(30_000)
        await app.work()
        return storage.put(...args)
      },
    },
  })
  await slow.tick()
  await slow.idle()
  expect((await app.callJson(`imports/${data._id}`)).data).toMatchObject({
    state: 'done',
    counts: { created: 1 },
  })
  expect(fetched).toEqual(['/1.jpg', '/2.jpg', '/3.jpg'])
})

test('stops on request, and keeps the posts that it has created', async () => {
  const app = await importingApp()
  const file = [
    IMPORT_HEADERS,
    ...[1, 2, 3].map(n => `,all,Post ${n},,2030-02-0${n},09:30,${app.pictures.url}/a.jpg,,`),
  ]
  const { data } = await app.upload(file.join('\n'))
  await app.start(data._id)
  expect((await app.callJson(`imports/${data._id}/stop`, { method: 'POST' })).data.state).toBe('checked')
  await app.work()
  expect(await app.countPosts()).toBe(0)
})

test('releases its imports to the next process when it stops', async () => {
  const app = await importingApp()
  const lines = [1, 2, 3].map(n => `,all,Post ${n},,2030-02-0${n},09:30,${app.pictures.url}/${n}.jpg,,`)
  const { data } = await app.upload([IMPORT_HEADERS, ...lines].join('\n'))
  await app.start(data._id)
  const stopping = createImporter(app.ctx)
  await stopping.tick()
  await stopping.stop()
  expect(await app.countPosts()).toBe(0)
  await app.work()
  expect((await app.callJson(`imports/${data._id}`)).data).toMatchObject({
    state: 'done',
    counts: { created: 3 },
  })
  expect(await app.countPosts()).toBe(3)
})

const filesIn = (folder: string) => readdir(folder).catch(() => [])

test('downloads a video to the disk, and reports the progress', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,facebook,Rolling dough,,2030-02-01,09:30,${app.pictures.url}/clip.mp4,,`,
  )
  const { size } = Bun.file(fixture('clip.mp4'))
  expect(await app.run(data._id)).toMatchObject({
    state: 'done',
    counts: { created: 1 },
    pictures: { total: 1, fetched: 1, bytes: size },
  })
  expect(await app.ctx.db.select({ kind: media.kind, name: media.name }).from(media)).toEqual([
    { kind: 'video', name: 'clip.mp4' },
  ])
  expect(await filesIn(join(app.ctx.config.dataDir, 'tmp'))).toEqual([])
})

test('removes a partial video when its process stops, and downloads it again', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,facebook,Rolling dough,,2030-02-01,09:30,${app.pictures.url}/endless.mp4,,`,
  )
  await app.start(data._id)
  const stopping = createImporter(app.ctx)
  await stopping.tick()
  await app.pictures.begun
  await stopping.stop()
  expect(await filesIn(join(app.ctx.config.dataDir, 'tmp'))).toEqual([])
  expect(await app.ctx.db.$count(media)).toBe(0)

  app.pictures.finish()
  await app.work()
  expect((await app.callJson(`imports/${data._id}`)).data).toMatchObject({
    state: 'done',
    counts: { created: 1 },
  })
  expect(await app.ctx.db.$count(media)).toBe(1)
})

test('ends the other downloads with a run that fails', async () => {
  const app = await importingApp()
  const rows = ['1.jpg', 'endless.mp4'].map(
    (name, at) => `,facebook,Post,,2030-02-0${at + 1},09:30,${app.pictures.url}/${name},,`,
  )
  const { data } = await app.upload([IMPORT_HEADERS, ...rows].join('\n'))
  await app.start(data._id)
  const failing = createImporter({
    ...app.ctx,
    storage: {
      ...app.ctx.storage,
      async put() {
        await app.pictures.begun
        throw new Error('The disk is full.')
      },
    },
  })
  await app.work(failing)
  expect(await filesIn(join(app.ctx.config.dataDir, 'tmp'))).toEqual([])
})
