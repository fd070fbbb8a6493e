import { beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'

import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { deleteUnusedMedia } from '#api/media/media.ts'
import { tickingClock } from '#api/test/clock.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import type { MediaItem } from '#shared/media/media.ts'
import {
  DRAFT_MESSAGES,
  type Draft,
  DraftContent,
  type DraftSummary,
  MAX_DRAFTS,
} from '#shared/posts/drafts.ts'
import { sweepDrafts } from './drafts.ts'

let app: PublishingApp

beforeEach(async () => {
  app = await publishingApp()
})

const HOUR = 60 * 60 * 1000
const newId = () => crypto.randomUUID()

async function callJson<Data>(path: string, init: object = {}, call = app.call) {
  const response = await call(path, init)
  const body = (await response.json()) as { data: Data; message: string; code: string }
  return { status: response.status, ...body }
}

const save = (id: string, version: number, content: object = { message: 'Half written' }, call = app.call) =>
  callJson<Draft>(`drafts/${id}`, { method: 'PUT', json: { version, content } }, call)

const list = async () => (await callJson<DraftSummary[]>('drafts')).data

async function sweep() {
  await sweepDrafts(app.ctx)
  await deleteUnusedMedia(app.ctx)
}

async function uploadPicture(): Promise<MediaItem> {
  const form = new FormData()
  form.append('media', await picture('red'))
  return (await callJson<MediaItem>('media', { form })).data
}

test('returns a draft as it was saved, with the URLs of its pictures', async () => {
  const { _id: mediaId } = await uploadPicture()
  const id = newId()
  const content = {
    sameMessage: false,
    messages: { instagram: 'For Instagram' },
    networks: { facebook: false, instagram: true },
    media: [{ mediaId, altText: 'A red door' }],
  }
  expect(await save(id, 0, content)).toMatchObject({ status: 200, data: { version: 1 } })
  const { data } = await callJson<Draft>(`drafts/${id}`)
  expect(data).toMatchObject({ content, media: [{ _id: mediaId, width: 320 }] })
  expect((await fetch(data.media[0]!.url)).status).toBe(200)
  expect(await list()).toMatchObject([
    {
      _id: id,
      text: 'For Instagram',
      networks: ['instagram'],
      networksOff: ['facebook'],
      mediaCount: 1,
      thumbnailUrl: expect.any(String),
    },
  ])
})

test('rejects a save that is based on an older version', async () => {
  const id = newId()
  await save(id, 0, { message: 'First' })
  expect((await save(id, 1, { message: 'From this window' })).data.version).toBe(2)
  expect(await save(id, 1, { message: 'From a stale one' })).toMatchObject({
    status: 409,
    message: DRAFT_MESSAGES.changed,
  })
  expect(await save(id, 0, { message: 'From one that knows none' })).toMatchObject({ status: 409 })
  expect((await callJson<Draft>(`drafts/${id}`)).data.content.message).toBe('From this window')
})

test('distinguishes a posted draft from a deleted one, and says which post it became', async () => {
  const id = newId()
  await save(id, 0, { message: 'Sent from another window' })
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'Sent from another window' }]
  form.set('data', JSON.stringify({ platforms, draftId: id, textOnly: true }))
  await app.call('auth/createPosts', { form, headers: { 'Idempotency-Key': `${id}-1` } })
  const message = DRAFT_MESSAGES.postedAs('Sent from another window')
  expect(await callJson(`drafts/${id}`)).toMatchObject({ status: 404, message })
  expect(await save(id, 1)).toMatchObject({ status: 404, message })
})

