import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { type Body, callUsers, list, type Person, remove, save, selected } from '#api/test/domains.ts'
import { addMember } from '#api/test/members.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'

test('lists a new business, and selects the first one', async () => {
  const pat = await (await testApp()).signUp()
  expect(await callUsers(pat, 'getUserDomain')).toEqual({ status: 200, success: true, data: [] })
  expect(await callUsers(pat, 'getUserActiveDomain')).toEqual({ status: 200, success: true, data: null })

  const data = {
    _id: expect.any(String),
    businessName: 'Pat’s Plumbing',
    websiteURL: 'https://pats-plumbing.com.au',
    isSelected: true,
    role: 'owner',
    timeZone: null,
    linkTags: null,
    postButton: null,
    performanceData: [],
    performanceStatus: 'queued',
  }
  expect(await save(pat, ' Pat’s Plumbing ', 'pats-plumbing.com.au')).toEqual({
    status: 200,
    success: true,
    message: 'Domain added successfully!',
    data,
  })
  await save(pat, 'Second')
  expect((await list(pat)).map(({ businessName, isSelected }) => [businessName, isSelected])).toEqual([
    ['Second', false],
    ['Pat’s Plumbing', true],
  ])
  expect((await callUsers(pat, 'getUserActiveDomain')).data).toEqual(data)
})

test('tells the user’s windows of a business that is added or renamed', async () => {
  const { ctx, signUp } = await testApp()
  const pat = await signUp()
  const events = () =>
    ctx.db.$count(liveEvents, and(eq(liveEvents.userId, pat.userId), eq(liveEvents.type, 'domain')))
  const { data } = await save(pat, 'Pat')
  expect(await events()).toBe(1)
  await callUsers(pat, 'updateUserDomain', { domainId: data._id, businessName: 'Pat & Co' })
  expect(await events()).toBe(2)
})

test('selects exactly one of many concurrently added businesses', async () => {
  const pat = await (await testApp()).signUp()
  await Promise.all(Array.from({ length: 8 }, (_, n) => save(pat, `Domain ${n}`)))
  expect(await list(pat)).toHaveLength(8)
  expect(await selected(pat)).toHaveLength(1)
})

test('edits a business', async () => {
  const pat = await (await testApp()).signUp()
  const { data } = await save(pat, 'Pat', 'https://pat.example.com')
  const change = { domainId: data._id, businessName: 'Pat & Daughters', websiteURL: '' }
  expect(await callUsers(pat, 'updateUserDomain', change)).toEqual({
    status: 200,
    success: true,
    message: 'Domain updated successfully!',
    data: { ...data, businessName: 'Pat & Daughters', websiteURL: '', performanceStatus: 'none' },
  })
})

test('keeps the website when only the name is edited', async () => {
  const pat = await (await testApp()).signUp()
  const { data } = await save(pat, 'Pat', 'https://pat.example.com')
  const edited = await callUsers(pat, 'updateUserDomain', { domainId: data._id, businessName: 'Pat & Sons' })
  expect(edited.data).toEqual({ ...data, businessName: 'Pat & Sons' })
  expect(await list(pat)).toMatchObject([
    { websiteURL: 'https://pat.example.com', performanceStatus: 'queued' },
  ])
})

test.each([
  ['pat.example.com:8080/shop', 'https://pat.example.com:8080/shop'],
  ['localhost:3000', 'https://localhost:3000'],
  ['HTTP://pat.example.com.', 'HTTP://pat.example.com.'],
])('saves the website %s as %s', async (written, websiteURL) => {
  const pat = await (await testApp()).signUp()
  expect((await save(pat, 'Pat', written)).data).toMatchObject({ websiteURL })
})

test('selects one business by its id alone', async () => {
  const pat = await (await testApp()).signUp()
  await save(pat, 'First')
  const { data: second } = await save(pat, 'Second')
  const { data: third } = await save(pat, 'Third')
  const select = (domainId: string) => callUsers(pat, 'updateUserDomain', { domainId })
  expect((await select(second._id)).data).toEqual({ ...second, isSelected: true })
  expect(await selected(pat)).toEqual(['Second'])
  await Promise.all([select(third._id), select(second._id), select(third._id)])
  expect(await selected(pat)).toHaveLength(1)
})

