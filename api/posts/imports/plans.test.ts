import { describe, expect, test } from 'bun:test'

import { fixture } from '#api/test/fixture.ts'
import { importingApp } from '#api/test/importing.ts'
import { readRow } from './rows/read-row.ts'

const JPG = 'https://example.com/a.jpg'
const NETWORKS = 'Facebook,Twitter/X,LinkedIn,GBP,Instagram,Pinterest,TikTok,Youtube,Threads,Bluesky'

type App = Awaited<ReturnType<typeof importingApp>>

/** Uploads a plan, and returns its format, and each row's state, networks, texts and problems by line. */
async function check(app: App, lines: readonly string[], name = 'plan.csv') {
  const { data, message } = await app.upload(lines.join('\n'), { name })
  expect(message).toBeUndefined()
  const rows = (await app.rows(data._id)).toSorted((a, b) => a.line - b.line)
  return { data, rows }
}

describe('plans of other tools', () => {
  test('reads Metricool’s columns of networks, numbered pictures and alt texts', async () => {
    const app = await importingApp()
    const { data, rows } = await check(app, [
      `Text,Date,Time,Draft,${NETWORKS},Picture Url 1,Picture Url 2,Alt text picture 1,Alt text picture 2,Shortener,Instagram Post Type,First Comment Text`,
      `Bread,2030-02-01,09:30:00,FALSE,TRUE,FALSE,FALSE,FALSE,TRUE,FALSE,FALSE,FALSE,FALSE,FALSE,${JPG},${JPG}?2,,A loaf,FALSE,POST,#bread`,
      `Only Facebook,2030-02-02,10:00:00,FALSE,TRUE,TRUE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,${JPG},,,,FALSE,,`,
      `Only LinkedIn,2030-02-02,10:00:00,FALSE,FALSE,FALSE,TRUE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,${JPG},,,,FALSE,,`,
      `A draft,2030-02-02,10:00:00,TRUE,TRUE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,FALSE,${JPG},,,,FALSE,,`,
      `A story,2030-02-02,10:00:00,FALSE,FALSE,FALSE,FALSE,FALSE,TRUE,FALSE,FALSE,FALSE,FALSE,FALSE,${JPG},,,,FALSE,STORY,`,
    ])
    expect(data.format).toBe('metricool')
    expect(rows.map(({ state, post, problems }) => [state, post?.networks, problems[0]?.message])).toEqual([
      ['ready', ['facebook', 'instagram'], undefined],
      ['ready', ['facebook'], 'We don’t publish to this network, so the post goes to the others only.'],
      ['error', undefined, 'This row is only for networks that we don’t publish to.'],
      [
        'error',
        undefined,
        'The file calls this a draft, so we don’t schedule it. Write no in this cell to schedule it.',
      ],
      ['ready', ['instagram'], undefined],
    ])
    expect(rows[0]?.post?.pictures).toBe(2)
  })

  test.each(['x TRUE yes 1 ✓ ja oui si ✅', 'X true Y on ✔️ Ja Oui sí Post'])(
    'reads each of %s in a network’s column as a choice, not a text',
    async text => {
      const marks = text.split(' ')
      const app = await importingApp()
      const { rows } = await check(app, [
        'Date,Time,Text,Facebook,Instagram,Image',
        ...marks.map(
          (mark, at) => `2030-02-${String(at + 1).padStart(2, '0')},09:30,Post ${at},${mark},,${JPG}`,
        ),
      ])
      expect(rows.map(({ state, post }) => [state, post?.networks, post?.text])).toEqual(
        marks.map((_, at) => ['ready', ['facebook'], `Post ${at}`]),
      )
    },
  )

  test('reads texts in a network’s column as its texts, and a mark among them as a choice', async () => {
    const app = await importingApp()
    const own = await check(app, [
      'Date,Time,Facebook,Instagram,Image',
      `2030-02-01,09:30,Long for Facebook,Short,${JPG}`,
      `2030-02-02,09:30,Only for Facebook,,${JPG}`,
    ])
    expect(own.data.settings.columns).toEqual(['date', 'time', 'facebookText', 'instagramText', 'pictures'])
    expect(own.rows.map(({ post }) => post?.networks)).toEqual([['facebook', 'instagram'], ['facebook']])
    const mixed = await check(app, [
      'Date,Time,Text,Facebook,Instagram,Image',
      `2030-02-03,09:30,Common,TRUE,Short for Instagram,${JPG}`,
      `2030-02-04,09:30,Common,no,yes,${JPG}`,
      `2030-02-05,09:30,Common,no,,${JPG}`,
    ])
    expect(mixed.rows.map(({ state, post }) => [state, post?.networks, post?.text])).toEqual([
      ['error', undefined, undefined],
      ['ready', ['instagram'], 'Common'],
      ['error', undefined, undefined],
    ])
  })

  test('reads Publer’s explained names and Hootsuite’s files with names', async () => {
    const app = await importingApp()
    const publer = await check(app, [
      'Date - Intl. format or prompt,Text,Link(s) - Separated by comma for FB carousels,Media URL(s) - Separated by comma,"Title - For the video, pin, PDF ..",Label(s) - Separated by comma,Alt text(s) - Separated by ||,Comment(s) - Separated by ||,"Post subtype - I.e. story, reel, PDF .."',
      `2030-02-01 20:35,Hello,,"${JPG}, ${JPG}?2",,Spring,One || Two,#hi,`,
    ])
    expect(publer).toMatchObject({
      data: {
        format: 'publer',
        settings: {
          columns: ['date', 'text', 'link', 'pictures', null, 'labels', 'altTexts', 'firstComment', null],
        },
      },
      rows: [{ state: 'ready', post: { pictures: 2 } }],
    })
    const hootsuite = await check(app, [
      'Date,Message,Link',
      '02/13/2030 09:30,"Hello, you",https://example.com',
    ])
    expect(hootsuite.data).toMatchObject({ format: 'hootsuite', settings: { dateOrder: 'mdy' } })
  })

  test.each([
    [
      'a service beside a channel with the name of a page',
      'Date (UTC),Channel,Service,Post Text,Media URLs,Link',
      `2030-02-01 09:30,Acme,facebook,Hello,${JPG},`,
      ['date', null, 'networks', 'text', 'pictures', 'link'],
    ],
    [
      'networks as codes',
      'Post scheduled time,Social Profile,Network,Message,Attachments',
      `2030-02-01 09:30,Acme,FACEBOOK_PAGE,Hello,${JPG}`,
      ['date', null, 'networks', 'text', 'pictures'],
    ],
    [
      'labels behind the columns of Hootsuite',
      'Date,Message,Link,Media URLs,Title,Labels',
      `2030/02/01 20:35,Hello,,${JPG},,Spring`,
      ['date', 'text', 'link', 'pictures', null, 'labels'],
    ],
    [
      'columns of URLs in one word',
      'postAtSpecificTime (YYYY-MM-DD HH:mm:ss),content,link (OGmetaUrl),imageUrls,gifUrl,videoUrls',
      `2030-02-01 09:30:00,Hello,,${JPG},,`,
      ['date', 'text', 'link', 'pictures', 'pictures', 'pictures'],
    ],
    [
      'the plan of an agency in Google Sheets',
      'Day,Date,Time,Platform(s),Content Pillar,Headline/Hook,Copy,Visual Assets (Links),Status,Notes',
      `Friday,2030-02-01,9:00 AM,"Facebook, Instagram",Tips,Hook,Hello,${JPG},Scheduled,x`,
      [null, 'date', 'time', 'networks', 'labels', null, 'text', 'pictures', 'status', null],
    ],
  ])('reads %s', async (_, names, row, columns) => {
    const app = await importingApp()
    const { data, rows } = await check(app, [names, row])
    expect(data.settings.columns).toEqual(columns as typeof data.settings.columns)
    expect(rows).toMatchObject([{ state: 'ready' }])
  })

  test.each([
    ['German', 'Datum;Uhrzeit;Kanal;Beitragstext;Bild', `1. Februar 2030;9:30 Uhr;Facebook;Hallo;${JPG}`],
    ['French', 'Date;Heure;Réseaux;Légende;Image', `1 février 2030;9h30;Facebook;Salut;${JPG}`],
    ['Spanish', 'Fecha;Hora;Red social;Texto;Imagen', `1 de febrero de 2030;9:30;Facebook;Hola;${JPG}`],
    ['Italian', 'Data;Ora;Canale;Testo;Immagine', `1 febbraio 2030;9:30;Facebook;Ciao;${JPG}`],
  ])('reads a %s plan', async (_, names, row) => {
    const app = await importingApp()
    const { rows } = await check(app, [names, row])
    expect(rows).toMatchObject([
      { state: 'ready', post: { networks: ['facebook'], publishAt: '2030-01-31T22:30:00.000Z' } },
    ])
  })
})

