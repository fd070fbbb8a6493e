import { expect, test } from 'bun:test'

import { IMPORT_HEADERS, importingApp } from '#api/test/importing.ts'
import { clip, picture } from '#api/test/publishing.ts'
import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import type { Post } from '#shared/posts/posts.ts'

type App = Awaited<ReturnType<typeof importingApp>>

const rowOf = ({ pictures }: App, { id = '', text = 'Spring specials', day = 1, time = '09:30' }) =>
  `${id},all,${text},,2030-02-0${day},${time},${pictures.url}/${day}.jpg,,`

const upload = (app: App, ...rows: string[]) => app.upload([IMPORT_HEADERS, ...rows].join('\n'))

async function imported(app: App, ...rows: string[]) {
  const { data } = await upload(app, ...rows)
  await app.run(data._id)
  return (await app.rows(data._id)).map(({ postId }) => postId!)
}

const read = async (app: App, id: string) => (await app.callJson<Post>(`posts/${id}`)).data

test.each([
  ['text', { text: 'Spring specials are here' }],
  ['time', { time: '10:45' }],
])(
  'shows a row with a corrected %s as a change of its post, and applies it once',
  async (part, corrected) => {
    const app = await importingApp()
    const [first, second] = await imported(app, rowOf(app, {}), rowOf(app, { text: 'Hot water', day: 2 }))
    const { data } = await upload(app, rowOf(app, corrected), rowOf(app, { text: 'Hot water', day: 2 }))
    expect(data.counts).toMatchObject({ changed: 1, known: 1, ready: 0, error: 0 })
    const [row] = await app.rows(data._id)
    expect(row).toMatchObject({ state: 'changed', postId: first!, mayBeNew: true })
    expect(row!.changes!.map(({ field }) => field)).toEqual([part === 'time' ? 'date' : 'text'])

    const done = await app.run(data._id, { apply: [2] })
    expect(done).toMatchObject({ state: 'done', counts: { updated: 1, known: 1 } })
    expect(await app.countPosts()).toBe(2)
    const post = await read(app, first!)
    expect(post.deliveries[0]!.message).toBe(part === 'text' ? 'Spring specials are here' : 'Spring specials')
    expect(post.publishAt).toBe(part === 'time' ? '2030-01-31T23:45:00.000Z' : '2030-01-31T22:30:00.000Z')
    expect(post.media).toHaveLength(1)
    expect((await read(app, second!)).version).toBe(0)
    expect((await upload(app, rowOf(app, corrected))).data.counts).toMatchObject({ known: 1, changed: 0 })
  },
)

test('leaves a change that the user doesn’t choose', async () => {
  const app = await importingApp()
  const [first] = await imported(app, rowOf(app, {}))
  const { data } = await upload(app, rowOf(app, { text: 'Corrected' }), rowOf(app, { text: 'New', day: 3 }))
  expect(data.counts).toMatchObject({ changed: 1, ready: 1 })
  expect(await app.run(data._id)).toMatchObject({ counts: { changed: 1, created: 1 } })
  expect((await read(app, first!)).deliveries[0]!.message).toBe('Spring specials')
})

test('adds a changed row as a new post if the user prefers that', async () => {
  const app = await importingApp()
  await imported(app, rowOf(app, {}))
  const { data } = await upload(app, rowOf(app, { text: 'Another post' }))
  expect(await app.run(data._id, { add: [2] })).toMatchObject({ counts: { created: 1 } })
  expect(await app.countPosts()).toBe(2)
})

test('recognises a row by its ID, whatever else has changed', async () => {
  const app = await importingApp()
  const [first] = await imported(app, rowOf(app, { id: 'a' }))
  const { data } = await upload(app, rowOf(app, { id: 'a', text: 'Everything new', day: 4, time: '12:00' }))
  expect(data.counts).toMatchObject({ changed: 1 })
  await app.run(data._id, { apply: [2] })
  expect(await read(app, first!)).toMatchObject({
    publishAt: '2030-02-04T01:00:00.000Z',
    deliveries: [{ message: 'Everything new' }, { message: 'Everything new' }],
    media: [{ name: '4.jpg' }],
  })
})

test('applies no change to a post that somebody changed since', async () => {
  const app = await importingApp()
  const [first] = await imported(app, rowOf(app, {}))
  const { data } = await upload(app, rowOf(app, { text: 'Corrected' }))
  await app.call(`posts/${first}`, {
    method: 'PUT',
    json: { platforms: [{ platform: 'facebook', message: 'By a colleague' }] },
  })
  expect(await app.run(data._id, { apply: [2] })).toMatchObject({ counts: { failed: 1 } })
  expect((await app.rows(data._id))[0]!.problems[0]!.message).toBe(IMPORT_MESSAGES.changedMeanwhile)
  expect((await read(app, first!)).deliveries[0]!.message).toBe('By a colleague')
})

