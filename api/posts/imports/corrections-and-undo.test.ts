import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { asUser } from '#api/context.ts'
import { deliveries, deliverySteps, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { faultyDb } from '#api/test/db/faulty.ts'
import { IMPORT_HEADERS, importingApp } from '#api/test/importing.ts'
import { picture } from '#api/test/publishing.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import type { Post } from '#shared/posts/posts.ts'
import { correctRow } from './imports.ts'
import { undoImport } from './undo.ts'
import { createImporter } from './worker.ts'

type App = Awaited<ReturnType<typeof importingApp>>

const correct = (app: App, id: string, line: number, json: object) =>
  app.callJson(`imports/${id}/rows/${line}`, { method: 'PUT', json: { cells: [], ...json } })
const undo = (app: App, id: string) => app.callJson(`imports/${id}/undo`, { method: 'POST' })
const read = async (app: App, id: string) => (await app.callJson<Post>(`posts/${id}`)).data

async function addFile(app: App, name: string, color = 'teal') {
  const form = new FormData()
  form.append('media', new File([await picture(color)], name))
  return (await app.callJson<{ _id: string }>('media', { form })).data._id
}

const networksOf = (post: Post) => post.deliveries.map(({ network }) => network)

test('corrects the rows that were left out after the others became posts, and imports each row once', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const { data } = await app.upload(
    [
      IMPORT_HEADERS,
      `,all,Good,,2030-02-01,09:30,${url}/a.jpg,,`,
      `,all,Late,,2029-02-01,09:30,${url}/a.jpg,,`,
      `,all,Lost,,2030-02-03,09:30,${url}/missing.jpg,,`,
    ].join('\n'),
  )
  expect(await app.run(data._id, { goodRowsOnly: true })).toMatchObject({
    state: 'done',
    counts: { created: 1, error: 2 },
  })
  const corrected = await correct(app, data._id, 3, { cells: [{ column: 4, text: '2030-02-02' }] })
  expect(corrected.data).toMatchObject({ state: 'checked', counts: { created: 1, ready: 2 } })
  expect(await app.run(data._id, { goodRowsOnly: true })).toMatchObject({
    state: 'done',
    counts: { created: 2, error: 1 },
  })
  await correct(app, data._id, 4, { cells: [{ column: 6, text: `${url}/c.jpg` }] })
  expect(await app.run(data._id)).toMatchObject({ state: 'done', counts: { created: 3, error: 0 } })
  expect(await app.countPosts()).toBe(3)
  expect(await correct(app, data._id, 2, { cells: [] })).toMatchObject({
    status: 409,
    message: IMPORT_MESSAGES.notOpen,
  })
  expect(await app.start(data._id)).toMatchObject({ status: 409, message: IMPORT_MESSAGES.nothingReady })
})

test('gives posts that it changed their former content back, and says which ones keep the new one', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const plan = (text: string, time: string, file: string, labels = '') =>
    ['a', 'b', 'c'].map(
      (id, at) =>
        `${id},all,${text} ${id},,2030-02-0${at + 1},${time},${url}/${file}.jpg,A ${file},${labels}`,
    )
  const upload = async (rows: string[]) => (await app.upload([IMPORT_HEADERS, ...rows].join('\n'))).data._id
  const first = await upload(plan('Open', '09:30', 'a', 'Spring'))
  await app.run(first)
  const ids = (await app.rows(first)).map(({ postId }) => postId!)
  const contents = () =>
    Promise.all(
      ids.map(async id => {
        const { version: _, deliveries, media, ...post } = await read(app, id)
        return {
          ...post,
          media: media.map(({ _id, altText }) => [_id, altText]),
          deliveries: deliveries.map(({ network, message, state, publishAt }) => [
            network,
            message,
            state,
            publishAt,
          ]),
        }
      }),
    )
  const before = await contents()
  const second = await upload(plan('Closed', '11:00', 'b', 'Autumn'))
  expect(await app.run(second, { apply: [2, 3, 4] })).toMatchObject({ counts: { updated: 3 } })
  const changed = await contents()
  expect(changed[0]).not.toEqual(before[0])
  const platforms = [{ platform: 'facebook', message: 'By a colleague' }]
  await app.call(`posts/${ids[1]}`, { method: 'PUT', json: { platforms } })

  expect((await undo(app, second)).data).toMatchObject({
    state: 'checked',
    counts: { updated: 1, changed: 2 },
  })
  const after = await contents()
  expect([after[0], after[2]]).toEqual([before[0], before[2]])
  expect(after[1]!.deliveries[0]![1]).toBe('By a colleague')
  const updated = (await app.rows(second)).find(({ state }) => state === 'updated')
  expect(updated).toMatchObject({ line: 3, problems: [{ message: IMPORT_MESSAGES.changedSince }] })

  expect(await app.run(second, { apply: [2] })).toMatchObject({ counts: { updated: 2, changed: 1 } })
  expect((await contents())[0]).toEqual(changed[0])
})

