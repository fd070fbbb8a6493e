import { describe, expect, test } from 'bun:test'

import { processorTime } from '#api/test/clock.ts'
import { IMPORT_HEADERS, importingApp } from '#api/test/importing.ts'
import { namesWhere, formatAlternatives } from '#shared/networks.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'

describe('checks every cell', () => {
  const BAD: [row: string, column: number, message: string, more?: object][] = [
    [
      ',tiktok,Hello,,2030-02-01,09:30,P,,',
      1,
      `We don’t know the network “tiktok”. Write ${formatAlternatives(namesWhere(() => true))}.`,
    ],
    [
      ',google,Hello,,2030-02-01,09:30,P,,',
      1,
      'Google Business Profile requires a connected account and location.',
    ],
    [',facebook,,,2030-02-01,09:30,P,,', 2, 'Please enter a message to post.'],
    [
      `,instagram,${'x'.repeat(2201)},,2030-02-01,09:30,P,,`,
      2,
      'Instagram: Message exceeds limit by 1 character (2201/2200)',
    ],
    [
      `,instagram,${'#a '.repeat(31)},,2030-02-01,09:30,P,,`,
      2,
      'Instagram takes up to 30 hashtags in a caption. Please remove some.',
    ],
    [',facebook,Hello,,,09:30,P,,', 4, 'Add a date, for example 2030-01-25.'],
    [',facebook,Hello,,2030-02-30,09:30,P,,', 4, '“2030-02-30” doesn’t exist: February 2030 has 28 days.'],
    [',facebook,Hello,,2030-02-01,,P,,', 5, 'Add a time, for example 09:30.', { day: '2030-02-01' }],
    [
      ',facebook,Hello,,2030-02-01,25:30,P,,',
      5,
      'We can’t read the time “25:30”. Write it like 09:30 or 9:30 am.',
    ],
    [
      ',facebook,Hello,,2030-10-06,02:30,P,,',
      5,
      'The clocks go forward that day, so 02:30 doesn’t exist. Choose a time an hour later.',
    ],
    [',facebook,Hello,,2029-02-01,09:30,P,,', 4, 'Please choose a time in the future.'],
    [
      ',facebook,Hello,,9/12/2029,09:30,P,,',
      4,
      'Please choose a time in the future. Read as 9 December 2029.',
    ],
    [',facebook,Hello,,2032-02-01,09:30,P,,', 4, 'Please choose a time within a year.'],
    [',facebook,Hello,,2030-02-01,09:30,,,', 6, 'Please select at least one image or video to post.'],
    [
      ',facebook,Hello,,2030-02-01,09:30,spring.jpg,,',
      6,
      IMPORT_MESSAGES.notInLibrary('spring.jpg'),
      { file: 'spring.jpg' },
    ],
    [
      `,facebook,Hello,,2030-02-01,09:30,${'https://example.com/a.jpg '.repeat(11)},,`,
      6,
      'You can upload a maximum of 10 files.',
    ],
    [
      ',facebook,Hello,,2030-02-01,09:30,P,One | Two,',
      7,
      'There are 2 alt texts for one file. Separate them by | in the order of the files.',
    ],
    [
      `,instagram,Hello,,2030-02-01,09:30,P,,${'x'.repeat(2201)}`,
      8,
      'Instagram: the first comment exceeds its limit by 1 character.',
    ],
  ]

  test('and reports the row, the cell and the reason', async () => {
    const app = await importingApp()
    const lines = BAD.map(([row]) => row.replace(',P,', ',https://example.com/a.jpg,'))
    const { data } = await app.upload([IMPORT_HEADERS, ...lines].join('\n'))
    expect(data.counts).toMatchObject({ error: BAD.length, ready: 0 })
    const rows = await app.rows(data._id)
    expect(rows.map(({ line, problems }) => [line, problems])).toEqual(
      BAD.map(([, column, message, more], index) => [index + 2, [{ column, message, ...more }]]),
    )
  })

  test('within five seconds of processor time for 500 rows', async () => {
    const app = await importingApp()
    const lines = Array.from(
      { length: 500 },
      (_, n) => `,all,Post ${n},,2030-02-01,09:30,https://example.com/${n}.jpg,,`,
    )
    let counts
    const ms = await processorTime(async () => {
      counts = (await app.upload([IMPORT_HEADERS, ...lines].join('\n'))).data.counts
    })
    expect(counts).toMatchObject({ ready: 500 })
    expect(ms).toBeLessThan(5000)
    console.log(`dry run of 500 rows: ${Math.round(ms)} ms`)
  })
})

test('imports files from Buffer and Hootsuite, and files with any column names', async () => {
  const app = await importingApp()
  const buffer = await app.upload(
    'Text,Image URL,Tags,Posting Time\nHello,https://example.com/a.jpg,x,2030-02-01 09:30',
  )
  expect(buffer.data).toMatchObject({
    format: 'buffer',
    settings: { columns: ['text', 'pictures', 'labels', 'date'] },
    counts: { ready: 1 },
  })
  const hootsuite = await app.upload(
    '02/13/2030 09:30,"Hello, you",https://example.com,https://example.com/a.jpg',
  )
  expect(hootsuite.data).toMatchObject({
    format: 'hootsuite',
    settings: { columns: ['date', 'text', 'link', 'pictures'], dateOrder: 'mdy' },
    counts: { ready: 1 },
  })
  const free = await app.upload(
    'Wann;Was;Bild\n2030-02-01 09:30;Hallo, alle zusammen hier;https://example.com/a.jpg',
  )
  expect(free.data).toMatchObject({
    format: 'free',
    headers: ['Wann', 'Was', 'Bild'],
    settings: { columns: ['date', 'text', 'pictures'] },
    counts: { ready: 1 },
  })

  const { data } = await app.upload('Alpha,Beta\nfirst,second')
  expect(data).toMatchObject({ state: 'mapping', counts: { unchecked: 1 } })
  const settings = { columns: ['text', 'date'], timeZone: 'UTC', dateOrder: 'dmy' }
  const mapped = await app.callJson(`imports/${data._id}/settings`, { method: 'PUT', json: settings })
  expect(mapped).toMatchObject({ status: 200, data: { state: 'checked', counts: { error: 1 } } })
})

