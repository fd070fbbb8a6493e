import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { deleteUnusedMedia } from '#api/media/media.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { addMember } from '#api/test/members.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { COPY_MESSAGES, type CopyResult, type CopyTarget } from '#shared/posts/copies.ts'
import type { Draft } from '#shared/posts/drafts.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import type { Post } from '#shared/posts/posts.ts'

const DAY = 24 * 60 * 60
const TEXT = 'Welcome to {{name}}, {{address}}. Ring {{ Phone }}!'
const NORTH = 'Welcome to Bakery North, 12 Wattle Street, Melbourne VIC 3000. Ring (03) 9555 0123!'

let app: PublishingApp
let north: string
let south: string

/** A person's business with a Facebook Page, and two others: one with a Page and a Google location, one without accounts. */
beforeEach(async () => {
  app = await publishingApp({ networks: ['facebook'] })
  north = await app.author.addDomain('Bakery North')
  south = await app.author.addDomain('Bakery South')
  await app.connectFacebook(shownAs(north))
  await app.connectGoogle(shownAs(north))
})

/** The author in a window that shows another business. */
const shownAs = (domainId: string) => inDashboard({ ...app.author, domainId })

async function copy(postId: string, json: object, key?: string): Promise<CopyResult[]> {
  const headers = key && { 'Idempotency-Key': key }
  const response = await app.call(`posts/${postId}/copies`, { json, ...(headers && { headers }) })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: CopyResult[] }).data
}

async function plan(postId: string): Promise<CopyTarget[]> {
  const response = await app.call(`posts/${postId}/copies`)
  return ((await response.json()) as { data: CopyTarget[] }).data
}

const draftIn = async (domainId: string, id: string): Promise<Draft> =>
  ((await (await shownAs(domainId).call(`drafts/${id}`)).json()) as { data: Draft }).data

const postsIn = async (domainId: string): Promise<Post[]> =>
  ((await (await app.call(`posts?domainId=${domainId}`)).json()) as { data: Post[] }).data

const accept = (message = 'Fresh bread at {{name}}') => app.accept({ message, inSeconds: DAY })

test('copies a post to several businesses as drafts, with the values of each', async () => {
  const postId = await accept()
  const [one, other] = await copy(postId, { domainIds: [north, south] })
  const inNorth = await draftIn(north, (one as { draftId: string }).draftId)
  expect(inNorth.content).toMatchObject({
    message: 'Fresh bread at Bakery North',
    isScheduled: false,
    networks: { facebook: true },
  })
  expect((await draftIn(south, (other as { draftId: string }).draftId)).content.message).toBe(
    'Fresh bread at Bakery South',
  )
})

