import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'

import { asUser } from '#api/context.ts'
import { faultyDb } from '#api/test/db/faulty.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { ActivityEntry } from '#shared/activity.ts'
import type { CalendarEntry } from '#shared/calendar/calendar.ts'
import { LABEL_MESSAGES, type LabelUse } from '#shared/posts/labels.ts'
import type { Post } from '#shared/posts/posts.ts'
import type { PostContent } from '#shared/posts/revision.ts'
import { replaceLabel } from './labels.ts'

const HOUR = 3600

/** Creates an app with a Page, and functions that schedule, label and list posts. */
async function labellingApp() {
  const app = await publishingApp({ networks: ['facebook'] })
  const get = async <Data>(path: string) => ((await (await app.call(path)).json()) as { data: Data }).data
  const schedule = async (message: string, labels: string[], inSeconds = HOUR) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message }]
    form.set('data', JSON.stringify({ platforms, textOnly: true, labels }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + inSeconds))
    const response = await app.call('auth/createPosts', { form })
    return { status: response.status, id: ((await response.json()) as { postId: string }).postId }
  }
  const relabel = async (postIds: string[], json: object) =>
    (
      (await (await app.call('posts/bulk', { json: { action: 'label', postIds, ...json } })).json()) as {
        data: { success: boolean; message?: string }[]
      }
    ).data
  const texts = async (query: string) =>
    (await get<Post[]>(`posts?${query}`)).map(({ deliveries }) => deliveries[0]?.message)
  return { ...app, get, schedule, relabel, texts }
}

test('stores the labels of a new post, and shows them in lists, calendar, export and suggestions', async () => {
  const app = await labellingApp()
  const { id } = await app.schedule('Tarts are back', ['Offers', ' Spring  menu ', 'offers'])
  await app.schedule('Closed on Friday', [], 2 * HOUR)
  expect((await app.read(id)).labels).toEqual(['Offers', 'Spring menu'])
  expect(await app.get('labels')).toEqual(['Offers', 'Spring menu'])
  const entries = await app.get<CalendarEntry[]>(
    'posts/calendar?from=2030-01-01T00:00:00Z&to=2030-01-03T00:00:00Z',
  )
  expect(entries.map(({ labels }) => labels)).toEqual([['Offers', 'Spring menu'], undefined])
  const csv = await (await app.call('posts/export?tab=scheduled&label=Offers')).text()
  expect(parse<Record<string, string>>(csv, { bom: true, columns: true })).toMatchObject([
    { Text: 'Tarts are back', Labels: 'Offers, Spring menu' },
  ])
})

test('lists the posts that have a label, in every order', async () => {
  const app = await labellingApp()
  await app.schedule('Tarts', ['Offers'])
  await app.schedule('Hours', ['News'])
  expect(await app.texts('tab=scheduled&label=Offers')).toEqual(['Tarts'])
  expect(await app.texts('tab=scheduled&label=Offers&page=1')).toEqual(['Tarts'])
  expect(await app.texts('tab=scheduled&label=Nothing')).toEqual([])
  app.clock.advance(HOUR * 1000)
  await app.run()
  expect(await app.texts('tab=published&label=News&sort=reactions&page=1')).toEqual(['Hours'])
})

test('treats spellings of a label that differ in case as one', async () => {
  const app = await labellingApp()
  await app.schedule('Tarts', ['Offers'])
  await app.schedule('Pies', ['offers'], 2 * HOUR)
  await app.schedule('Apples', ['ÄPFEL'], 3 * HOUR)
  await app.schedule('Cider', ['äpfel'], 4 * HOUR)
  expect(await app.get('labels')).toEqual(['ÄPFEL', 'Offers'])
  expect(await app.texts('tab=scheduled&label=Offers')).toEqual(['Tarts', 'Pies'])
  expect(await app.texts(`tab=scheduled&label=${encodeURIComponent('äpfel')}`)).toEqual(['Apples', 'Cider'])
})