test('reads only a cell that says nothing but “story” as a story, and reports several kinds', async () => {
  const app = await importingApp()
  const several = (text: string) =>
    `“${text}” names several kinds of post. Write one here, and add another row for the other.`
  const kinds = ['Post + Story', 'Feed & Story', 'Story, Reel', 'Instagram post, Instagram story']
  const { rows } = await check(app, [
    'Date,Time,Text,Networks,Image,Post type',
    ...kinds.map(kind => `2030-02-01,09:30,Bread,Instagram,${JPG},"${kind}"`),
    `2030-02-01,09:30,Bread,"Facebook, Instagram",${JPG},"Facebook post, Instagram story"`,
    `2030-02-01,09:30,Bread,"Instagram, Instagram story",${JPG},`,
  ])
  expect(rows.map(({ state, problems }) => [state, problems[0]?.message])).toEqual([
    ...kinds.map(kind => ['error', several(kind)]),
    ['ready', undefined],
    ['error', several('Instagram, Instagram story')],
  ])
  const settings = {
    columns: ['date', 'time', 'facebook', 'pictures'],
    timeZone: 'UTC',
    dateOrder: 'dmy',
  } as const
  const textOf = (cell: string) =>
    readRow(['2030-02-01', '09:30', cell, JPG], {
      settings: { ...settings, columns: [...settings.columns], textOnly: false },
      connected: new Set(['facebook']),
      now: new Date('2029-12-01'),
      library: new Map(),
    }).post?.platforms.map(({ message, extras }) => [message, extras?.kind])
  for (const text of ['Our story', 'La nostra storia']) expect(textOf(text)).toEqual([[text, undefined]])
  for (const mark of ['Facebook story', 'Stories']) expect(textOf(mark)).toEqual([['Story', 'story']])
})

