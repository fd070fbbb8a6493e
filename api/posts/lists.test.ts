import { expect, test } from 'bun:test'
import { eq, isNull } from 'drizzle-orm'

import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Post } from '#shared/posts/posts.ts'
import { foldMessages } from './lists.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

test('lists posts by tab and time, page by page, upcoming ones soonest first', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const listed = async (query: string) =>
    ((await (await app.call(`posts${query}`)).json()) as { data: Post[] }).data
  const ids = []
  for (const minutes of [30, 10, 20])
    ids.push(await app.accept({ message: `In ${minutes}`, inSeconds: minutes * MINUTE }))
  const first = (await (await app.call('posts?tab=scheduled&limit=2')).json()) as {
    data: Post[]
    nextCursor: string
  }
  expect(first.data.map(post => post.deliveries[0]?.message)).toEqual(['In 10', 'In 20'])
  expect(first.data[0]?.media[0]?.thumbnailUrl).toContain('/api/media/')
  expect((await listed(`?tab=scheduled&limit=2&cursor=${first.nextCursor}`)).map(({ _id }) => _id)).toEqual([
    ids[0]!,
  ])
  expect(await listed('?tab=published')).toEqual([])
  const until = new Date(+app.clock.now() + 15 * MINUTE * 1000).toISOString()
  expect((await listed(`?to=${until}`)).map(({ _id }) => _id)).toEqual([ids[1]!])
})

test('rejects invalid queries', async () => {
  const app = await publishingApp({ networks: [] })
  for (const query of ['tab=lost', 'state=gone', 'limit=0', 'limit=many', 'from=yesterday', 'cursor=x']) {
    expect((await app.call(`posts?${query}`)).status).toBe(400)
  }
})

test('lists at most a hundred posts per page', async () => {
  const app = await publishingApp({ networks: [] })
  expect((await app.call('posts?limit=100')).status).toBe(200)
  expect((await app.call('posts?limit=101')).status).toBe(400)
})

test('lists a post with several times once, at the earliest', async () => {
  const app = await publishingApp()
  const split = await app.accept({ message: 'Split', inSeconds: HOUR })
  for (const hours of [2, 3, 4]) await app.accept({ message: `In ${hours}`, inSeconds: hours * HOUR })
  const facebook = await app.delivery(split, 'facebook')
  const later = Math.floor(+app.clock.now() / 1000) + 3.5 * HOUR
  await app.call(`posts/${split}/move`, { json: { deliveryId: facebook._id, scheduledTime: later } })

  const read: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await app.call(`posts?tab=scheduled&limit=1${cursor && `&cursor=${cursor}`}`)
    const page = (await response.json()) as { data: Post[]; nextCursor: string | null }
    read.push(...page.data.map(({ deliveries }) => deliveries[0]!.message))
    cursor = page.nextCursor
  }
  expect(read).toEqual(['Split', 'In 2', 'In 3', 'In 4'])
})

test('reads only the rows of a page, through an index in list order', async () => {
  const app = await publishingApp()
  await app.accept({ inSeconds: HOUR })
  const cursor = `${+app.clock.now()}_x`
  const domainId = app.author.domainId
  const plans = await plansOf(app.ctx, async () => {
    for (const tab of ['scheduled', 'published']) {
      const response = await app.call(`posts?tab=${tab}&domainId=${domainId}&cursor=${cursor}`)
      expect(response.status).toBe(200)
    }
  })
  const steps = plans.flatMap(({ plan }) => plan)
  expect(steps.filter(step => step.includes('deliveries_domain_state')).length).toBeGreaterThan(2)
  expect(steps.filter(step => /^SCAN (?!item |json_each |chosen )/.test(step))).toEqual([])
  // The only sort merges the pages of the businesses.
  for (const { plan } of plans.filter(({ sql }) => sql.includes('deliveries other')))
    expect(plan.filter(step => step.includes('ORDER BY'))).toHaveLength(1)
})

