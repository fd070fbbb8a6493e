import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'

import { activity } from '#api/db/schema/businesses/activity.ts'
import { carryOutDeletions } from '#api/personal-data/deletions/deletions.ts'
import { PASSWORD } from '#api/test/app.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { type ActivityEntry, predicateOf } from '#shared/activity.ts'
import type { Role } from '#shared/businesses/permissions.ts'

type Page = { data: ActivityEntry[]; nextCursor: string | null }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function openBusiness() {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  const path = `businesses/${domainId}`
  const page = async (query = '', call = app.call) =>
    (await (await call(`${path}/activity?${query}`)).json()) as Page
  const log = async (query = '', call = app.call) => (await page(query, call)).data
  /** Returns the activities as sentences. */
  const sentences = async (query = '', call = app.call) =>
    (await log(query, call)).map(entry => `${entry.who} ${predicateOf(entry)}`)
  const join = async (role: Role, fullname: string) => {
    const person = await app.signUp({ fullname })
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    return person
  }
  const forget = () => app.ctx.db.delete(activity)
  return { ...app, domainId, path, page, log, sentences, join, forget }
}

test('records a post from its creation to its publication, latest first, with its text', async () => {
  const app = await openBusiness()
  await app.forget()
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  app.clock.advance(MINUTE)
  const platforms = [{ platform: 'facebook', message: 'Open very late' }]
  await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 7200
  app.clock.advance(MINUTE)
  await app.call(`posts/${id}/move`, { json: { scheduledTime } })
  app.clock.advance(2 * HOUR - MINUTE)
  await app.run()
  const entries = await app.log()
  expect(entries.map(({ act }) => act)).toEqual([
    'post.published',
    'post.moved',
    'post.edited',
    'post.created',
  ])
  expect(entries[0]).toMatchObject({ who: 'Currawong', whoId: null, via: 'currawong' })
  expect(entries[1]).toMatchObject({
    who: 'Pat Lee',
    whoId: app.author.userId,
    via: 'session',
    about: {
      from: '2030-01-01T13:00:00.000Z',
      to: new Date(scheduledTime * 1000).toISOString(),
      post: { _id: id, text: 'Open very late', networks: ['facebook'] },
    },
  })
})

test('records a cancellation, its undo, a failure and a retry', async () => {
  const app = await openBusiness()
  await app.forget()
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  for (const act of ['cancel', 'restore']) {
    app.clock.advance(MINUTE)
    expect((await app.call(`posts/${id}/${act}`, { json: {} })).status).toBe(200)
  }
  await app.rejectPosts('facebook')
  app.clock.advance(HOUR)
  await app.run()
  app.clock.advance(MINUTE)
  await app.call(`posts/${id}/retry`, { json: {} })
  expect(await app.sentences('kind=post')).toEqual([
    'Pat Lee sent a post again',
    'Currawong couldn’t publish a post on Facebook',
    'Pat Lee restored a cancelled post',
    'Pat Lee cancelled a post',
    'Pat Lee wrote a post',
  ])
})

test('says of how many posts a series is', () => {
  const about = { occurrences: 12 }
  expect(predicateOf({ act: 'post.created', about })).toBe('wrote 12 posts of a series')
  expect(predicateOf({ act: 'post.submitted', about })).toBe('sent 12 posts of a series for approval')
})

test('records nothing for a rejected change', async () => {
  const app = await openBusiness()
  const id = await app.accept({ message: 'Out now' })
  await app.run()
  await app.forget()
  const platforms = [{ platform: 'facebook', message: 'Too late' }]
  const responses = [
    await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } }),
    await app.call(`posts/${id}/cancel`, { json: {} }),
    await app.call(`${app.path}/members/${app.author.userId}`, { method: 'PATCH', json: { role: 'viewer' } }),
    await app.call(`${app.path}/review-links/x`, { method: 'DELETE' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([409, 409, 409, 404])
  expect((await app.log()).map(({ act }) => act)).toEqual(['post.published'])
})

test('records approvals by members, and by reviewers with the name that they entered', async () => {
  const app = await openBusiness()
  const ann = await app.join('approver', 'Ann Approver')
  await app.forget()
  await app.call(`${app.path}/approval-rule`, { method: 'PUT', json: { required: true } })
  await app.call(`${app.path}/approval-rule`, { method: 'PUT', json: { required: true } })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  await ann.call(`posts/${id}/request-changes`, { json: { comment: 'Until when?' } })
  await app.call(`posts/${id}/submit`, { json: {} })
  const created = await app.call(`${app.path}/review-links`, { json: { postIds: [id], pin: '2468' } })
  const { url } = (await created.json()) as { url: string }
  const token = url.slice(url.lastIndexOf('/') + 1)
  const headers = { 'X-Review-Pin': '2468' }
  for (const _ of [1, 2]) await app.request(`review/${token}`, { headers })
  app.clock.advance(1)
  const { contentHash } = (await app.read(id)).approval!
  await app.request(`review/${token}/posts/${id}/approve`, {
    json: { name: 'Sam Client', contentHash },
    headers,
  })
  expect(await app.sentences()).toEqual([
    'Sam Client approved a post',
    'A reviewer opened a review link',
    'Pat Lee made a review link',
    'Pat Lee sent a post for approval',
    'Ann Approver asked for changes to a post',
    'Pat Lee sent a post for approval',
    'Pat Lee wrote a post',
    'Pat Lee turned the approval of posts on',
  ])
  const text = JSON.stringify(await app.ctx.db.select().from(activity))
  for (const secret of [token, '2468', 'Until when?']) expect(text).not.toContain(secret)
})