test('undoes a change once if two windows ask at the same time', async () => {
  const app = await importingApp()
  const upload = async (text: string) =>
    (await app.upload(`${IMPORT_HEADERS}\na,all,${text},,2030-02-01,09:30,${app.pictures.url}/a.jpg,,`)).data
      ._id
  const first = await upload('Open')
  await app.run(first)
  const second = await upload('Closed')
  await app.run(second, { apply: [2] })
  const responses = await Promise.all([undo(app, second), undo(app, second)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const [row] = await app.rows(second)
  expect(row).toMatchObject({ state: 'changed', problems: [] })
  expect((await read(app, row!.postId!)).deliveries[0]!.message).toBe('Open')
})

test('keeps a change and its undo whole if the process is killed between the post and its row', async () => {
  const app = await importingApp()
  const upload = async (text: string) =>
    (await app.upload(`${IMPORT_HEADERS}\na,all,${text},,2030-02-01,09:30,${app.pictures.url}/a.jpg,,`)).data
      ._id
  await app.run(await upload('Open'))
  const second = await upload('Closed')
  await app.start(second, { apply: [2] })
  // The process dies after the commit.
  const dying = {
    ...app.ctx,
    wake() {
      throw new Error('killed')
    },
  }
  await app.work(createImporter(dying))
  app.clock.advance(3 * 60_000)
  await app.work()
  expect((await app.callJson(`imports/${second}`)).data).toMatchObject({
    state: 'done',
    counts: { updated: 1, failed: 0 },
  })
  const undone = undoImport(asUser(dying, app.author.userId), second)
  await expect(undone).rejects.toThrow('killed')
  await undo(app, second)
  const [row] = await app.rows(second)
  expect(row).toMatchObject({ state: 'changed', problems: [] })
  expect((await read(app, row!.postId!)).deliveries[0]!.message).toBe('Open')
})

test('recognises a row that is corrected to repeat an imported one as the same post', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const { data } = await app.upload(
    [
      IMPORT_HEADERS,
      `,all,Good,,2030-02-01,09:30,${url}/a.jpg,,`,
      `,all,Good,,2029-02-01,09:30,${url}/a.jpg,,`,
    ].join('\n'),
  )
  await app.run(data._id, { goodRowsOnly: true })
  const corrected = await correct(app, data._id, 3, { cells: [{ column: 4, text: '2030-02-01' }] })
  expect(corrected.data.counts).toMatchObject({ created: 1, known: 1, ready: 0 })
})

test('corrects networks and files of a row whose plan has no columns for them', async () => {
  const app = await importingApp()
  const [first, second] = [await addFile(app, 'brot.jpg'), await addFile(app, 'tee.jpg', 'navy')]
  const { data } = await app.upload(
    'Datum,Uhrzeit,Text\n01.02.2030,09:30,Brot\n02.02.2030,09:30,Tee\n03.02.2030,09:30,Kaffee',
  )
  const [row] = await app.rows(data._id)
  expect(row).toMatchObject({ state: 'error', networks: ['facebook', 'instagram'] })
  await correct(app, data._id, 2, { mediaIds: [second, first] })
  const changed = await correct(app, data._id, 3, { networks: ['instagram'], mediaIds: [first] })
  expect(changed.data).toMatchObject({
    headers: ['Datum', 'Uhrzeit', 'Text', 'Pictures', 'Networks'],
    counts: { ready: 2, error: 1 },
  })
  await app.run(data._id, { goodRowsOnly: true })
  const rows = await app.rows(data._id)
  expect(rows.map(({ line, networks }) => [line, networks])).toEqual([
    [4, ['facebook', 'instagram']],
    [2, undefined],
    [3, undefined],
  ])
  const [both, one] = await Promise.all(rows.slice(1).map(({ postId }) => read(app, postId!)))
  expect([networksOf(both!), both!.media.map(({ _id }) => _id)]).toEqual([
    ['facebook', 'instagram'],
    [second, first],
  ])
  expect([networksOf(one!), one!.media.map(({ _id }) => _id)]).toEqual([['instagram'], [first]])
})

test.each([
  ['Date,Text,Facebook,Instagram,Pictures', 'Tea,yes,yes'],
  ['Date,Facebook text,Instagram text,LinkedIn,Pictures', 'Tea,Tea,yes'],
])('turns a network off where the columns of %s choose it, and keeps other rows', async (headers, cells) => {
  const app = await importingApp()
  await addFile(app, 'a.jpg')
  const { data } = await app.upload(
    `${headers}\n2030-02-01 09:30,${cells},a.jpg\n2030-02-02 09:30,${cells},a.jpg`,
  )
  await correct(app, data._id, 2, { networks: ['facebook'] })
  expect((await app.rows(data._id)).map(({ networks, state }) => [state, networks])).toEqual([
    ['ready', ['facebook']],
    ['ready', ['facebook', 'instagram']],
  ])
})

test('rejects a file of another business in a correction', async () => {
  const [app, other] = [await importingApp(), await importingApp()]
  const foreign = await addFile(other, 'brot.jpg')
  const { data } = await app.upload('Date,Text\n2030-02-01 09:30,Tea')
  expect((await correct(app, data._id, 2, { mediaIds: [foreign] })).status).toBe(400)
})

const plan = (...cells: string[]) =>
  ['Datum;Text;Bild', ...cells.map((cell, at) => `0${at + 1}.02.2030 09:30;Post ${at};"${cell}"`)].join('\n')

test('accepts names of library files, in any case, several in a cell', async () => {
  const app = await importingApp()
  const ids = {
    one: await addFile(app, 'Brot-1.jpg'),
    two: await addFile(app, 'brot 2.jpg', 'navy'),
    three: await addFile(app, 'Bro\u0308t.jpg', 'olive'),
  }
  const { data } = await app.upload(
    plan(
      'brot-1.JPG',
      'brot-1.jpg, brot 2.jpg',
      'brot 2.jpg brot-1.jpg\nbr\u00F6t.jpg',
      'C:\\Bilder\\brot-1.jpg',
      `${app.pictures.url}/a.jpg brot-1.jpg`,
    ),
  )
  expect(data.counts).toMatchObject({ ready: 5, error: 0 })
  await app.run(data._id)
  const posted = await Promise.all((await app.rows(data._id)).map(({ postId }) => read(app, postId!)))
  const { one, two, three } = ids
  expect(posted.slice(0, 4).map(({ media }) => media.map(({ _id }) => _id))).toEqual([
    [one],
    [one, two],
    [two, one, three],
    [one],
  ])
  expect(posted[4]!.media.map(({ name }) => name)).toEqual(['a.jpg', 'Brot-1.jpg'])
})

test('says which file the library lacks, and accepts it once it is there', async () => {
  const app = await importingApp()
  const { data } = await app.upload(plan('brot-1.jpg'))
  const [row] = await app.rows(data._id)
  expect(row!.problems).toEqual([
    { column: 2, message: IMPORT_MESSAGES.notInLibrary('brot-1.jpg'), file: 'brot-1.jpg' },
  ])
  await addFile(app, 'brot-1.jpg')
  const checked = await app.callJson(`imports/${data._id}/settings`, { method: 'PUT', json: data.settings })
  expect(checked.data.counts).toMatchObject({ ready: 1, error: 0 })
})

test('asks which of several files of the same name is meant', async () => {
  const app = await importingApp()
  await addFile(app, 'brot.jpg')
  const second = await addFile(app, 'Brot.jpg', 'navy')
  const { data } = await app.upload(plan('brot.jpg'))
  const [row] = await app.rows(data._id)
  expect(row!.problems).toEqual([{ column: 2, message: IMPORT_MESSAGES.severalFiles('brot.jpg', 2) }])
  expect((await correct(app, data._id, 2, { mediaIds: [second] })).data.counts).toMatchObject({ ready: 1 })
})

test('undoes an import, except for posts that a network may have, and imports it again', async () => {
  const app = await importingApp()
  const in60Minutes = new Date(+app.clock.now() + 60 * 60_000).toISOString()
  const { url } = app.pictures
  const { data } = await app.upload(
    [
      IMPORT_HEADERS,
      `,facebook,Soon,,${in60Minutes},,${url}/a.jpg,,`,
      `,facebook,Later,,2030-03-01,09:30,${url}/a.jpg,,`,
    ].join('\n'),
  )
  await app.run(data._id)
  const [soon, later] = (await app.rows(data._id)).map(({ postId }) => postId!)
  app.clock.advance(2 * 60 * 60_000)
  const engine = createEngine(app.ctx)
  await engine.tick()
  await engine.idle()
  const undone = await undo(app, data._id)
  expect(undone.data).toMatchObject({ state: 'checked', counts: { created: 1, ready: 1 } })
  expect((await read(app, soon!)).deliveries[0]!.state).toBe('published')
  expect((await read(app, later!)).deliveries[0]!.state).toBe('canceled')
  expect(await app.run(data._id)).toMatchObject({ state: 'done', counts: { created: 2 } })
  expect(await app.countPosts()).toBe(3)
})

test('leaves a post that was cancelled on a network that may have it', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    [IMPORT_HEADERS, `,all,Good,,2030-02-01,09:30,${app.pictures.url}/a.jpg,,`].join('\n'),
  )
  await app.run(data._id)
  const [row] = await app.rows(data._id)
  const isInstagram = eq(deliveries.network, 'instagram')
  const [instagram] = await app.ctx.db.select().from(deliveries).where(isInstagram)
  const call = { name: PUBLISH_STEP, attempt: 1, intent: {}, startedAt: app.clock.now() }
  await app.ctx.db.insert(deliverySteps).values({ ...call, deliveryId: instagram!.id })
  await app.ctx.db.update(deliveries).set({ state: 'canceled' }).where(isInstagram)
  expect((await undo(app, data._id)).data).toMatchObject({ state: 'done', counts: { created: 1, ready: 0 } })
  const states = (await read(app, row!.postId!)).deliveries.map(({ state }) => state)
  expect(states).toEqual(['scheduled', 'canceled'])
})