test('selects the newest remaining business when the selected one is deleted', async () => {
  const pat = await (await testApp()).signUp()
  const { data: first } = await save(pat, 'First')
  await save(pat, 'Second')
  const { data: third } = await save(pat, 'Third')
  expect(await remove(pat, first._id)).toEqual({
    status: 200,
    success: true,
    message: 'Domain deleted successfully',
  })
  expect(await selected(pat)).toEqual(['Third'])
  await remove(pat, third._id)
  expect(await selected(pat)).toEqual(['Second'])
})

test('keeps the selection when another business is deleted', async () => {
  const pat = await (await testApp()).signUp()
  await save(pat, 'First')
  const { data: second } = await save(pat, 'Second')
  await remove(pat, second._id)
  expect(await selected(pat)).toEqual(['First'])
})

test('hides another user’s business from reading, editing, selecting and deleting', async () => {
  const api = await testApp()
  const [pat, ann] = [await api.signUp(), await api.signUp()]
  const { data } = await save(pat, 'Pat')
  await save(ann, 'Ann')
  const missing = {
    status: 404,
    success: false,
    code: 'not_found',
    message: 'This business no longer exists.',
  }
  expect(await callUsers(ann, 'updateUserDomain', { domainId: data._id })).toEqual(missing)
  expect(await callUsers(ann, 'updateUserDomain', { domainId: data._id, businessName: 'Mine' })).toEqual(
    missing,
  )
  expect(await remove(ann, data._id)).toEqual(missing)
  expect(await remove(ann, 'nonsense')).toEqual(missing)
  expect(await list(pat)).toEqual([data])
  expect(await selected(ann)).toEqual(['Ann'])
})