test('adds and removes labels of posts in bulk, also of published ones, and keeps their versions', async () => {
  const app = await labellingApp()
  const { id } = await app.schedule('Tarts', ['Offers'])
  app.clock.advance(HOUR * 1000)
  await app.run()
  const { version } = await app.read(id)
  expect(await app.relabel([id], { add: ['Summer'], remove: ['offers'] })).toMatchObject([{ success: true }])
  expect(await app.read(id)).toMatchObject({ labels: ['Summer'], version })
  const tooMany = ['a', 'b', 'c', 'd', 'e']
  expect(await app.relabel([id], { add: tooMany })).toMatchObject([
    { success: false, message: LABEL_MESSAGES.tooMany },
  ])
  expect((await app.read(id)).labels).toEqual(['Summer'])
})

test('changes the labels of each post in bulk', async () => {
  const app = await labellingApp()
  const tarts = (await app.schedule('Tarts', ['Offers'])).id
  const pies = (await app.schedule('Pies', ['News'], 2 * HOUR)).id
  const each = [{ remove: ['Offers'] }, { add: ['Summer'] }]
  expect(await app.relabel([tarts, pies], { each })).toMatchObject([{ success: true }, { success: true }])
  expect((await app.read(tarts)).labels ?? []).toEqual([])
  expect((await app.read(pies)).labels).toEqual(['News', 'Summer'])
  const json = { action: 'label', postIds: [tarts, pies], each: each.slice(1) }
  expect((await app.call('posts/bulk', { json })).status).toBe(400)
})

test('keeps labels when the content changes without them, and replaces them with it', async () => {
  const app = await labellingApp()
  const { id } = await app.schedule('Tarts', ['Offers'])
  const revise = (json: object) =>
    app.call(`posts/${id}`, {
      method: 'PUT',
      json: { platforms: [{ platform: 'facebook', message: 'Pies' }], mediaIds: [], textOnly: true, ...json },
    })
  expect((await revise({})).status).toBe(200)
  expect((await app.read(id)).labels).toEqual(['Offers'])
  await revise({ labels: ['Winter'] })
  expect((await app.get<PostContent>(`posts/${id}/content`)).content.labels).toEqual(['Winter'])
})

test('keeps labels in the draft of a cancelled post', async () => {
  const app = await labellingApp()
  const { id } = await app.schedule('Tarts', ['Offers'])
  await app.call(`posts/${id}/cancel`, { json: {} })
  expect(await app.get(`drafts/${id}`)).toMatchObject({ content: { labels: ['Offers'] } })
})

test('keeps the approval of a post whose labels change', async () => {
  const app = await labellingApp()
  const { id } = await app.schedule('Tarts', ['Offers'])
  const { domainId } = await app.read(id)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const { contentHash } = (await app.read(id)).approval!
  await app.call(`posts/${id}/approve`, { json: { contentHash } })
  await app.relabel([id], { add: ['Summer'] })
  expect((await app.read(id)).approval).toMatchObject({ state: 'approved', contentHash })
  app.clock.advance(HOUR * 1000)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Tarts'])
})

test('rejects labels with a comma or too many, and changes no post of another business', async () => {
  const app = await labellingApp()
  expect((await app.schedule('Tarts', ['Food, drinks'])).status).toBe(400)
  expect((await app.schedule('Tarts', ['a', 'b', 'c', 'd', 'e', 'f'])).status).toBe(400)
  const { id } = await app.schedule('Tarts', ['Offers'])
  const other = await app.signUp()
  const response = await other.call('posts/bulk', {
    json: { action: 'label', postIds: [id], add: ['Stolen'] },
  })
  expect(await response.json()).toMatchObject({ data: [{ success: false }] })
  expect((await app.read(id)).labels).toEqual(['Offers'])
  expect(((await (await other.call('labels')).json()) as { data: string[] }).data).toEqual([])
})

