import { expect, test } from 'bun:test'

import { IMPORT_HEADERS, importingApp } from '#api/test/importing.ts'
import { type Import, IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { LABEL_MESSAGES } from '#shared/posts/labels.ts'
import type { Post } from '#shared/posts/posts.ts'

test('schedules the rows of our template, with pictures fetched into the library', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const { status, data } = await app.upload(
    [
      IMPORT_HEADERS,
      `a,"Facebook, Instagram","Spring specials, now",,2030-02-01,09:30,${url}/spring.jpg ${url}/moved.jpg,A tap | A sink,#spring`,
      `b,facebook,Hot water,,5 Feb 2030,2:15 pm,${url}/tank.png,,`,
    ].join('\r\n'),
  )
  expect({ status, format: data.format, state: data.state }).toEqual({
    status: 200,
    format: 'template',
    state: 'checked',
  })
  expect(data.counts).toMatchObject({ ready: 2, error: 0 })
  expect(await app.countPosts()).toBe(0)

  expect(await app.run(data._id)).toMatchObject({
    state: 'done',
    counts: { created: 2 },
    pictures: { total: 3, fetched: 3 },
  })
  const [first, second] = await app.rows(data._id)
  const { data: post } = await app.callJson<Post>(`posts/${first!.postId}`)
  // 9:30 am in Sydney, during daylight saving.
  expect(post).toMatchObject({
    publishAt: '2030-01-31T22:30:00.000Z',
    timeZone: 'Australia/Sydney',
    media: [
      { name: 'spring.jpg', altText: 'A tap' },
      { name: 'moved.jpg', altText: 'A sink' },
    ],
    deliveries: [
      {
        network: 'facebook',
        message: 'Spring specials, now',
        state: 'scheduled',
        firstComment: { message: '#spring' },
      },
      { network: 'instagram', message: 'Spring specials, now' },
    ],
  })
  expect((await app.callJson<Post>(`posts/${second!.postId}`)).data.publishAt).toBe(
    '2030-02-05T03:15:00.000Z',
  )
})

test('reads a file of a few bytes, and says that an empty one has no rows', async () => {
  const app = await importingApp()
  expect((await app.upload('Text\nHello')).data.counts).toMatchObject({ unchecked: 1 })
  expect(await app.upload('')).toMatchObject({ status: 400, fields: { file: IMPORT_MESSAGES.empty } })
})

test('imports labels, and says which cell has too many', async () => {
  const app = await importingApp()
  const row = `facebook,${app.pictures.url}/a.jpg,2030-02-01,09:30`
  const many = '"a, b, c, d, e, f"'
  const { data } = await app.upload(
    ['Networks,Pictures,Date,Time,Text,Labels', `${row},Tarts,"Offers, Spring"`, `${row},Pies,${many}`].join(
      '\n',
    ),
  )
  const [rejected] = await app.rows(data._id)
  expect(rejected!.problems).toEqual([{ column: 5, message: LABEL_MESSAGES.tooMany }])
  await app.run(data._id, { goodRowsOnly: true })
  const [, created] = await app.rows(data._id)
  expect((await app.callJson<Post>(`posts/${created!.postId}`)).data.labels).toEqual(['Offers', 'Spring'])
})

test('creates no posts when the same file is imported again', async () => {
  const app = await importingApp()
  const file = [
    IMPORT_HEADERS,
    ...[1, 2].map(n => `,all,Post ${n},,2030-02-0${n},09:30,${app.pictures.url}/a.jpg,,`),
  ].join('\n')
  const first = await app.upload(file)
  await app.run(first.data._id)
  const second = await app.upload(file)
  expect(second.data.counts).toMatchObject({ ready: 0, known: 2 })
  expect(await app.start(second.data._id)).toMatchObject({
    status: 409,
    message: IMPORT_MESSAGES.nothingReady,
  })
  expect((await app.rows(second.data._id)).map(({ postId }) => postId)).toEqual(
    (await app.rows(first.data._id)).map(({ postId }) => postId),
  )
  expect(await app.countPosts()).toBe(2)
})

test('creates no posts from a file with errors until the user imports only the valid rows', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const { data } = await app.upload(
    [
      IMPORT_HEADERS,
      `,all,Good,,2030-02-01,09:30,${url}/a.jpg,,`,
      `,all,Late,,2029-02-01,09:30,${url}/a.jpg,,`,
    ].join('\n'),
  )
  expect(await app.start(data._id)).toMatchObject({ status: 409, message: IMPORT_MESSAGES.hasErrors })
  expect(await app.countPosts()).toBe(0)
  expect(await app.run(data._id, { goodRowsOnly: true })).toMatchObject({
    state: 'done',
    counts: { created: 1, error: 1 },
  })
  expect(await app.countPosts()).toBe(1)
})