test('limits a user to a hundred businesses, even when many are added concurrently', async () => {
  const { ctx, signUp } = await testApp()
  const pat = await signUp()
  const row = (n: number) => ({
    id: `d${n}`,
    userId: pat.userId,
    businessName: `${n}`,
    createdAt: ctx.now(),
  })
  await ctx.db.insert(domains).values(Array.from({ length: 98 }, (_, n) => row(n)))
  for (let n = 0; n < 98; n++)
    await addMember(ctx, { domainId: `d${n}`, userId: pat.userId, role: 'owner', isSelected: n === 0 })
  const responses = await Promise.all(Array.from({ length: 5 }, (_, n) => save(pat, `New ${n}`)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(responses.find(({ status }) => status === 409)).toMatchObject({
    code: 'conflict',
    message: 'You have 100 businesses, which is the limit. Delete one first.',
  })
  expect(await list(pat)).toHaveLength(100)
})

/** Creates a delivery in this state, on a connected account of the business. */
async function givePost({ ctx }: TestApp, { userId }: Person, domainId: string, state: DeliveryState) {
  const [now, id] = [ctx.now(), crypto.randomUUID()]
  const account = {
    id,
    userId,
    domainId,
    network: 'facebook',
    status: 'connected',
    providerUserId: '1',
    encryptedUserToken: '',
  } as const
  await ctx.db.insert(accounts).values({ ...account, signedInAt: now, createdAt: now, updatedAt: now })
  await ctx.db.insert(posts).values({ id, userId, domainId, publishAt: now, timeZone: 'UTC', createdAt: now })
  const delivery = {
    id,
    postId: id,
    userId,
    domainId,
    accountId: id,
    network: 'facebook',
    message: 'Hi',
    mediaPositions: [] as number[],
    state,
  } as const
  await ctx.db.insert(deliveries).values({ ...delivery, publishAt: now, updatedAt: now })
}

test('deletes a business with its accounts, drafts and scheduled posts only', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const [{ data: doomed }, { data: kept }] = [await save(pat, 'Doomed'), await save(pat, 'Kept')]
  await givePost(api, pat, doomed._id, 'scheduled')
  await givePost(api, pat, kept._id, 'scheduled')
  expect((await remove(pat, doomed._id)).status).toBe(200)
  for (const table of [accounts, posts, deliveries]) expect(await api.ctx.db.$count(table)).toBe(1)
})

test.each(['publishing', 'unconfirmed'] as const)(
  'does not delete a domain while one of its posts is %s',
  async state => {
    const api = await testApp()
    const pat = await api.signUp()
    const { data } = await save(pat, 'Busy')
    await givePost(api, pat, data._id, state)
    expect(await remove(pat, data._id)).toMatchObject({ status: 409, code: 'conflict' })
    expect(await selected(pat)).toEqual(['Busy'])
    await api.ctx.db.update(deliveries).set({ state: 'published' }).where(eq(deliveries.userId, pat.userId))
    expect((await remove(pat, data._id)).status).toBe(200)
  },
)

const ADDRESS = 'Please enter a website address, for example https://example.com.au'
type Refused = [path: string, json: unknown, fields: object]
const REFUSED: Refused[] = [
  ['saveUserDomain', {}, { businessName: 'Please enter a name.' }],
  ['saveUserDomain', { businessName: 7 }, { businessName: 'Please enter a name.' }],
  [
    'saveUserDomain',
    { businessName: 'x'.repeat(101) },
    { businessName: 'Please keep this to 100 characters or fewer.' },
  ],
  ['saveUserDomain', { businessName: 'Pat', websiteURL: 'not a site' }, { websiteURL: ADDRESS }],
  ...[
    'javascript:alert(1)',
    'javascript://localhost/%0aalert(1)',
    'ftp://localhost',
    'https://pat:secret@pat.com',
    'https://:secret@pat.com',
    'http://pat@localhost',
    'https://pat..com',
    'https://.',
  ].map((websiteURL): Refused => [
    'saveUserDomain',
    { businessName: 'Pat', websiteURL },
    { websiteURL: ADDRESS },
  ]),
  ['saveUserDomain', { businessName: 'Pat', websiteURL: ['a'] }, { websiteURL: 'Please enter text.' }],
  ['updateUserDomain', {}, { domainId: 'Please choose a business.' }],
  ['updateUserDomain', { domainId: {} }, { domainId: 'Please choose a business.' }],
  ['updateUserDomain', { domainId: 'x', businessName: ' ' }, { businessName: 'Please enter a name.' }],
  [
    'updateUserDomain',
    { domainId: 'x', websiteURL: 'https://pat.com' },
    { businessName: 'Please enter a name.' },
  ],
]

test.each(REFUSED)('%s rejects %j with a message for each field', async (path, json, fields) => {
  const pat = await (await testApp()).signUp()
  expect(await callUsers(pat, path, json)).toMatchObject({ status: 400, code: 'invalid', fields })
  expect(await list(pat)).toEqual([])
})

test('queues scores for each new website, and none for a business without one', async () => {
  const pat = await (await testApp()).signUp()
  await save(pat, 'Pat’s Plumbing')
  const status = async () => (await list(pat))[0]?.performanceStatus
  expect(await status()).toBe('none')
  const [{ _id: domainId } = { _id: '' }] = await list(pat)
  await callUsers(pat, 'updateUserDomain', {
    domainId,
    businessName: 'Pat’s',
    websiteURL: 'https://pat.example',
  })
  expect(await status()).toBe('queued')
  await callUsers(pat, 'updateUserDomain', { domainId, businessName: 'Pat’s', websiteURL: '' })
  expect(await status()).toBe('none')
})

test('saves the time zone of a new business until another is chosen, and the tags of its links', async () => {
  const pat = await (await testApp()).signUp()
  const { data } = await callUsers(pat, 'saveUserDomain', {
    businessName: 'Pat',
    timeZone: 'Australia/Perth',
  })
  expect(data).toMatchObject({ timeZone: 'Australia/Perth', linkTags: null })
  const change = async (json: object) => {
    const response = await pat.call(`domains/${data._id}`, { method: 'PATCH', json })
    return { status: response.status, ...((await response.json()) as Body) }
  }
  const linkTags = { on: true, source: '', medium: 'social', campaign: 'winter' }
  expect((await change({ linkTags })).data).toMatchObject({ timeZone: 'Australia/Perth', linkTags })
  expect((await change({ timeZone: 'Europe/Berlin' })).data).toMatchObject({
    timeZone: 'Europe/Berlin',
    linkTags,
  })
  expect((await change({})).status).toBe(200)
  expect(await change({ timeZone: 'Mars/Olympus' })).toMatchObject({
    status: 400,
    fields: { timeZone: 'Please choose a time zone.' },
  })
})