test('restores a deleted draft with its pictures within an hour, and keeps the pictures afterwards', async () => {
  const { _id: mediaId } = await uploadPicture()
  const id = newId()
  await save(id, 0, { message: 'Kept', media: [{ mediaId }] })
  app.clock.advance(2 * HOUR)
  await callJson(`drafts/${id}`, { method: 'DELETE' })
  expect(await list()).toEqual([])
  expect(await save(id, 1)).toMatchObject({ status: 404, message: DRAFT_MESSAGES.gone })
  await sweep()
  expect((await callJson(`drafts/${id}/restore`, { json: {} })).status).toBe(200)
  const { data } = await callJson<Draft>(`drafts/${id}`)
  expect((await fetch(data.media[0]!.url)).status).toBe(200)

  await callJson(`drafts/${id}`, { method: 'DELETE' })
  app.clock.advance(2 * HOUR)
  await sweep()
  expect((await callJson(`drafts/${id}/restore`, { json: {} })).status).toBe(404)
  expect((await fetch(data.media[0]!.url)).status).toBe(200)
})

test('keeps the pictures of a draft while the clock advances', async () => {
  app = await publishingApp({ clock: tickingClock() })
  const { _id: mediaId } = await uploadPicture()
  const id = newId()
  await save(id, 0, { media: [{ mediaId }] })
  await save(id, 1, { message: 'Saved again', media: [{ mediaId }] })
  expect(await app.ctx.db.select().from(draftMedia)).toEqual([{ draftId: id, mediaId }])
})

test('respects the maximum when drafts are deleted and restored', async () => {
  const { userId } = app.author
  const fill = (count: number, deletedAt: Date | null) => {
    const at = app.clock.now()
    const row = () => ({ id: newId(), userId, content, version: 1, deletedAt, createdAt: at, updatedAt: at })
    return app.ctx.db.insert(drafts).values(Array.from({ length: count }, row))
  }
  const content = v.parse(DraftContent, {})
  const id = newId()
  await save(id, 0)
  await callJson(`drafts/${id}`, { method: 'DELETE' })
  await fill(MAX_DRAFTS, null)
  const restore = () => callJson(`drafts/${id}/restore`, { json: {} })
  expect(await restore()).toMatchObject({ status: 409, message: DRAFT_MESSAGES.tooMany })
  const [{ _id: another }] = (await list()) as [DraftSummary]
  await callJson(`drafts/${another}`, { method: 'DELETE' })
  expect((await restore()).status).toBe(200)

  await app.ctx.db.delete(drafts)
  await fill(3 * MAX_DRAFTS, app.clock.now())
  expect((await save(newId(), 0)).status).toBe(409)
})

test('keeps a picture in the library that a draft no longer uses', async () => {
  const [kept, dropped] = [await uploadPicture(), await uploadPicture()]
  const id = newId()
  await save(id, 0, { media: [{ mediaId: kept._id }, { mediaId: dropped._id }] })
  await save(id, 1, { media: [{ mediaId: kept._id }] })
  app.clock.advance(2 * HOUR)
  await sweep()
  expect((await callJson<Draft>(`drafts/${id}`)).data.media.map(({ _id }) => _id)).toEqual([kept._id])
  expect(await save(id, 2, { media: [{ mediaId: dropped._id }] })).toMatchObject({ status: 200 })
})

test('creates a post with its draft’s pictures, and deletes the draft', async () => {
  const { _id: mediaId } = await uploadPicture()
  const id = newId()
  await save(id, 0, { message: 'Ready', media: [{ mediaId }] })
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'Ready' }]
  form.set('data', JSON.stringify({ platforms, mediaIds: [mediaId], altTexts: ['A red door'], draftId: id }))
  form.append('media', await picture('navy'))
  const response = await app.call('auth/createPosts', { form })
  const { postId } = (await response.json()) as { postId: string }
  expect((await app.read(postId)).media).toMatchObject([
    { _id: mediaId, altText: 'A red door' },
    { altText: '' },
  ])
  expect(await list()).toEqual([])
  await app.run()
  expect((await app.published())[0]).toMatchObject({
    message: 'Ready',
    media: [{ altText: 'A red door' }, {}],
  })
})