test('says when the maker of a review link decides with it in their own browser, under another name', async () => {
  const app = await openBusiness()
  await app.call(`${app.path}/approval-rule`, { method: 'PUT', json: { required: true } })
  const eve = await app.join('editor', 'Eve Editor')
  const signedIn = await app.request('users/login', { json: { email: eve.email, password: PASSWORD } })
  const cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const { token: session } = (await signedIn.json()) as { token: string }
  const decide = async (what: string, input: object, headers: Record<string, string>) => {
    const id = await app.accept({ inSeconds: 3600 })
    const created = await eve.call(`${app.path}/review-links`, { json: { postIds: [id] } })
    const token = ((await created.json()) as { url: string }).url.split('/').at(-1)
    const { contentHash } = (await app.read(id)).approval!
    const json = { name: 'Sam Client', contentHash, ...input }
    expect((await app.request(`review/${token}/posts/${id}/${what}`, { json, headers })).status).toBe(200)
    const [entry] = await app.log('person=reviewers')
    return `${entry?.who} ${predicateOf(entry!)}`
  }
  const own = ' in a browser where Eve Editor, who made the link, has signed in'
  expect(await decide('approve', {}, { Cookie: cookie })).toBe(`Sam Client approved a post${own}`)
  app.clock.advance(1)
  expect(await decide('approve', {}, { Authorization: `Bearer ${session}` })).toBe(
    `Sam Client approved a post${own}`,
  )
  app.clock.advance(1)
  expect(await decide('request-changes', { comment: 'When?' }, { Cookie: cookie })).toBe(
    `Sam Client asked for changes to a post${own}`,
  )
  app.clock.advance(1)
  expect(await decide('approve', {}, {})).toBe('Sam Client approved a post')
  app.clock.advance(1)
  const theirs = await app.request('users/login', { json: { email: app.author.email, password: PASSWORD } })
  const another = theirs.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(await decide('approve', {}, { Cookie: another })).toBe('Sam Client approved a post')
})

test('records a single activity for two simultaneous approvals', async () => {
  const app = await openBusiness()
  const ann = await app.join('approver', 'Ann Approver')
  await app.call(`${app.path}/approval-rule`, { method: 'PUT', json: { required: true } })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { contentHash } = (await app.read(id)).approval!
  const approve = (call: typeof app.call) => call(`posts/${id}/approve`, { json: { contentHash } })
  await Promise.all([approve(app.call), approve(ann.call), approve(app.call)])
  expect((await app.log()).filter(({ act }) => act === 'post.approved')).toHaveLength(1)
})

test('names the members affected, and shows e-mails of invitations to owners only', async () => {
  const app = await openBusiness()
  const eve = await app.join('editor', 'Eve Editor')
  const mia = await app.signUp({ fullname: 'Mia Chen' })
  await app.forget()
  const steps = [
    () => app.call(`${app.path}/members`, { json: { email: mia.email, role: 'author' } }),
    () => app.call(`${app.path}/members`, { json: { email: 'ned@example.com', role: 'viewer' } }),
    async () => {
      const [mail] = await app.mail(mia.email)
      const token = /\/invite\/([a-z2-7]{52})/.exec(mail?.text ?? '')?.[1]
      return mia.call(`invitations/${token}/accept`, { method: 'POST' })
    },
    () => app.call(`${app.path}/members/${mia.userId}`, { method: 'PATCH', json: { role: 'editor' } }),
    () => app.call(`${app.path}/members/${mia.userId}`, { method: 'DELETE' }),
    () => eve.call(`${app.path}/members/${eve.userId}`, { method: 'DELETE' }),
  ]
  for (const step of steps) {
    expect((await step()).status).toBe(200)
    app.clock.advance(MINUTE)
  }
  expect(await app.sentences()).toEqual([
    'Eve Editor left the business',
    'Pat Lee removed Mia Chen',
    'Pat Lee made Mia Chen an editor',
    'Mia Chen joined as author',
    'Pat Lee invited ned@example.com as viewer',
    'Pat Lee invited Mia Chen as author',
  ])
  const vic = await app.join('viewer', 'Vic Viewer')
  expect((await app.sentences('kind=member', vic.call)).at(-2)).toBe('Pat Lee invited somebody as viewer')
})