test('reads the time zone in a column’s name, and the network before the name of an account', async () => {
  const app = await importingApp()
  const { data, rows } = await check(app, [
    'Date & Time (UTC),Message,Image URL,Accounts',
    `2030-02-01 09:30,Hello,${JPG},Facebook - Acme Page`,
    `2030-02-02 09:30,Story,${JPG},Instagram - Story`,
  ])
  expect(data.settings.timeZone).toBe('UTC')
  expect(rows).toMatchObject([
    { state: 'ready', post: { networks: ['facebook'], publishAt: '2030-02-01T09:30:00.000Z' } },
    { state: 'ready', post: { networks: ['instagram'] } },
  ])
  const local = await check(app, ['Date,Time (Europe/Rome),Text,Image', `2030-02-01,09:30,Ciao,${JPG}`])
  expect(local.rows[0]?.post?.publishAt).toBe('2030-02-01T08:30:00.000Z')
  const perth = await check(app, ['Date,Time (AWST),Text,Image', `2030-02-01,09:30,Hi,${JPG}`])
  expect(perth.data.settings.timeZone).toBe('Australia/Perth')
  expect(perth.rows[0]?.post?.publishAt).toBe('2030-02-01T01:30:00.000Z')
})

test('uses a zone’s name as it is written, and warns in summer, when the business’s clocks differ', async () => {
  const app = await importingApp()
  const { rows } = await check(app, [
    'Date,Time,Time zone,Text,Image',
    `2030-02-01,09:30,AEST,Summer,${JPG}`,
    `2030-06-01,09:30,AEST,Winter,${JPG}`,
    `2030-02-01,09:30,UTC+8,Perth,${JPG}`,
  ])
  expect(rows.map(({ post, problems }) => [post?.publishAt, problems[0]?.message])).toEqual([
    [
      '2030-01-31T23:30:00.000Z',
      'The clocks in Sydney are at UTC+11:00 that day. We take UTC+10:00, as it is written.',
    ],
    ['2030-05-31T23:30:00.000Z', undefined],
    ['2030-02-01T01:30:00.000Z', undefined],
  ])
})