/** Corrects a text as another window does something between the correction and the check of the rows. */
async function correctWhile(app: App, id: string, line: number, act: () => Promise<unknown>) {
  let changes = 0
  const db = faultyDb(app.ctx.db, async (_, run, writes) => {
    if (writes.includes('begin immediate') && ++changes === 2) await act()
    return run()
  })
  const ctx = asUser({ ...app.ctx, db }, app.author.userId)
  return correctRow(ctx, { id, line, cells: [{ column: 2, text: 'Good too' }] })
}

test('creates no post from cells that are being corrected, and loses no row that is undone meanwhile', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const { data } = await app.upload(
    [
      IMPORT_HEADERS,
      `,all,Good,,2030-02-01,09:30,${url}/a.jpg,,`,
      `,all,Godd,,2030-02-02,09:30,${url}/a.jpg,,`,
    ].join('\n'),
  )
  const corrected = await correctWhile(app, data._id, 3, () => app.run(data._id))
  expect(corrected).toMatchObject({ state: 'checked', counts: { created: 1, ready: 1 } })
  const undone = await correctWhile(app, data._id, 3, () => undo(app, data._id))
  expect(undone).toMatchObject({ state: 'checked', counts: { created: 0, ready: 2 } })
})

test('undoes no import that is running', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    [IMPORT_HEADERS, `,all,Good,,2030-02-01,09:30,${app.pictures.url}/a.jpg,,`].join('\n'),
  )
  await app.start(data._id)
  expect(await undo(app, data._id)).toMatchObject({ status: 409, message: IMPORT_MESSAGES.running })
})