test('finds posts by text and by network, and returns the number of posts on all pages', async () => {
  const app = await publishingApp()
  for (const [at, message] of ['Spring sale', '100% wool', 'spring clean', 'Other'].entries())
    await app.accept({ message, inSeconds: (at + 1) * HOUR })
  const one = [{ platform: 'facebook' as const, message: 'Spring on Facebook' }]
  await app.accept({ platforms: one, inSeconds: 9 * HOUR })
  const listed = async (query: string) => {
    const response = await app.call(`posts?tab=scheduled&page=1&${query}`)
    const { data, total } = (await response.json()) as { data: Post[]; total: number }
    return [data.map(post => post.deliveries[0]?.message), total]
  }
  expect(await listed('search=SPRING&limit=2')).toEqual([['Spring sale', 'spring clean'], 3])
  expect(await listed('search=SPRING&network=instagram')).toEqual([['Spring sale', 'spring clean'], 2])
  expect(await listed('search=%25')).toEqual([['100% wool'], 1])
  const second = await app.call('posts?tab=scheduled&page=2&limit=2')
  expect(await second.json()).toMatchObject({ total: 5, data: [{}, {}] })
})

test('finds posts whatever the case, accents, composition and width of their text, also those of an earlier release', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const texts = ['Unsere ÄPFEL', 'Im CAFE\u0301', 'Straße frei', 'Ｓａｌｅ', 'Pat’s pie']
  for (const [at, message] of texts.entries()) await app.accept({ message, inSeconds: (at + 1) * HOUR })
  const found = async (search: string) => {
    const response = await app.call(`posts?tab=scheduled&search=${encodeURIComponent(search)}`)
    return ((await response.json()) as { data: Post[] }).data.map(post => post.deliveries[0]?.message)
  }
  const findsAll = async () => {
    for (const [at, searches] of [
      ['äpfel', 'apfel', 'A\u0308PFEL'],
      ['café', 'Cafe'],
      ['STRASSE'],
      ['sale'],
      ["pat's"],
    ].entries())
      for (const search of searches) expect([search, await found(search)]).toEqual([search, [texts[at]]])
  }
  await findsAll()
  await app.ctx.db.update(deliveries).set({ searchText: null })
  expect(await found('unsere')).toEqual([texts[0]])
  await foldMessages(app.ctx)
  await findsAll()
  expect(await app.ctx.db.$count(deliveries, isNull(deliveries.searchText))).toBe(0)
})

test('searches the text as it is after an edit', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const _id = await app.accept({ message: 'Birnen', inSeconds: HOUR })
  const platforms = [{ platform: 'facebook', message: 'ÄPFEL' }]
  expect((await app.call(`posts/${_id}`, { method: 'PUT', json: { platforms } })).status).toBe(200)
  expect(await (await app.call('posts?search=apfel')).json()).toMatchObject({ data: [{ _id }] })
  expect(await (await app.call('posts?search=birnen')).json()).toMatchObject({ data: [] })
})

test('lists the posts that need attention with the most urgent first', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  for (const hours of [3, 1, 2]) await app.accept({ message: `In ${hours}`, inSeconds: hours * HOUR })
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  const { data } = (await (await app.call('posts?tab=attention')).json()) as { data: Post[] }
  expect(data.map(post => post.deliveries[0]?.message)).toEqual(['In 1', 'In 2', 'In 3'])
})

test('merges the posts of all businesses of a member by time, page by page, and leaves out other businesses', async () => {
  const app = await publishingApp()
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: mia.userId, role: 'viewer' })
  const hidden = await app.author.addDomain('Hidden')
  const [first, second] = [app.author.domainId, await app.author.addDomain('Second')]
  await addMember(app.ctx, { domainId: second, userId: mia.userId, role: 'viewer', isSelected: false })
  for (const [at, domainId] of [first, hidden, second, first, hidden, second].entries()) {
    const postId = await app.accept({ message: `In ${at}`, inSeconds: (at + 1) * HOUR })
    await app.ctx.db.update(posts).set({ domainId }).where(eq(posts.id, postId))
    await app.ctx.db.update(deliveries).set({ domainId }).where(eq(deliveries.postId, postId))
  }
  const read: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await mia.call(`posts?tab=scheduled&limit=1${cursor && `&cursor=${cursor}`}`)
    const page = (await response.json()) as { data: Post[]; nextCursor: string | null }
    read.push(...page.data.map(post => post.deliveries[0]!.message))
    cursor = page.nextCursor
  }
  expect(read).toEqual(['In 0', 'In 2', 'In 3', 'In 5'])
  const paged = await mia.call('posts?tab=scheduled&page=1&limit=2')
  expect(await paged.json()).toMatchObject({ total: 4 })
  const ofHidden = await mia.call(`posts?domainId=${hidden}`)
  expect(await ofHidden.json()).toMatchObject({ data: [] })
})