/** Schedules posts, saves a draft and labels a file of one business. */
async function managingApp() {
  const app = await labellingApp()
  const { id } = await app.schedule('Tarts', ['Offers', 'Spring'])
  const pies = (await app.schedule('Pies', ['spring'], 2 * HOUR)).id
  const { domainId } = await app.read(id)
  const draftId = (await app.schedule('Buns', ['Spring'], 3 * HOUR)).id
  await app.call(`posts/${draftId}/cancel`, { json: {} })
  const form = new FormData()
  form.set('media', await picture('red'))
  const uploaded = await app.call('media', { form })
  const { _id: file } = ((await uploaded.json()) as { data: { _id: string } }).data
  const json = { altText: '', labels: ['Spring', 'Logo'] }
  await app.call(`media/${file}`, { method: 'PATCH', json })
  const uses = () => app.get<LabelUse[]>(`labels/uses?domainId=${domainId}`)
  const change = (from: string, to?: string) => app.call('labels/change', { json: { domainId, from, to } })
  return { ...app, id, pies, draftId, file, domainId, uses, change }
}

test('counts the posts, drafts and files of each label, in any spelling', async () => {
  const app = await managingApp()
  expect(await app.uses()).toEqual([
    { label: 'Logo', posts: 0, drafts: 0, files: 1 },
    { label: 'Offers', posts: 1, drafts: 0, files: 0 },
    { label: 'Spring', posts: 2, drafts: 1, files: 1 },
  ])
})

test('renames a label on posts, drafts and files, without touching the posts otherwise', async () => {
  const app = await managingApp()
  const { version, approval } = await app.read(app.id)
  expect((await app.change('SPRING', 'Easter')).status).toBe(200)
  expect(await app.read(app.id)).toMatchObject({ labels: ['Offers', 'Easter'], version })
  expect((await app.read(app.id)).approval).toEqual(approval)
  expect((await app.read(app.pies)).labels).toEqual(['Easter'])
  expect(await app.get(`drafts/${app.draftId}`)).toMatchObject({
    content: { labels: ['Easter'] },
    version: 1,
  })
  expect(await app.get('media/labels')).toEqual(['Easter', 'Logo'])
  expect(await app.texts('tab=scheduled&label=Easter')).toEqual(['Tarts', 'Pies'])
})

test('merges a label with another of the new name, once on each post', async () => {
  const app = await managingApp()
  await app.change('Spring', 'offers')
  expect((await app.read(app.id)).labels).toEqual(['offers'])
  expect((await app.uses()).map(({ label, posts }) => [label, posts])).toEqual([
    ['Logo', 0],
    ['offers', 2],
  ])
})

test('deletes a label, and records it in the activity', async () => {
  const app = await managingApp()
  await app.change('Spring')
  expect((await app.read(app.pies)).labels ?? []).toEqual([])
  expect((await app.uses()).map(({ label }) => label)).toEqual(['Logo', 'Offers'])
  const [latest] = await app.get<ActivityEntry[]>(`businesses/${app.domainId}/activity`)
  expect(latest).toMatchObject({
    act: 'business.changed',
    about: { changes: { labels: ['Spring', null] } },
  })
  expect((await app.change('Spring', 'Easter')).status).toBe(404)
})

test('writes only to posts, drafts and files that have the label', async () => {
  const app = await managingApp()
  const updates: string[] = []
  const db = faultyDb(app.ctx.db, (_, run, writes) => {
    updates.push(...writes.filter(sql => sql.startsWith('update')))
    return run()
  })
  const { domainId } = app
  await replaceLabel(asUser({ ...app.ctx, db }, app.author.userId), { domainId, from: 'Logo' })
  expect(updates).toEqual([expect.stringContaining('update "media"')])
})

test('changes labels of this business only', async () => {
  const app = await managingApp()
  const other = await app.signUp()
  const json = { domainId: app.domainId, from: 'Spring' }
  expect((await other.call('labels/change', { json })).status).toBe(404)
  const second = await (
    await app.call('users/saveUserDomain', { json: { businessName: 'Mia’s Bakery' } })
  ).json()
  const { _id } = (second as { data: { _id: string } }).data
  expect((await app.call('labels/change', { json: { domainId: _id, from: 'Spring' } })).status).toBe(404)
  expect((await app.read(app.pies)).labels).toEqual(['spring'])
})