test('shows nothing of the user’s other businesses', async () => {
  const app = await openBusiness()
  const added = await app.call('users/saveUserDomain', { json: { businessName: 'Elsewhere' } })
  const { data: other } = (await added.json()) as { data: { _id: string } }
  const slots = [{ weekday: 1, time: '09:00' }]
  await app.forget()
  await app.call('slots', { method: 'PUT', json: { slots }, headers: { 'X-Domain-Id': other._id } })
  expect(await app.sentences()).toEqual([])
  const ofOther = await app.call(`businesses/${other._id}/activity?`)
  expect((await ofOther.json()) as Page).toMatchObject({ data: [{ act: 'business.slots' }] })
})

test('records accounts and settings', async () => {
  const app = await openBusiness()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  app.clock.advance(MINUTE)
  const change = { domainId: app.domainId, businessName: 'Pat & Co' }
  for (const _ of [1, 2]) await app.call('users/updateUserDomain', { json: change })
  app.clock.advance(MINUTE)
  const slots = [{ weekday: 1, time: '09:00' }]
  for (const _ of [1, 2]) await app.call('slots', { method: 'PUT', json: { slots } })
  expect(await app.sentences()).toEqual([
    'Pat Lee changed the posting times',
    'Pat Lee changed the business’s name',
    "Pat Lee disconnected Facebook account Pat's Plumbing",
    "Pat Lee connected Facebook account Pat's Plumbing",
    'Pat Lee added the business',
  ])
  const [, renamed] = await app.log()
  expect(renamed?.about.changes).toMatchObject({ businessName: [expect.any(String), 'Pat & Co'] })
})

test('filters by kind, person and period, and pages without gaps or repetitions', async () => {
  const app = await openBusiness()
  await app.forget()
  const eve = await app.join('editor', 'Eve Editor')
  const at = app.clock.now().toISOString()
  for (let index = 0; index < 60; index++) {
    if (index % 3 === 0) app.clock.advance(1)
    const by = index % 2 === 0 ? eve : app
    await by.call('slots', {
      method: 'PUT',
      json: { slots: [{ weekday: 1, time: `09:${10 + (index % 50)}` }] },
    })
  }
  await app.accept({ message: 'Out now' })
  app.clock.advance(1)
  await app.run()
  const first = await app.page()
  const second = await app.page(`cursor=${first.nextCursor}`)
  const ids = [...first.data, ...second.data].map(({ _id }) => _id)
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([50, 12, null])
  expect(new Set(ids).size).toBe(62)
  expect((await app.log('kind=post')).map(({ act }) => act)).toEqual(['post.published', 'post.created'])
  expect((await app.log(`person=${eve.userId}`)).length).toBe(30)
  expect((await app.log('person=currawong')).map(({ act }) => act)).toEqual(['post.published'])
  expect(await app.log('person=reviewers')).toEqual([])
  const later = encodeURIComponent(new Date(Date.parse(at) + 3).toISOString())
  expect((await app.log(`to=${later}&kind=business`)).length).toBe(6)
  expect((await app.log(`from=${later}&person=${eve.userId}`)).length).toBe(27)
  expect((await app.call(`${app.path}/activity?cursor=nonsense`)).status).toBe(400)
  const saved = await app.call('users/saveUserDomain', { json: { businessName: 'Mill' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  const other = await app.call(`businesses/${data._id}/activity`)
  expect(((await other.json()) as Page).data.map(({ act }) => act)).toEqual(['business.created'])
})

test('exports the activity as CSV, with formulas escaped', async () => {
  const app = await openBusiness()
  await app.forget()
  await app.call('users/updateProfile', {
    method: 'PUT',
    form: profileNamed('=HYPERLINK("http://evil.example")'),
  })
  await app.accept({ message: '=1+1', inSeconds: 3600 })
  const response = await app.call(`${app.path}/activity/export?kind=post`)
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="activity-2030-01-01.csv"')
  const [row] = parse<Record<string, string>>(await response.text(), { bom: true, columns: true })
  expect(row).toMatchObject({
    Who: `'=HYPERLINK("http://evil.example")`,
    What: 'wrote a post',
    About: `'=1+1`,
    How: 'Signed in',
    Kind: 'Posts',
  })
  expect(row?.['Time (UTC)']).toMatch(/^2030-01-01 \d\d:\d\d:\d\d$/)
})

const profileNamed = (fullname: string) => {
  const form = new FormData()
  form.set('fullname', fullname)
  return form
}

test('shows people who deleted their login as former members', async () => {
  const app = await openBusiness()
  const eve = await app.join('editor', 'Eve Editor')
  await app.call(`${app.path}/members/${eve.userId}`, { method: 'PATCH', json: { role: 'author' } })
  await eve.call(`${app.path}/members/${eve.userId}`, { method: 'DELETE' })
  await eve.call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  for (const wait of [7 * 24 * HOUR, 11 * MINUTE]) {
    app.clock.advance(wait)
    await carryOutDeletions(app.ctx)
  }
  const sentences = await app.sentences('kind=member')
  expect(sentences).toEqual(['Former member left the business', 'Pat Lee made a former member an author'])
  const rows = await app.ctx.db.select().from(activity).where(eq(activity.domainId, app.domainId))
  expect(JSON.stringify(rows)).not.toContain(eve.email)
})