test('schedules copies at the same local time in each business', async () => {
  const hobart = { method: 'PATCH', json: { timeZone: 'Australia/Hobart' } }
  const perth = { method: 'PATCH', json: { timeZone: 'Australia/Perth' } }
  await app.call(`domains/${app.author.domainId}`, hobart)
  await app.call(`domains/${north}`, perth)
  const postId = await accept()
  const { publishAt } = await app.read(postId)
  const [copied] = await copy(postId, { domainIds: [north], scheduled: true })
  expect(copied).toMatchObject({ success: true, inReview: false })
  const localTime = (instant: string, timeZone: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime().toString()
  const [post] = await postsIn(north)
  expect(localTime(post!.publishAt, 'Australia/Perth')).toBe(localTime(publishAt, 'Australia/Hobart'))
  expect(post).toMatchObject({
    timeZone: 'Australia/Perth',
    deliveries: [{ network: 'facebook', message: 'Fresh bread at Bakery North', state: 'scheduled' }],
  })
})

test('creates nothing again for a repeated request', async () => {
  const postId = await accept()
  for (const scheduled of [true, false]) {
    const json = { domainIds: [north], scheduled }
    const first = await copy(postId, json, `key ${scheduled}`.replace(' ', '-'))
    const repeated = await copy(postId, json, `key-${scheduled}`)
    expect(repeated).toEqual(first)
  }
  expect(await postsIn(north)).toHaveLength(1)
  const { data } = (await (await shownAs(north).call('drafts')).json()) as { data: unknown[] }
  expect(data).toHaveLength(1)
  // The picture is stored once for both copies.
  const rows = await app.ctx.db.select().from(media)
  expect(rows.filter(({ domainId }) => domainId === north)).toHaveLength(2)
})

test('copies to the other businesses if one refuses, and names the reason', async () => {
  const postId = await accept()
  const stranger = await app.owner('Somebody else’s')
  const results = await copy(postId, { domainIds: [south, stranger.domainId, north], scheduled: true })
  expect(results).toMatchObject([
    { domainId: south, success: false, message: COPY_MESSAGES.noAccount },
    { domainId: stranger.domainId, success: false, message: 'This business no longer exists.' },
    { domainId: north, success: true },
  ])
  expect(await postsIn(north)).toHaveLength(1)
})

test('asks for approval where a new post of that business would', async () => {
  await app.call(`businesses/${north}/approval-rule`, { method: 'PUT', json: { required: true } })
  const theirs = await app.owner('Agency’s client')
  await app.connectFacebook(theirs)
  await addMember(app.ctx, {
    domainId: theirs.domainId,
    userId: app.author.userId,
    role: 'author',
    isSelected: false,
  })
  const postId = await accept()
  expect(await plan(postId)).toMatchObject([
    { domainId: theirs.domainId, needsApproval: true },
    { domainId: south },
    { domainId: north, needsApproval: true },
  ])
  const results = await copy(postId, { domainIds: [north, theirs.domainId], scheduled: true })
  expect(results).toMatchObject([{ inReview: true }, { inReview: true }])
  expect((await postsIn(north))[0]?.deliveries[0]?.state).toBe('in_review')
})

test('says before copying what becomes of the post in each business', async () => {
  await app.connect.instagram()
  const platforms = (['facebook', 'instagram'] as const).map(platform => ({
    platform,
    message: 'At {{name}}',
  }))
  const postId = await app.accept({ platforms, inSeconds: DAY })
  const [inSouth, inNorth] = await plan(postId)
  expect(inSouth).toMatchObject({
    domainId: south,
    networks: [],
    missing: ['facebook', 'instagram'],
    problem: COPY_MESSAGES.noAccount,
  })
  expect(inNorth).toEqual({
    domainId: north,
    networks: ['facebook'],
    missing: ['instagram'],
    signedOut: [],
    unknown: [],
    publishAt: (await app.read(postId)).publishAt,
    timeZone: expect.any(String),
  })
})

test('says that a copy of a post that repeats is one post', async () => {
  const repeat = { every: 'week' as const, until: '2030-02-01' }
  const postId = await app.accept({ message: 'Every week', inSeconds: DAY, repeat })
  expect(await (await app.call(`posts/${postId}/copies`)).json()).toMatchObject({ repeats: true })
  await copy(postId, { domainIds: [north], scheduled: true })
  expect(await postsIn(north)).toHaveLength(1)
})

test('schedules no copy of a post without a time ahead', async () => {
  const postId = await app.accept({ message: 'Now' })
  await app.run()
  expect((await plan(postId))[1]).toMatchObject({ publishAt: null, problem: COPY_MESSAGES.noTime })
  expect(await copy(postId, { domainIds: [north], scheduled: true })).toMatchObject([
    { success: false, message: COPY_MESSAGES.noTime },
  ])
  expect(await copy(postId, { domainIds: [north] })).toMatchObject([{ success: true }])
})

test('copies a draft to the drafts of other businesses, with the values of each and without its time', async () => {
  const form = new FormData()
  form.append('media', await picture('red'))
  const uploaded = (await (await app.call('media', { form })).json()) as { data: { _id: string } }
  const file = uploaded.data._id
  const id = crypto.randomUUID()
  const content = {
    message: 'Fresh bread at {{name}}',
    networks: { facebook: true, google: true },
    isScheduled: true,
    publishAt: '2030-01-05T09:00:00.000Z',
    repeat: { every: 'week', until: '2030-02-01' },
    texts: ['And again'],
    labels: ['Bread'],
    media: [{ mediaId: file, altText: 'A loaf' }],
  }
  await app.call(`drafts/${id}`, { method: 'PUT', json: { version: 0, content } })
  expect(await (await app.call(`drafts/${id}/copies`)).json()).toMatchObject({
    repeats: true,
    data: [
      { domainId: south, networks: [], missing: ['facebook', 'google'], publishAt: null },
      { domainId: north, networks: ['facebook', 'google'], missing: [], publishAt: null },
    ],
  })
  const copies = async () => {
    const json = { domainIds: [north, south] }
    const headers = { 'Idempotency-Key': 'once' }
    const response = await app.call(`drafts/${id}/copies`, { json, headers })
    return ((await response.json()) as { data: { draftId: string }[] }).data
  }
  const [one] = await copies()
  expect((await copies())[0]).toEqual(one)
  const copy = await draftIn(north, one!.draftId)
  expect(copy.content).toMatchObject({
    message: 'Fresh bread at Bakery North',
    isScheduled: false,
    publishAt: null,
    labels: ['Bread'],
    media: [{ altText: 'A loaf' }],
  })
  expect(copy.content.repeat).toBeUndefined()
  expect(copy.content.texts).toBeUndefined()
  expect(copy.media[0]!._id).not.toBe(file)
  expect((await draftIn(south, (await copies())[1]!.draftId)).content.message).toBe(
    'Fresh bread at Bakery South',
  )
  expect((await app.call(`drafts/${crypto.randomUUID()}/copies`)).status).toBe(404)
})

describe('fields', () => {
  /** A post of North for Facebook, which knows all its values. */
  const fromNorth = async (message = TEXT) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message, firstComment: 'See you at {{name}}' }]
    form.set('data', JSON.stringify({ platforms, textOnly: true, timestamp: '' }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + DAY))
    const response = await shownAs(north).call('auth/createPosts', { form })
    return (await response.json()) as { postId: string; message: string; success: boolean }
  }

  test('become the business’s own values in a post, and stay for its author', async () => {
    const { postId } = await fromNorth()
    const [delivery] = (await app.read(postId)).deliveries
    expect(delivery).toMatchObject({ message: NORTH, firstComment: { message: 'See you at Bakery North' } })
    const { data } = (await (await app.call(`posts/${postId}/content`)).json()) as { data: Draft }
    expect(data.content).toMatchObject({ message: TEXT, firstComment: 'See you at {{name}}' })
  })

  test('without a value prevent a post from being scheduled, and stay in the draft of a copy', async () => {
    const refused = await app.send({ message: TEXT, inSeconds: DAY })
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { message: string }).message).toBe(
      'We don’t know the phone number and address of this business. Please write it in place of {{phone}} and {{address}}.',
    )
    const { postId } = await fromNorth()
    const target = (await plan(postId)).find(({ domainId }) => domainId === app.author.domainId)
    expect(target).toMatchObject({
      unknown: ['phone', 'address'],
      problem: expect.stringContaining('the phone number and address of this business'),
    })
    const [copied] = await copy(postId, { domainIds: [app.author.domainId] })
    const { content } = await draftIn(app.author.domainId, (copied as { draftId: string }).draftId)
    expect(content.message).toBe('Welcome to Pat’s Plumbing, {{address}}. Ring {{ Phone }}!')
  })

  test('that don’t exist prevent a post from being scheduled, edited and copied, and stay in a draft', async () => {
    const refusal =
      'We don’t know the field {{nmae}}. We fill in {{name}}, {{phone}} and {{address}}. Please choose one of them, or write the words themselves.'
    const refused = await app.send({ message: 'Welcome to {{nmae}}', inSeconds: DAY })
    expect(await refused.json()).toMatchObject({ code: 'invalid', message: refusal })
    const { postId } = await fromNorth()
    const json = { platforms: [{ platform: 'facebook', message: 'Welcome to {{nmae}}' }] }
    const edited = await app.call(`posts/${postId}`, { method: 'PUT', json })
    expect(await edited.json()).toMatchObject({ code: 'invalid', message: refusal })
    await app.ctx.db.update(deliveries).set({ message: 'Welcome to {{nmae}}', written: null })
    const target = (await plan(postId)).find(({ domainId }) => domainId === app.author.domainId)
    expect(target).toMatchObject({ problem: refusal })
    const [asPost] = await copy(postId, { domainIds: [app.author.domainId], scheduled: true })
    expect(asPost).toMatchObject({ success: false, message: refusal })
    const [asDraft] = await copy(postId, { domainIds: [app.author.domainId] })
    expect(asDraft).toMatchObject({ success: true })
  })

  test('in alt texts are refused, because businesses share them', async () => {
    const response = await app.send({ altTexts: ['The door of {{name}}'], inSeconds: DAY })
    expect(((await response.json()) as { message: string }).message).toMatch(
      /work in texts, not in alt texts/,
    )
  })

  test('get a phone number that an earlier release never read', async () => {
    const { postId } = await fromNorth('Ring {{phone}}')
    await app.connectGoogle(shownAs(south))
    const isInSouth = eq(accounts.domainId, south)
    await app.ctx.db.update(accounts).set({ profile: {} }).where(isInSouth)
    expect(await plan(postId)).toMatchObject([{ domainId: south, unknown: [] }, {}])
  })

  test('that become a phone number are rejected on Google like a typed number', async () => {
    const { postId } = await fromNorth()
    const change = { platforms: [{ platform: 'google', message: TEXT }], mediaIds: [], textOnly: true }
    const response = await app.call(`posts/${postId}`, { method: 'PUT', json: change })
    expect(((await response.json()) as { message: string }).message).toMatch(/doesn’t allow phone numbers/)
  })

  test('in an offer are filled in, and a copy gets the button of its own business', async () => {
    const button = (domainId: string, url: string) =>
      app.call(`domains/${domainId}`, { method: 'PATCH', json: { postButton: { button: 'BOOK', url } } })
    await button(app.author.domainId, 'https://pats.example/book')
    await button(north, 'https://north.example/book')
    await app.connect.google()
    const platforms = [{ platform: 'google' as const, message: 'Open late' }]
    const postId = await app.accept({ platforms, textOnly: true, inSeconds: DAY })
    await copy(postId, { domainIds: [north], scheduled: true })
    expect((await postsIn(north))[0]?.deliveries[0]?.extras).toMatchObject({
      button: 'BOOK',
      url: 'https://north.example/book',
    })
    const extras = {
      ...NO_EXTRAS,
      kind: 'event' as const,
      title: 'Party at {{name}}',
      start: '2030-06-01T09:00',
      end: '2030-06-02T09:00',
    }
    const event = [{ ...platforms[0]!, extras }]
    const another = await app.accept({ platforms: event, textOnly: true, inSeconds: 2 * DAY })
    expect((await app.read(another)).deliveries[0]?.extras?.title).toBe('Party at Pat’s Plumbing')
    await copy(another, { domainIds: [north], scheduled: true })
    const titles = (await postsIn(north)).map(post => post.deliveries[0]?.extras?.title)
    expect(titles).toContain('Party at Bakery North')
  })
})

test('keeps a copy’s picture when the first business is deleted, and stores no picture of a refused copy', async () => {
  const postId = await app.accept({ message: 'Cake', media: [await picture('red')], inSeconds: DAY })
  await copy(postId, { domainIds: [south], scheduled: true })
  const [copied] = await copy(postId, { domainIds: [north], scheduled: true })
  const rows = await app.ctx.db.select().from(media)
  expect(rows.map(({ domainId }) => domainId).toSorted()).toEqual([app.author.domainId, north].toSorted())
  await app.call(`users/deleteUserDomain/${app.author.domainId}`, { method: 'DELETE' })
  await deleteUnusedMedia(app.ctx)
  const post = await app.read((copied as { postId: string }).postId)
  expect((await fetch(post.media[0]!.url)).status).toBe(200)
  app.clock.advance(DAY * 1000)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Cake'])
})