test('lets the user change the fields of columns and the order of dates', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    'Caption,When,Image\nHello there to all,01/02/2030 09:30,https://example.com/a.jpg',
  )
  const publishAt = async () => (await app.rows(data._id))[0]!.post!.publishAt
  expect(await publishAt()).toBe('2030-01-31T22:30:00.000Z')
  const settings = { ...data.settings, dateOrder: 'mdy', timeZone: 'UTC' }
  await app.callJson(`imports/${data._id}/settings`, { method: 'PUT', json: settings })
  expect(await publishAt()).toBe('2030-01-02T09:30:00.000Z')
  const withoutDate = { ...settings, columns: ['text', null, null] }
  expect(
    await app.callJson(`imports/${data._id}/settings`, { method: 'PUT', json: withoutDate }),
  ).toMatchObject({
    status: 400,
    message: IMPORT_MESSAGES.noTime,
  })
})

test('recognises the posts of an export by their ids', async () => {
  const app = await importingApp()
  await app.accept({ message: '=1+1 is two', inSeconds: 3600 })
  for (const format of ['csv', 'xlsx']) {
    const exported = await (await app.call(`posts/export?format=${format}`)).blob()
    const { data } = await app.upload(exported, { name: `posts.${format}` })
    expect(data.counts).toMatchObject({ known: 1, ready: 0, error: 0 })
    expect((await app.rows(data._id))[0]!.cells).toContain('=1+1 is two')
  }
})

test('reports one problem for a file name with spaces', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,facebook,Hello,,2030-02-01,09:30,my holiday photo.jpg,,\n,facebook,Hello,,2030-02-01,09:30,https://a.b/my photo.jpg,,`,
  )
  const rows = await app.rows(data._id)
  expect(rows.flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([
    IMPORT_MESSAGES.notInLibrary('my holiday photo.jpg'),
    'The web address “https://a.b/my photo.jpg” has a space. Write %20 instead.',
  ])
})

test('reports Morning as an unreadable time, whatever its column is called', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    'Date,Slot,Text,Pictures\n2030-02-01 00:00:00,Morning,Hello,https://a.b/a.jpg\n2030-02-02 00:00:00,Evening,Bye,https://a.b/a.jpg',
  )
  expect((await app.rows(data._id)).map(({ problems }) => problems)).toEqual([
    [{ column: 1, message: 'We can’t read the time “Morning”. Write it like 09:30 or 9:30 am.' }],
    [{ column: 1, message: 'We can’t read the time “Evening”. Write it like 09:30 or 9:30 am.' }],
  ])
})

test('warns about midnight in a file without times', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    'Date,Text,Pictures\n2030-02-01 00:00,Hello,https://a.b/a.jpg\n2030-02-02 09:00,Bye,https://a.b/a.jpg',
  )
  expect((await app.rows(data._id)).map(({ state, problems }) => [state, problems])).toEqual([
    ['ready', [{ column: 0, message: IMPORT_MESSAGES.midnight, warning: true }]],
    ['ready', []],
  ])
})

test('reports a few problems of a cell with thousands of bad URLs', async () => {
  const app = await importingApp()
  const urls = Array.from({ length: 3000 }, (_, n) => `p${n}`).join('|')
  const { data } = await app.upload(`${IMPORT_HEADERS}\n,all,Hello,,2030-02-01,09:30,${urls},,`)
  const [row] = await app.rows(data._id)
  expect(row!.problems).toHaveLength(11)
})

test('names a cell that is longer than any text, and imports the other rows', async () => {
  const app = await importingApp()
  const long = 'https://a.b/ '.repeat(8000).slice(0, 100_000)
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,facebook,${long},,2030-02-01,09:30,https://example.com/a.jpg,,\n,facebook,Hello,,2030-02-01,09:30,https://example.com/a.jpg,,`,
  )
  expect((await app.rows(data._id)).map(({ line, state, problems }) => ({ line, state, problems }))).toEqual([
    {
      line: 2,
      state: 'error',
      problems: [
        { column: 2, message: 'This cell has 100,000 characters, and we read up to 63,206. Shorten it.' },
      ],
    },
    { line: 3, state: 'ready', problems: [] },
  ])
})

test('leaves a named network out of a text-only row if it needs a picture, unless it is the only one', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    `${IMPORT_HEADERS}\n,"facebook, instagram",Both,,2030-02-01,09:30,,,\n,instagram,Alone,,2030-02-01,09:30,,,`,
  )
  const problems = async () =>
    (await app.rows(data._id)).map(row => row.problems.map(({ message }) => message))
  const needed = POST_MESSAGES.noPictureFor('Instagram')
  expect(await problems()).toEqual([[POST_MESSAGES.noMedia], [needed]])
  const settings = { ...data.settings, textOnly: true }
  await app.callJson(`imports/${data._id}/settings`, { method: 'PUT', json: settings })
  expect(await problems()).toEqual([[needed], []])
  expect((await app.rows(data._id)).map(({ state, post }) => [state, post?.networks])).toEqual([
    ['error', undefined],
    ['ready', ['facebook']],
  ])
})
