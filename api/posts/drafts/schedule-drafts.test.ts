import { expect, test } from 'bun:test'

import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { BulkResult } from '#shared/posts/bulk.ts'
import { DRAFT_MESSAGES, type DraftSummary } from '#shared/posts/drafts.ts'
import { POST_MESSAGES, type Post } from '#shared/posts/posts.ts'
import { SCHEDULE_DRAFTS_MESSAGES } from './schedule-drafts.ts'

const HOUR_MS = 3_600_000

async function openDrafts(networks: NetworkId[] = ['facebook']) {
  const app = await publishingApp({ networks })
  const { data } = await app.call('posts').then(async response => (await response.json()) as { data: Post[] })
  expect(data).toEqual([])
  const publishAt = new Date(+app.clock.now() + HOUR_MS).toISOString()
  const save = async (content: object) => {
    const id = crypto.randomUUID()
    const json = {
      version: 0,
      content: {
        message: 'Fresh scones',
        isScheduled: true,
        publishAt,
        timeZone: 'Australia/Sydney',
        ...content,
      },
    }
    expect((await app.call(`drafts/${id}`, { method: 'PUT', json })).status).toBe(200)
    return id
  }
  const schedule = async (draftIds: string[], call = app.call) =>
    ((await (await call('drafts/schedule', { json: { draftIds } })).json()) as { data: BulkResult[] }).data
  const listed = async () =>
    ((await (await app.call('drafts')).json()) as { data: DraftSummary[] }).data.map(({ _id }) => _id)
  return { ...app, publishAt, save, schedule, listed }
}

test('schedules drafts at their times, and says which can’t go out and why', async () => {
  const app = await openDrafts()
  const ready = await app.save({ firstComment: 'Until they’re gone.' })
  const untimed = await app.save({ isScheduled: false, publishAt: null })
  const late = await app.save({ publishAt: new Date(+app.clock.now() - HOUR_MS).toISOString() })
  const empty = await app.save({ message: '' })
  const results = await app.schedule([ready, untimed, late, empty, 'gone'])
  expect(results).toMatchObject([
    { _id: ready, success: true, publishAt: app.publishAt },
    { success: false, message: SCHEDULE_DRAFTS_MESSAGES.noTime },
    { success: false, message: SCHEDULE_DRAFTS_MESSAGES.timePassed },
    { success: false, message: POST_MESSAGES.noMessage },
    { success: false, message: DRAFT_MESSAGES.gone },
  ])
  expect(results[0]).not.toHaveProperty('inReview')
  expect((await app.listed()).toSorted()).toEqual([untimed, late, empty].toSorted())
  const { deliveries, media } = await app.read(results[0]?.postId ?? '')
  expect(media).toEqual([])
  expect(deliveries).toMatchObject([
    {
      network: 'facebook',
      state: 'scheduled',
      message: 'Fresh scones',
      firstComment: { message: 'Until they’re gone.' },
    },
  ])
})

test('leaves out the networks that need a picture where it is asked to and a draft has none', async () => {
  const app = await openDrafts(['facebook', 'instagram'])
  const { media } = await app.read(await app.accept({ inSeconds: 9000 }))
  const bare = await app.save({})
  const onlyInstagram = await app.save({ networks: { facebook: false } })
  const whole = await app.save({ media: media.map(({ _id }) => ({ mediaId: _id })) })
  const json = { draftIds: [bare, onlyInstagram, whole], leaveOut: 'needs-picture' }
  const { data } = (await (await app.call('drafts/schedule', { json })).json()) as { data: BulkResult[] }
  const networksOf = async ({ postId = '' }: BulkResult) =>
    (await app.read(postId)).deliveries.map(({ network }) => network).toSorted()
  expect(data.map(({ success }) => success)).toEqual([true, false, true])
  expect(data[1]?.message).toBe(POST_MESSAGES.noPlatform)
  expect([await networksOf(data[0]!), await networksOf(data[2]!)]).toEqual([
    ['facebook'],
    ['facebook', 'instagram'],
  ])
})

test('schedules the files and networks that the author chose', async () => {
  const app = await openDrafts(['facebook', 'instagram'])
  const { media } = await app.read(await app.accept({ inSeconds: 9000 }))
  const files = media.map(({ _id }, at) => ({ mediaId: _id, altText: `Picture ${at}` }))
  const noPicture = await app.save({})
  const onlyFacebook = await app.save({ networks: { instagram: false } })
  const both = await app.save({ media: files })
  const results = await app.schedule([noPicture, onlyFacebook, both])
  expect(results).toMatchObject([
    { success: false, message: POST_MESSAGES.noPictureFor('Instagram') },
    { success: true },
    { success: true },
  ])
  const networksOf = async (at: number) =>
    (await app.read(results[at]?.postId ?? '')).deliveries.map(({ network }) => network)
  expect([await networksOf(1), await networksOf(2)]).toEqual([['facebook'], ['facebook', 'instagram']])
  const shown = (await app.read(results[2]?.postId ?? '')).media
  expect(shown.map(({ _id, altText }) => ({ mediaId: _id, altText }))).toEqual(files)
})

test('schedules a draft without a choice of networks on those with which a new post starts', async () => {
  const app = await openDrafts(['facebook', 'wordpress'])
  const [result] = await app.schedule([await app.save({})])
  const { deliveries } = await app.read(result?.postId ?? '')
  expect(deliveries.map(({ network }) => network)).toEqual(['facebook'])
})

test('sends drafts for approval where a new post would wait for one, and never twice', async () => {
  const app = await openDrafts()
  const { domainId } = app.author
  const writer = await app.signUp()
  await addMember(app.ctx, { domainId, userId: writer.userId, role: 'author' })
  const [first, second] = [await app.save({}), await app.save({ message: 'Stale scones' })]
  expect(await app.schedule([first], writer.call)).toMatchObject([{ success: true, inReview: true }])
  expect(await app.schedule([first])).toMatchObject([{ success: false }])
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  expect(await app.schedule([second])).toMatchObject([{ success: true, inReview: true }])
})

test('schedules no drafts for strangers, or for members who may not write', async () => {
  const app = await openDrafts()
  const id = await app.save({})
  const person = await app.signUp()
  expect(await app.schedule([id], person.call)).toMatchObject([{ success: false }])
  await addMember(app.ctx, { domainId: app.author.domainId, userId: person.userId, role: 'viewer' })
  expect(await app.schedule([id], person.call)).toMatchObject([{ success: false }])
  expect(await app.listed()).toEqual([id])
})

test('cuts a listed text between words, with an ellipsis', async () => {
  const app = await openDrafts()
  await app.save({ message: 'The oven is on before the town is awake. '.repeat(6) })
  const { data } = (await (await app.call('drafts')).json()) as { data: DraftSummary[] }
  expect(data[0]?.text).toMatch(/ (the|oven|is|on|before|town|awake\.)…$/i)
  expect(data[0]?.text.length).toBeLessThanOrEqual(160)
})