test('hides imports from other users, and from the lists of other businesses', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,all,One,,2030-02-01,09:30,${app.pictures.url}/a.jpg,,`,
  )
  const stranger = await app.owner()
  for (const path of [`imports/${data._id}`, `imports/${data._id}/rows`])
    expect((await stranger.call(path)).status).toBe(404)
  expect((await stranger.call(`imports/${data._id}/start`, { json: {} })).status).toBe(404)
  expect((await app.callJson<Import[]>('imports', undefined, stranger.call)).data).toEqual([])
  expect((await app.callJson<Import[]>('imports')).data).toMatchObject([{ _id: data._id }])
})

test('shortens long column names and cells in its responses', async () => {
  const app = await importingApp()
  const long = 'Text '.repeat(1000)
  const { data } = await app.upload(`${long},Date\n${long},2030-02-01 09:30`)
  expect(data.headers[0]!.length).toBeLessThanOrEqual(160)
  expect((await app.rows(data._id))[0]?.cells[0]!.length).toBeLessThanOrEqual(160)
})

test('rejects a spreadsheet that is too large, and names the limit of spreadsheets', async () => {
  const app = await importingApp()
  for (const megabytes of [6, 40])
    expect(await app.upload(new Blob([new Uint8Array(megabytes * 1024 * 1024).fill(97)]))).toMatchObject({
      status: 413,
      message: IMPORT_MESSAGES.tooLarge,
    })
})

test('corrects cells of a row, and checks the file again', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const long = 'Bread '.repeat(50)
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,facebook,${long},,2030-02-30,9:30,${url}/a.jpg,,\n,facebook,Rolls,,2030-02-01,9:30,${url}/a.jpg,,`,
  )
  expect(data.counts).toMatchObject({ error: 1, ready: 1 })
  const { data: cells } = await app.callJson<string[]>(`imports/${data._id}/rows/2`)
  expect([cells[2], cells[4]]).toEqual([long.trim(), '2030-02-30'])
  const correct = (line: number, column: number, text: string) =>
    app.callJson(`imports/${data._id}/rows/${line}`, {
      method: 'PUT',
      json: { cells: [{ column, text }] },
    })
  expect(await correct(2, 4, ' 2030-02-20 ')).toMatchObject({ status: 200, data: { counts: { ready: 2 } } })
  expect(await correct(2, 99, 'nothing')).toMatchObject({ status: 200, data: { counts: { ready: 2 } } })
  expect((await correct(9, 4, '2030-02-20')).status).toBe(404)

  await app.run(data._id)
  const [first] = await app.rows(data._id)
  expect((await app.callJson<Post>(`posts/${first!.postId}`)).data.publishAt).toBe('2030-02-19T22:30:00.000Z')
  expect((await correct(2, 4, '2030-02-21')).status).toBe(409)
})

test('keeps both of two corrections that arrive together', async () => {
  const app = await importingApp()
  const rows = ['2030-02-30', '2030-02-31'].map(
    (date, at) => `,facebook,Post ${at},,${date},9:30,https://a.b/a.jpg,,`,
  )
  const { data } = await app.upload([IMPORT_HEADERS, ...rows].join('\n'))
  await Promise.all(
    [2, 3].map(line =>
      app.callJson(`imports/${data._id}/rows/${line}`, {
        method: 'PUT',
        json: { cells: [{ column: 4, text: `2030-02-0${line}` }] },
      }),
    ),
  )
  expect((await app.callJson(`imports/${data._id}`)).data.counts).toMatchObject({
    ready: 2,
    error: 0,
  })
})

test('stops asking about a doubtful cell once it is corrected', async () => {
  const app = await importingApp()
  const bytes = Buffer.from(
    'Date,Text,Pictures\n2030-02-01 09:00,Fr\u00FChst\u00FCck,https://a.b/a.jpg',
    'latin1',
  )
  const { data } = await app.upload(new Blob([bytes]))
  expect(data.source?.doubtful).toBe(1)
  const { data: corrected } = await app.callJson(`imports/${data._id}/rows/2`, {
    method: 'PUT',
    json: { cells: [{ column: 1, text: 'Breakfast' }] },
  })
  expect(corrected.source?.doubtful).toBe(0)
  expect((await app.rows(data._id))[0]?.problems).toEqual([])
})