test('recognises a column of times by its cells, unless the dates have times already', async () => {
  const app = await importingApp()
  const columnsOf = async (date: string) =>
    (await check(app, ['Day,When,Caption,Image', `${date},21:30,Hello,${JPG}`])).data.settings.columns
  expect(await columnsOf('2030-02-01')).toEqual(['date', 'time', 'text', 'pictures'])
  expect(await columnsOf('2030-02-01 09:00')).toEqual(['date', null, 'text', 'pictures'])
})

test('leaves out totals and names of weeks, and hidden rows, and says so', async () => {
  const app = await importingApp()
  const { data } = await app.upload(Bun.file(fixture('sheets/libreoffice.xlsx')), { name: 'plan.xlsx' })
  expect(data).toMatchObject({
    source: { sheet: 'December', headerLine: 3, hiddenRows: 1 },
    counts: { ready: 3, error: 1, skipped: 1 },
  })
  const weeks = await check(app, [
    'Content plan',
    'Date,Time,Networks,Text,Pictures',
    'Week 1,,,,',
    `2030-02-01,09:30,all,Hello,${JPG}`,
    'Total,,,,1',
    'Total,,,12,',
    'Posts,,,7 posts,',
    ',,,Total: 7,',
    ',,,Total makeover for your kitchen,',
  ])
  expect(weeks.rows.map(({ line, state }) => [line, state])).toEqual([
    [3, 'skipped'],
    [4, 'ready'],
    [5, 'skipped'],
    [6, 'skipped'],
    [7, 'skipped'],
    [8, 'skipped'],
    [9, 'error'],
  ])
})

test('rejects rows with errors of formulas and with lost characters', async () => {
  const app = await importingApp()
  const { rows } = await check(app, [
    'Date,Time,Networks,Text,Pictures,Notes',
    `2030-02-01,09:30,all,#N/A,${JPG},`,
    `2030-02-01,09:30,all,Fr\uFFFDhling,${JPG},`,
    `2030-02-01,09:30,all,Fine,${JPG},#REF!`,
  ])
  expect(rows.map(({ state, problems }) => [state, problems[0]?.column])).toEqual([
    ['error', 3],
    ['error', 3],
    ['ready', undefined],
  ])
})

test('asks for the order of a date that can be read both ways, before it checks any row', async () => {
  const app = await importingApp()
  // January 2030: as day first, the post would be in the past.
  const { data } = await app.upload(`Date,Time,Networks,Text,Pictures\n01/02/2030,09:30,all,Hi,${JPG}`, {
    timeZone: 'UTC',
  })
  expect(data).toMatchObject({
    state: 'mapping',
    counts: { unchecked: 1, ready: 0 },
    source: { dates: { sample: '01/02/2030', by: null } },
  })
  expect((await app.start(data._id)).status).toBe(409)
  const settings = { ...data.settings, dateOrder: 'mdy' }
  const answered = await app.callJson(`imports/${data._id}/settings`, { method: 'PUT', json: settings })
  expect(answered.data).toMatchObject({
    state: 'checked',
    counts: { ready: 1 },
    source: { dates: { by: 'user' } },
  })
  expect((await app.rows(data._id))[0]?.post?.publishAt).toBe('2030-01-02T09:30:00.000Z')
})

test('reads a file again in another encoding, and warns about the cells that depend on it', async () => {
  const app = await importingApp()
  const mac = Buffer.from(
    `Date,Time,Networks,Text,Pictures\n2030-02-01,09:30,all,Fr\x9fhst\x9fck,${JPG}`,
    'latin1',
  )
  const { data } = await app.upload(new Blob([mac]))
  expect(data.source).toMatchObject({ encoding: 'macintosh', otherEncodings: ['windows-1252'], doubtful: 1 })
  expect((await app.rows(data._id))[0]).toMatchObject({
    state: 'ready',
    post: { text: 'Frühstück' },
    problems: [{ column: 3, warning: true }],
  })
  const form = new FormData()
  form.append('file', new File([mac], 'plan.csv'))
  form.append('encoding', 'windows-1252')
  const again = await app.callJson('imports', { form })
  expect((await app.rows(again.data._id))[0]?.post?.text).toBe('FrŸhstŸck')
})