test.each(['csv', 'xlsx'])(
  'knows each row of a %s export, also of text-only, past and published posts',
  async format => {
    const app = await importingApp()
    await app.accept({ message: "'=1+1 is two", inSeconds: 3600 })
    await app.accept({
      platforms: [{ platform: 'facebook', message: 'Text' }],
      textOnly: true,
      inSeconds: 7200,
    })
    await app.accept({ message: 'Out now' })
    const exported = await (await app.call(`posts/export?format=${format}`)).blob()
    app.clock.advance(3 * 60 * 60_000)
    const { data } = await app.upload(exported, { name: `posts.${format}` })
    expect(data.counts).toMatchObject({ known: 3, changed: 0, ready: 0, error: 0 })
    expect((await app.rows(data._id)).flatMap(({ problems }) => problems)).toEqual([])
  },
)

test('leaves out the drafts of an export, schedules one whose author no longer calls it that, and none elsewhere', async () => {
  const app = await importingApp()
  await app.accept({ message: 'Planned', inSeconds: 3600 })
  const content = {
    isScheduled: true,
    publishAt: '2030-02-01T09:00:00Z',
    textOnly: true,
    networks: { facebook: true },
  }
  for (const message of ['Nearly ready', 'Not ready'])
    await app.call(`drafts/${crypto.randomUUID()}`, {
      method: 'PUT',
      json: { version: 0, content: { ...content, message } },
    })
  const exported = await (await app.call('posts/export')).text()
  const { data } = await app.upload(exported, { name: 'posts.csv' })
  expect(data.counts).toMatchObject({ known: 1, skipped: 2, ready: 0, changed: 0, error: 0 })
  expect(
    (await app.rows(data._id)).flatMap(({ problems }) => problems.map(({ message }) => message)),
  ).toEqual([IMPORT_MESSAGES.draft, IMPORT_MESSAGES.draft])
  const cleared = exported.replace(/("Nearly ready".*)"yes"/, '$1""')
  expect(cleared).not.toBe(exported)
  const upload = async (text: string) => {
    const file = await app.upload(text, { name: 'posts.csv' })
    const { settings } = file.data
    const changed = await app.callJson(`imports/${file.data._id}/settings`, {
      method: 'PUT',
      json: { ...settings, textOnly: true },
    })
    return changed.data.counts
  }
  expect(await upload(cleared)).toMatchObject({ known: 1, skipped: 1, ready: 1, error: 0 })
  const elsewhere = exported.replaceAll(/"[\da-f-]{36}",/g, '"",')
  expect(await upload(elsewhere)).toMatchObject({ error: 2 })
})

test('imports an export as new posts with its files, without fetching them', async () => {
  const app = await importingApp()
  await imported(app, rowOf(app, {}))
  const { fetched } = app.pictures
  const before = fetched.length
  const exported = await (await app.call('posts/export')).text()
  const { data } = await app.upload(exported.replaceAll(/"[\da-f-]{36}",/g, '"",'), { name: 'copy.csv' })
  expect(data.counts).toMatchObject({ ready: 1 })
  expect(await app.run(data._id)).toMatchObject({ state: 'done', counts: { created: 1 } })
  expect(fetched).toHaveLength(before)
})

test('exports which files each network gets, and imports them for it', async () => {
  const app = await importingApp()
  const [first, second] = [await picture('teal'), await picture('navy')]
  await app.accept({
    media: [first, second],
    platforms: [
      { platform: 'facebook', message: 'Both' },
      { platform: 'instagram', message: 'The second', media: [1] },
    ],
    inSeconds: 3600,
  })
  const exported = await (await app.call('posts/export')).text()
  const copy = await app.upload(exported.replaceAll(/"[\da-f-]{36}",/g, '"",'), { name: 'copy.csv' })
  expect(await app.run(copy.data._id)).toMatchObject({ state: 'done', counts: { created: 1 } })
  const { data: posts } = await app.callJson<Post[]>('posts?tab=scheduled')
  expect(posts.map(filesOf)).toEqual([[1], [1]])
  const known = await app.upload(exported, { name: 'posts.csv' })
  expect(known.data.counts).toMatchObject({ known: 1, changed: 0, error: 0 })
  const swapped = await app.upload(exported.replace(',"2",', ',"1",'), { name: 'posts.csv' })
  expect((await app.rows(swapped.data._id)).flatMap(({ changes }) => changes ?? [])).toEqual([
    { field: 'pictures', before: 'Instagram: files 2', after: 'Instagram: files 1' },
  ])
})