test('rejects another user’s pictures in a draft or a post', async () => {
  const other = await app.signUp()
  const { _id: mediaId } = await uploadPicture()
  const refused = {
    status: 400,
    message: 'A picture or video is no longer here. Please remove it and add it again.',
  }
  expect(await save(newId(), 0, { media: [{ mediaId }] }, other.call)).toMatchObject(refused)
  const area = { x: 0, y: 0, width: 0.5, height: 0.5 }
  expect(await callJson(`media/${mediaId}/crop`, { json: area }, other.call)).toMatchObject({
    ...refused,
    status: 404,
  })
})

test('treats another user’s draft as deleted, even when saving with its id', async () => {
  const other = await app.signUp()
  const id = newId()
  await save(id, 0, {})
  const deletedId = newId()
  await save(deletedId, 0, {}, other.call)
  await callJson(`drafts/${deletedId}`, { method: 'DELETE' }, other.call)
  const rejected = await save(deletedId, 0, {}, other.call)
  expect(rejected.status).toBe(404)
  expect(await save(id, 0, {}, other.call)).toEqual(rejected)
})

test('saves a cropped picture separately, and keeps the original with the draft', async () => {
  const original = await uploadPicture()
  const area = { x: 0.25, y: 0, width: 0.5, height: 1 }
  const { data: cropped } = await callJson<MediaItem>(`media/${original._id}/crop`, { json: area })
  expect(cropped).toMatchObject({ kind: 'image', name: 'red.jpg', width: 160, height: 320 })
  const crop = { originalId: original._id, ratio: '1:2', area }
  const id = newId()
  await save(id, 0, { media: [{ mediaId: cropped._id, crop }] })
  app.clock.advance(2 * HOUR)
  await sweep()
  const { data } = await callJson<Draft>(`drafts/${id}`)
  expect(data.content.media[0]?.crop).toEqual(crop)
  expect(data.media.map(({ _id }) => _id).toSorted()).toEqual([original._id, cropped._id].toSorted())
})

test('assigns drafts to the selected business, and deletes them with it', async () => {
  const id = newId()
  await save(id, 0, { message: 'For the first' })
  const { data: other } = await callJson<{ _id: string }>('users/saveUserDomain', {
    json: { businessName: 'Other' },
  })
  await app.call('users/updateUserDomain', { json: { domainId: other._id } })
  expect(await list()).toEqual([])
  const { data: domains } = await callJson<{ _id: string }[]>('users/getUserDomain')
  const first = domains.find(({ _id }) => _id !== other._id)!
  await app.call(`users/deleteUserDomain/${first._id}`, { method: 'DELETE' })
  expect((await callJson(`drafts/${id}`)).status).toBe(404)
})

test('rejects an upload without a picture or video', async () => {
  const form = new FormData()
  form.append('media', new File(['<html>'], 'x.png', { type: 'image/png' }))
  expect((await callJson('media', { form })).status).toBe(415)
  expect((await callJson('media', { form: new FormData() })).status).toBe(400)
})

test('lists drafts with the beginning of their text, their media, and their time or slot', async () => {
  const publishAt = '2026-12-24T08:00:00.000Z'
  await save(newId(), 0, { message: ` \n${'Word '.repeat(5000)}`, isScheduled: true, publishAt })
  app.clock.advance(1000)
  await save(newId(), 0, {
    sameMessage: false,
    message: 'Not this',
    messages: { facebook: ' ', google: ' For Google' },
  })
  app.clock.advance(1000)
  await save(newId(), 0, { isScheduled: false, publishAt, slot: true })
  app.clock.advance(1000)
  await save(newId(), 0, { isScheduled: true, publishAt, slot: true })
  const [next, empty, google, long] = await list()
  expect(next).toMatchObject({ publishAt, slot: true })
  expect(empty).toEqual({
    _id: expect.any(String),
    text: '',
    networks: [],
    mediaCount: 0,
    updatedAt: expect.any(String),
  })
  expect(google).toMatchObject({ text: 'For Google' })
  expect(long).toMatchObject({ text: `${'Word '.repeat(32).trim()}…`, publishAt })
  expect(long).not.toHaveProperty('slot')
})