test('lets nobody else undo an import', async () => {
  const [app, other] = [await importingApp(), await importingApp()]
  const { data } = await app.upload('Date,Text\n2030-02-01 09:30,Tea')
  expect((await other.callJson(`imports/${data._id}/undo`, { method: 'POST' })).status).toBe(404)
})

test('names the parts of an exported event that an import neither changes nor copies', async () => {
  const app = await importingApp({ networks: ['google'] })
  const event = {
    ...NO_EXTRAS,
    kind: 'event' as const,
    title: 'Open day',
    start: '2030-12-24T19:00',
    end: '2030-12-24T21:00',
    recurrence: { every: 'week' as const, weekdays: [2], until: '2031-04-30' },
  }
  const postId = await app.accept({
    platforms: [{ platform: 'google', message: 'Come in', extras: event }],
    media: [await picture('red')],
    inSeconds: 3600,
  })
  const file = await (await app.call('posts/export?format=csv')).text()
  const check = async (text: string) => {
    const { data } = await app.upload(text)
    const [row] = await app.rows(data._id)
    return [
      row?.state,
      ...(row?.problems ?? []).map(({ column, message }) => [data.headers[column!], message]),
    ]
  }
  expect(await check(file.replace(postId, ''))).toEqual([
    'ready',
    ['Repeats', IMPORT_MESSAGES.partLost],
    ['Other parts', IMPORT_MESSAGES.partLost],
  ])
  expect(await check(file)).toEqual(['known'])
  expect(await check(file.replace('every Tuesday', 'every Friday'))).toEqual([
    'known',
    ['Repeats', IMPORT_MESSAGES.partKept],
  ])
  expect(await check(file.replace('Come in', 'Come over').replace('Open day', 'Open night'))).toEqual([
    'changed',
    ['Other parts', IMPORT_MESSAGES.partKept],
  ])
})
