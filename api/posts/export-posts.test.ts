import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'

import { readTable } from '#api/posts/imports/files/table.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'

const HOUR = 3600

async function exportingApp() {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const csv = async (query = '', call = app.call) => {
    const response = await call(`posts/export?${query}`)
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="posts-2030-01-01\.csv"$/,
    )
    return parse<Record<string, string>>(await response.text(), { bom: true, columns: true })
  }
  return { ...app, csv }
}

test('exports the posts of a state and time window, with formulas escaped', async () => {
  const app = await exportingApp()
  await app.accept({ message: '=HYPERLINK("http://evil.example")', inSeconds: HOUR })
  const platforms = [
    { platform: 'facebook' as const, message: 'Long for Facebook' },
    { platform: 'instagram' as const, message: 'Short', firstComment: '#short' },
  ]
  await app.accept({ platforms, inSeconds: 48 * HOUR, altTexts: ['A red door'] })
  await app.accept({ message: 'Out now' })
  await app.run()

  expect((await app.csv('tab=scheduled')).map(({ Text }) => Text)).toEqual([
    `'=HYPERLINK("http://evil.example")`,
    'Long for Facebook',
  ])
  expect(await app.csv('from=2030-01-02T00:00:00Z')).toMatchObject([
    {
      State: 'Scheduled',
      Networks: 'Facebook, Instagram',
      Text: 'Long for Facebook',
      'Facebook text': '',
      'Instagram text': 'Short',
      Date: '2030-01-03',
      Time: '12:00',
      'Time zone': 'UTC',
      'Alt texts': 'A red door | ',
      'First comment': '#short',
    },
  ])
  expect(await app.csv('tab=published')).toMatchObject([{ Text: 'Out now', State: 'Published' }])
})

test('says how Google repeats an event', async () => {
  const app = await exportingApp()
  const extras = {
    ...NO_EXTRAS,
    kind: 'event',
    title: 'Quiz night',
    start: '2030-12-24T19:00',
    end: '2030-12-24T21:00',
    recurrence: { every: 'week', weekdays: [2, 4], until: '2031-06-30' },
  } as const
  const content = {
    message: 'Come in',
    networks: { facebook: false, instagram: false, google: true },
    extras: { google: extras },
  }
  await app.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: { version: 0, content } })
  expect(await app.csv('tab=drafts')).toMatchObject([
    { Text: 'Come in', Repeats: 'every Tuesday and Thursday until 2031-06-30' },
  ])
})

test('exports more posts than fit on a page of the list, including as XLSX', async () => {
  const app = await exportingApp()
  for (let n = 0; n < 103; n++) {
    const platforms = [{ platform: 'facebook' as const, message: `Post ${n}` }]
    await app.accept({ platforms, textOnly: true, inSeconds: HOUR + n * 60 })
  }
  expect(new Set((await app.csv()).map(({ Text }) => Text)).size).toBe(103)
  const response = await app.call('posts/export?format=xlsx')
  const { names, rows } = readTable(Buffer.from(await response.arrayBuffer()))
  expect(rows).toHaveLength(103)
  expect(names!.slice(0, 4)).toEqual(['ID', 'State', 'Networks', 'Text'])
})

test('exports drafts behind the posts, or alone, to those who may write', async () => {
  const app = await exportingApp()
  await app.accept({ message: 'Planned', inSeconds: HOUR })
  const cancelled = await app.accept({ message: 'Cancelled', inSeconds: 2 * HOUR })
  await app.call(`posts/${cancelled}/cancel`, { json: {} })
  const save = (content: object) => {
    app.clock.advance(1000)
    return app.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: { version: 0, content } })
  }
  await save({
    sameMessage: false,
    messages: { facebook: 'Long', instagram: 'Short' },
    firstComments: { instagram: '#short' },
    isScheduled: true,
    publishAt: '2030-01-03T12:00:00Z',
    labels: ['Spring'],
  })
  await save({ message: 'For nobody yet', networks: { facebook: false, instagram: false } })
  expect((await app.csv()).map(({ Text, State, Draft }) => [Text, State, Draft])).toEqual([
    ['Planned', 'Scheduled', ''],
    ['Cancelled', 'Draft', 'yes'],
    ['Long', 'Draft', 'yes'],
    ['For nobody yet', 'Draft', 'yes'],
  ])
  expect(await app.csv('tab=scheduled')).toHaveLength(1)
  expect(await app.csv('tab=drafts&label=spring&from=2030-01-02T00:00:00Z')).toMatchObject([
    {
      Networks: 'Facebook, Instagram',
      Text: 'Long',
      'Instagram text': 'Short',
      'First comment': '#short',
      Date: '2030-01-03',
      Time: '12:00',
    },
  ])
  const viewer = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: viewer.userId, role: 'viewer' })
  expect((await app.csv('', viewer.call)).map(({ Text }) => Text)).toEqual(['Cancelled', 'Planned'])
})

test('doesn’t export other users’ posts', async () => {
  const app = await exportingApp()
  await app.accept({ message: 'Ours', inSeconds: HOUR })
  const stranger = await app.owner()
  expect(await app.csv('', stranger.call)).toEqual([])
  expect(await app.csv(`domainId=${app.author.domainId}`, stranger.call)).toEqual([])
})

test('uses the screens’ labels for the state of a post', async () => {
  const app = await exportingApp()
  const { domainId } = app.author
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const [waiting, back, approved] = [
    await app.accept({ message: 'Waiting', inSeconds: HOUR }),
    await app.accept({ message: 'Back', inSeconds: 2 * HOUR }),
    await app.accept({ message: 'Approved', inSeconds: 3 * HOUR }),
  ]
  await app.call(`posts/${back}/request-changes`, { json: { comment: 'Say when.' } })
  const { contentHash } = (await app.read(approved)).approval!
  await app.call(`posts/${approved}/approve`, { json: { contentHash } })
  const states = async () => (await app.csv()).map(({ State }) => State)
  expect(await states()).toEqual(['Approved', 'Changes requested', 'Waiting for approval'])
  app.clock.advance(HOUR * 1000)
  await app.run()
  expect((await app.read(waiting)).deliveries[0]?.state).toBe('held')
  expect(await states()).toContain('Not approved in time')
})