test('exports a cover and the place of the Page, and imports and compares them', async () => {
  const app = await importingApp()
  const idOf = async (file: Blob) => {
    const form = new FormData()
    form.append('media', file)
    return (await app.callJson<{ _id: string }>('media', { form })).data._id
  }
  const [film, red] = [await idOf(await clip()), await idOf(await picture('red'))]
  const { data: place } = await app.callJson<NonNullable<PostExtras['place']>>('auth/facebook/place')
  const onInstagram = (extras: Partial<PostExtras>) => ({
    platform: 'instagram',
    message: 'Reel',
    extras: { ...NO_EXTRAS, ...extras },
  })
  const accept = async (extras: Partial<PostExtras>, mediaIds: string[]) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message: 'Reel' }, onInstagram(extras)]
    form.set('data', JSON.stringify({ platforms, mediaIds, timestamp: '' }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 3600))
    expect((await app.call('auth/createPosts', { form })).status).toBe(200)
  }
  await accept({ coverId: red, place, people: { collaborators: ['pat'], tags: [] } }, [red, film])
  await accept({ coverMs: 250 }, [film])
  const exported = await (await app.call('posts/export')).text()

  const copy = await app.upload(exported.replaceAll(/"[\da-f-]{36}",/g, '"",'), { name: 'copy.csv' })
  expect(copy.data.counts).toMatchObject({ ready: 2, error: 0 })
  expect(await app.run(copy.data._id)).toMatchObject({ state: 'done', counts: { created: 2 } })
  const { data: posts } = await app.callJson<Post[]>('posts?tab=scheduled')
  const shown = posts.map(({ media, deliveries }) => {
    const { coverId, coverMs, place } = deliveries.find(({ network }) => network === 'instagram')!.extras!
    return [media.map(({ kind }) => kind), coverId ?? coverMs, place?.name]
  })
  expect(shown.toSorted()).toEqual([
    [['image', 'video'], red, place.name],
    [['video'], 250, undefined],
    [['video'], 250, undefined],
    [['video', 'image'], red, place.name],
  ])

  const known = await app.upload(exported, { name: 'posts.csv' })
  expect(known.data.counts).toMatchObject({ known: 2, changed: 0, error: 0 })
  const changed = await app.upload(exported.replace('"yes"', '"no"').replace('"0.25 s"', '"0,5 s"'))
  const rows = await app.rows(changed.data._id)
  expect(rows.flatMap(({ changes }) => changes ?? []).map(({ field, after }) => [field, after])).toEqual([
    ['cover', '0.5 s'],
    ['place', 'no'],
  ])
  await app.run(changed.data._id, { apply: rows.map(({ line }) => line) })
  const after = await Promise.all(rows.map(({ postId }) => read(app, postId!)))
  expect(
    after.map(({ deliveries }) => deliveries.find(({ network }) => network === 'instagram')!.extras),
  ).toEqual([
    { ...NO_EXTRAS, coverMs: 500 },
    { ...NO_EXTRAS, coverId: red, people: { collaborators: ['pat'], tags: [] } },
  ])
})

test.each([
  ['facebook', '/clip.mp4', '1 s', '', IMPORT_MESSAGES.coverElsewhere],
  ['instagram', '/a.jpg', '1 s', '', IMPORT_MESSAGES.coverWithoutVideo],
  ['facebook', '/a.jpg', '', 'yes', IMPORT_MESSAGES.placeElsewhere],
  ['instagram', '/a.jpg', '', 'perhaps', 'We don’t know the mark “perhaps”. Write yes or leave it empty.'],
])(
  'refuses a cover or place that wouldn’t show: %s, %s, %s, %s',
  async (network, file, cover, place, message) => {
    const app = await importingApp()
    const { data } = await app.upload(
      `Networks,Text,Date,Time,Pictures,Cover,Place of the Page\n${network},Bread,2030-02-01,09:30,${app.pictures.url}${file},${cover},${place}`,
    )
    expect((await app.rows(data._id))[0]!.problems.map(problem => problem.message)).toEqual([message])
  },
)

test('names the cell of a cover that can’t be fetched', async () => {
  const app = await importingApp()
  const { url } = app.pictures
  const { data } = await app.upload(
    `Networks,Text,Date,Time,Pictures,Cover\ninstagram,Bread,2030-02-01,09:30,${url}/clip.mp4,${url}/missing.jpg`,
  )
  await app.run(data._id)
  expect((await app.rows(data._id))[0]).toMatchObject({ state: 'error', problems: [{ column: 5 }] })
})

const filesOf = ({ deliveries }: Post) =>
  deliveries.find(({ network }) => network === 'instagram')?.mediaPositions
