import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { setSystemRole } from '#api/auth/people.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvalRules, approvals } from '#api/db/schema/posts/approvals.ts'
import { createEngine } from '#api/publishing/engine.ts'
import type { Config } from '#api/runtime/config.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { addMember } from '#api/test/members.ts'
import { type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-access-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Person = Awaited<ReturnType<TestApp['signUp']>>

const fileIn = (name: string) => join(folder, name, 'currawong.db')
const open = (name: string) => testApp({ env: { DATABASE_URL: pathToFileURL(fileIn(name)).href } })

/** Writes the app's database to a new folder, as an api that has stopped leaves it. */
async function saveTo(name: string, { ctx }: TestApp): Promise<Config> {
  mkdirSync(join(folder, name))
  await ctx.db.$client.execute({ sql: 'vacuum into ?', args: [fileIn(name)] })
  return { ...ctx.config, database: { url: pathToFileURL(fileIn(name)).href, authToken: undefined } }
}

const copy = join(folder, 'copy.db')
const restoreFrom = (source: string, config: Config) =>
  restore(config, source, { force: true, now: new Date() })

const business = async ({ call }: Person, businessName: string) => {
  const saved = await call('users/saveUserDomain', { json: { businessName } })
  return ((await saved.json()) as { data: { _id: string } }).data._id
}

/** Calls that must succeed. */
const act = async ({ call }: Person, path: string, init: Parameters<Person['call']>[1] = {}) => {
  const response = await call(path, init)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as { url: string; data: { _id: string; preparedAt?: string } }
}

/** Returns who has which role where, as `business: email role`. */
const rolesIn = async ({ ctx }: TestApp) => {
  const rows = await ctx.db
    .select({ business: domains.businessName, email: users.email, role: members.role })
    .from(members)
    .innerJoin(domains, eq(domains.id, members.domainId))
    .innerJoin(users, eq(users.id, members.userId))
  return rows.map(({ business, email, role }) => `${business}: ${email.split('@')[0]} ${role}`).toSorted()
}

let output = ''
let app: TestApp
let later: TestApp
let links: string[]
let tokens: Record<'pat' | 'old', string>

beforeAll(async () => {
  const before = await testApp()
  const person = (name: string) => before.signUp({ email: `${name}@example.com` })
  const [pat, mia, sam, tim] = [
    await person('pat'),
    await person('mia'),
    await person('sam'),
    await person('tim'),
  ]
  await before.signUp({ email: 'ada@example.com', role: 'admin' })
  const [mill, bakery, shop] = [
    await business(pat, 'Mill'),
    await business(tim, 'Bakery'),
    await business(tim, 'Shop'),
  ]
  await addMember(before.ctx, { domainId: mill, userId: mia.userId, role: 'editor' })
  await addMember(before.ctx, { domainId: mill, userId: sam.userId, role: 'owner' })
  await addMember(before.ctx, { domainId: shop, userId: mia.userId, role: 'viewer', isSelected: false })
  const login = await before.request('users/login', {
    json: { email: 'pat@example.com', password: pat.password },
  })
  tokens = { pat: pat.token, old: ((await login.json()) as { token: string }).token }

  const { data: kim } = await act(pat, `businesses/${mill}/members`, {
    json: { email: 'kim@example.com', role: 'viewer' },
  })
  const week = { from: '2030-01-01T00:00:00Z', to: '2030-01-08T00:00:00Z' }
  const kept = await act(pat, `businesses/${mill}/review-links`, { json: week })
  const review = await act(pat, `businesses/${mill}/review-links`, { json: week })
  const connect = await act(pat, `businesses/${mill}/connect-links`, { json: { networks: ['facebook'] } })
  const feed = await act(pat, `calendarFeeds/${mill}`, { method: 'POST' })
  const { data: report } = await act(pat, 'reports', { json: { domainId: mill, month: '2029-12' } })
  await act(pat, `reports/${report._id}/release`, {
    json: { preparedAt: report.preparedAt, recipients: [], note: '' },
  })
  const paths = [kept, review, connect].map(({ url }) => `/api${new URL(url).pathname}`)
  links = [...paths, new URL(feed.url).pathname]
  await backup(await saveTo('before', before), copy)

  before.clock.advance(1000)
  await act(pat, `businesses/${mill}/members/${mia.userId}`, { method: 'DELETE' })
  await act(pat, `businesses/${mill}/approval-rule`, {
    method: 'PUT',
    json: { required: true, approvers: [] },
  })
  await act(pat, `businesses/${mill}/members/${sam.userId}`, { method: 'PATCH', json: { role: 'author' } })
  await act(pat, `businesses/${mill}/members/${kim._id}`, { method: 'DELETE' })
  await act(pat, `businesses/${mill}/review-links/${review.data._id}`, { method: 'DELETE' })
  await act(pat, `businesses/${mill}/connect-links/${connect.data._id}`, { method: 'DELETE' })
  await act(pat, `calendarFeeds/${mill}`, { method: 'DELETE' })
  await act(pat, `reports/${report._id}/withdraw`, { method: 'POST' })
  await before.request('users/logout', { method: 'POST', token: tokens.old })
  await setSystemRole(before.ctx, 'ada@example.com', 'user')
  // The later owner of one business isn't in the backup, and another business was deleted.
  const uma = await person('uma')
  await addMember(before.ctx, { domainId: bakery, userId: uma.userId, role: 'owner' })
  await act(uma, `businesses/${bakery}/members/${tim.userId}`, { method: 'DELETE' })
  await act(tim, `users/deleteUserDomain/${shop}`, { method: 'DELETE' })
  await act(pat, `users/updateUserDomain`, { json: { domainId: mill, businessName: 'Old Mill' } })
  output = await restoreFrom(copy, await saveTo('after', before))
  app = await open('after')
  later = before
})

test('doesn’t bring back the access of members who were removed or demoted since the backup', async () => {
  expect(await rolesIn(app)).toEqual([
    'Bakery: tim owner',
    'Mill: pat owner',
    'Mill: sam author',
    'Shop: mia viewer',
    'Shop: tim owner',
  ])
  const [admin] = await app.ctx.db.select().from(users).where(eq(users.email, 'ada@example.com'))
  expect(admin?.role).toBe('user')
})

test('doesn’t bring back links, invitations and sessions that ended since the backup', async () => {
  const opened = await Promise.all(links.map(async link => (await app.request(link)).status))
  expect(opened).toEqual([200, 404, 404, 404])
  expect((await app.request('sessions', { token: tokens.old })).status).toBe(401)
  expect((await app.request('sessions', { token: tokens.pat })).status).toBe(200)
})

test('prints which access it has ended, by business', () => {
  const lines = output.split('\n')
  expect(lines.slice(lines.indexOf('Access that ended since the backup hasn’t come back:'))).toEqual([
    'Access that ended since the backup hasn’t come back:',
    '  Bakery: except that tim@example.com is an owner again, because the backup has no later owner',
    '  Mill: mia@example.com is no longer a member',
    '  Mill: sam@example.com is author, no longer owner',
    '  Mill: 1 invitation',
    '  Mill: 1 review link',
    '  Mill: 1 connect link',
    '  Mill: 1 calendar link',
    '  Mill: 1 report link',
    '  1 session',
    '  ada@example.com is no longer an administrator',
    'Passwords and two-factor sign-in are those of the backup.',
    'Approval is still required, as it has been since the backup: Mill.',
  ])
})

test('publishes nothing unapproved where approval has been required since the backup', async () => {
  const before = await publishingApp({ networks: ['facebook'] })
  const { author } = before
  await before.accept({ inSeconds: 3600 })
  const source = join(folder, 'unapproved.db')
  await backup(await saveTo('free', before), source)
  const rule = { required: true, approvers: [] }
  await act(author, `businesses/${author.domainId}/approval-rule`, { method: 'PUT', json: rule })
  await restoreFrom(source, await saveTo('required', before))

  const ctx = await publishDue(before, 'required')
  expect(await before.published()).toEqual([])
  expect(await ctx.db.select().from(approvals)).toMatchObject([{ state: 'in_review' }])
})

/** Publishes what comes due within 80 minutes of the app's clock, from a restored database. */
async function publishDue({ clock, sandbox }: PublishingApp, name: string) {
  const { ctx } = await testApp({
    clock,
    sandbox,
    env: { DATABASE_URL: pathToFileURL(fileIn(name)).href },
  })
  const engine = createEngine(ctx)
  for (let round = 0; round < 4; round++) {
    clock.advance(20 * 60_000)
    await engine.tick()
    await engine.idle()
  }
  await engine.stop()
  return ctx
}

/** Backs up a business with an approved post, changes it, restores the backup and lets the post's time pass. */
async function restoreApproved(
  name: string,
  change: (app: PublishingApp, postId: string) => Promise<unknown>,
) {
  const before = await publishingApp({ networks: ['facebook'] })
  const { clock, author } = before
  await act(author, `businesses/${author.domainId}/approval-rule`, {
    method: 'PUT',
    json: { required: true, approvers: [] },
  })
  const postId = await before.accept({ message: 'Half price', textOnly: true, inSeconds: 3600 })
  const { contentHash } = (await before.read(postId)).approval!
  await act(author, `posts/${postId}/approve`, { json: { contentHash } })
  const source = join(folder, `${name}.backup.db`)
  await backup(await saveTo(`${name}-before`, before), source)
  clock.advance(1000)
  await change(before, postId)
  const printed = await restoreFrom(source, await saveTo(`${name}-after`, before))

  const ctx = await publishDue(before, `${name}-after`)
  return { printed, ctx, published: await before.published() }
}

test('publishes no version whose approval was withdrawn since the backup', async () => {
  const { printed, ctx, published } = await restoreApproved('sent-back', ({ author }, postId) =>
    act(author, `posts/${postId}/request-changes`, { json: { comment: 'That’s the wrong price.' } }),
  )
  expect(published).toEqual([])
  expect(await ctx.db.select().from(approvals)).toMatchObject([{ state: 'in_review', signedHashes: [] }])
  expect(printed).toContain('Pat’s Plumbing: the approval of 1 post')
})

test('publishes a version that has stayed approved since the backup', async () => {
  const { published } = await restoreApproved('kept', ({ author }) =>
    act(author, 'users/updateUserDomain', { json: { domainId: author.domainId, businessName: 'Pat’s' } }),
  )
  expect(published).toMatchObject([{ message: 'Half price' }])
})

test('lets nobody approve who was left out of the approvers since the backup', async () => {
  const before = await testApp()
  const [pat, sam] = [
    await before.signUp({ email: 'pat@mill.example' }),
    await before.signUp({ email: 'sam@mill.example' }),
  ]
  const mill = await business(pat, 'Mill')
  await addMember(before.ctx, { domainId: mill, userId: sam.userId, role: 'approver' })
  const choose = (approvers: string[]) =>
    act(pat, `businesses/${mill}/approval-rule`, { method: 'PUT', json: { required: true, approvers } })
  await choose([])
  const source = join(folder, 'chosen.backup.db')
  await backup(await saveTo('chosen-before', before), source)
  before.clock.advance(1000)
  await choose([pat.userId])
  await restoreFrom(source, await saveTo('chosen-after', before))
  const [rule] = await (await open('chosen-after')).ctx.db.select().from(approvalRules)
  expect(rule).toMatchObject({ required: true, approvers: [pat.userId] })
})

const BACK = 'Access that ended since the backup is back: check the members and links of each business'

test('ends no access when it replaces an older database', async () => {
  const config = await saveTo('older', later)
  copyFileSync(fileIn('older'), join(folder, 'later.db'))
  copyFileSync(copy, fileIn('older'))
  expect(await restoreFrom(join(folder, 'later.db'), config)).toContain(BACK)
  expect(await rolesIn(await open('older'))).toEqual([
    'Bakery: uma owner',
    'Old Mill: pat owner',
    'Old Mill: sam author',
  ])
})

test('ends no access when it replaces a damaged database', async () => {
  const config = await saveTo('damaged', later)
  writeFileSync(fileIn('damaged'), 'not a database any more '.repeat(1000))
  expect(await restoreFrom(copy, config)).toContain(BACK)
  expect(await rolesIn(await open('damaged'))).toContain('Mill: mia editor')
})
