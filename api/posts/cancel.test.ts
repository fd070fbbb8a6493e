import { describe, expect, test } from 'bun:test'

import { asUser } from '#api/context.ts'
import { draftMedia } from '#api/db/schema/posts/drafts.ts'
import { tickingClock } from '#api/test/clock.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import type { Draft } from '#shared/posts/drafts.ts'
import { cancelPost } from './cancel.ts'

const MINUTE = 60_000
const HOUR_SECONDS = 3600

type ResponseBody = { message: string; draftId?: string }

async function change(app: PublishingApp, postId: string, verb: string, json: object = {}) {
  const response = await app.call(`posts/${postId}/${verb}`, { json })
  return { status: response.status, ...((await response.json()) as ResponseBody) }
}

const draftOf = async (app: PublishingApp, id = ''): Promise<Draft> =>
  ((await (await app.call(`drafts/${id}`)).json()) as { data: Draft }).data

const states = async (app: PublishingApp, postId: string) =>
  (await app.read(postId)).deliveries.map(({ state }) => state)

/** Sends the draft as the composer does. */
async function sendDraft(app: PublishingApp, { _id, content }: Draft, platform = 'facebook' as const) {
  const form = new FormData()
  form.set(
    'data',
    JSON.stringify({
      platforms: [{ platform, message: content.message }],
      mediaIds: content.media.map(({ mediaId }) => mediaId),
      draftId: _id,
    }),
  )
  return app.call('auth/createPosts', { form })
}

describe('cancelling a post', () => {
  test('turns it into a draft with its texts, first comments, media, alt texts, networks and time', async () => {
    const app = await publishingApp()
    const postId = await app.accept({
      platforms: [
        { platform: 'facebook', message: 'Hello Facebook', firstComment: 'First!' },
        { platform: 'instagram', message: 'Hello Instagram' },
      ],
      altTexts: ['red', 'navy'],
      inSeconds: HOUR_SECONDS,
    })
    const { media, publishAt } = await app.read(postId)
    const { draftId, message } = await change(app, postId, 'cancel')
    expect(message).toBe('Post cancelled.')
    const draft = await draftOf(app, draftId)
    expect(draft.content).toMatchObject({
      sameMessage: false,
      messages: { facebook: 'Hello Facebook', instagram: 'Hello Instagram' },
      firstComments: { facebook: 'First!', instagram: '' },
      networks: { facebook: true, instagram: true, google: false },
      isScheduled: true,
      publishAt,
      media: media.map(({ _id, altText }) => ({ mediaId: _id, altText })),
    })
    expect(draft.media).toHaveLength(2)
    expect(await states(app, postId)).toEqual(['canceled', 'canceled'])
    app.clock.advance(2 * HOUR_SECONDS * 1000)
    await app.run()
    expect(await app.published()).toEqual([])
  })

  test('keeps the pictures of the draft, and of a copy, while the clock advances', async () => {
    const app = await publishingApp({ clock: tickingClock() })
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const copy = await change(app, postId, 'duplicate')
    const { draftId } = await change(app, postId, 'cancel')
    expect(await states(app, postId)).toEqual(['canceled', 'canceled'])
    const kept = await app.ctx.db.select({ id: draftMedia.draftId }).from(draftMedia)
    for (const id of [copy.draftId, draftId]) expect(kept.filter(row => row.id === id)).toHaveLength(2)
  })

  test('saves the text that a colleague enters while the post is cancelled', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ message: 'Open late', inSeconds: HOUR_SECONDS })
    const platforms = [{ platform: 'facebook', message: 'Open until nine' }]
    const edit = () => app.call(`posts/${postId}`, { method: 'PUT', json: { platforms } })
    const { draftId } = await cancelPost(asUser(beforeNextWrite(app.ctx, edit), app.author.userId), postId)
    expect((await draftOf(app, draftId)).content.message).toBe('Open until nine')
    expect(await states(app, postId)).toEqual(['canceled'])
  })

  test('saves a text that all networks share as one text', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ message: 'For all', inSeconds: HOUR_SECONDS })
    const { draftId } = await change(app, postId, 'cancel')
    expect((await draftOf(app, draftId)).content).toMatchObject({ sameMessage: true, message: 'For all' })
  })

  test('is rejected once the post is public on a network, and changes nothing on the others', async () => {
    const app = await publishingApp()
    await app.rejectPosts('facebook')
    const postId = await app.accept()
    await app.run()
    expect(await change(app, postId, 'cancel')).toMatchObject({
      status: 409,
      message: 'This post is already on Instagram, so it can’t become a draft.',
    })
    expect(await states(app, postId)).toEqual(['failed', 'published'])
    expect((await change(app, postId, 'discard')).status).toBe(200)
    expect(await states(app, postId)).toEqual(['canceled', 'published'])
  })

  test('is rejected while the outcome is being reconciled', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-before' })
    const postId = await app.accept()
    await app.run()
    expect(await states(app, postId)).toEqual(['unconfirmed'])
    expect(await change(app, postId, 'cancel')).toMatchObject({
      status: 409,
      message: 'This post may already be on Facebook, so it can’t become a draft.',
    })
  })

  test('either cancels or publishes a post that is due at the same moment', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const ids = []
    for (let count = 0; count < 6; count++)
      ids.push(await app.accept({ message: `No ${count}`, inSeconds: 60 }))
    app.clock.advance(MINUTE)
    const [, ...responses] = await Promise.all([app.run(), ...ids.map(id => change(app, id, 'cancel'))])
    await app.run()
    const out = new Set((await app.published()).map(({ message }) => message))
    for (const [at, { status, draftId }] of responses.entries()) {
      expect([200, 409]).toContain(status)
      expect(out.has(`No ${at}`)).toBe(status === 409)
      expect((await app.call(`drafts/${ids[at]}`)).ok).toBe(draftId !== undefined)
    }
  })

  test('saves a simultaneous edit either in the post or in the draft', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ message: 'Old', inSeconds: HOUR_SECONDS })
    const [edited, canceled] = await Promise.all([
      app.call(`posts/${postId}`, {
        method: 'PUT',
        json: { platforms: [{ platform: 'facebook', message: 'New' }] },
      }),
      change(app, postId, 'cancel'),
    ])
    expect(canceled.status).toBe(200)
    const { content } = await draftOf(app, canceled.draftId)
    expect(content.message).toBe(edited.ok ? 'New' : 'Old')
  })

  test('creates one draft for two simultaneous requests', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const both = await Promise.all([change(app, postId, 'cancel'), change(app, postId, 'cancel')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(((await (await app.call('drafts')).json()) as { data: unknown[] }).data).toHaveLength(1)
  })

  test('cancels a single network without a draft', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const { _id: deliveryId } = await app.delivery(postId, 'instagram')
    const { status, draftId } = await change(app, postId, 'cancel', { deliveryId })
    expect([status, draftId]).toEqual([200, undefined])
    expect(await states(app, postId)).toEqual(['scheduled', 'canceled'])
    const { draftId: whole } = await change(app, postId, 'cancel')
    expect((await draftOf(app, whole)).content.networks).toMatchObject({ facebook: true, instagram: false })
  })
})

describe('restoring a cancelled post', () => {
  test('schedules it again at its time, deletes the draft, and publishes it once', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const before = await app.read(postId)
    const { draftId } = await change(app, postId, 'cancel')
    expect((await change(app, postId, 'restore')).status).toBe(200)
    expect((await app.read(postId)).deliveries).toEqual(before.deliveries)
    expect((await app.call(`drafts/${draftId}`)).status).toBe(404)
    app.clock.advance(HOUR_SECONDS * 1000)
    await app.run()
    expect(await app.published()).toHaveLength(2)
  })

  test('shows a failed post as failed again instead of sending it', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.rejectPosts('facebook')
    const postId = await app.accept()
    await app.run()
    const before = await app.delivery(postId, 'facebook')
    await change(app, postId, 'cancel')
    expect((await app.delivery(postId, 'facebook')).reason).toBe('')
    await change(app, postId, 'restore')
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toEqual(before)
    expect(await app.published()).toEqual([])
  })

  test('is rejected after its draft was sent, so that nothing is published twice', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const { draftId } = await change(app, postId, 'cancel')
    expect((await sendDraft(app, await draftOf(app, draftId))).status).toBe(200)
    expect(await change(app, postId, 'restore')).toMatchObject({ status: 409 })
    app.clock.advance(HOUR_SECONDS * 1000)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })

  test('prevents its draft from being sent', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const draft = await draftOf(app, (await change(app, postId, 'cancel')).draftId)
    await change(app, postId, 'restore')
    expect((await sendDraft(app, draft)).status).toBe(409)
  })

  test('prevents its draft from being sent at the same moment', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    for (let round = 0; round < 5; round++) {
      const postId = await app.accept({ message: `Round ${round}`, inSeconds: HOUR_SECONDS })
      const draft = await draftOf(app, (await change(app, postId, 'cancel')).draftId)
      const [sent, restored] = await Promise.all([sendDraft(app, draft), change(app, postId, 'restore')])
      expect([sent.status, restored.status].toSorted()).toEqual([200, 409])
    }
    app.clock.advance(HOUR_SECONDS * 1000)
    await app.run()
    expect(await app.published()).toHaveLength(5)
  })

  test('is rejected once the draft has been changed, or after an hour', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const [first, second] = [
      await app.accept({ inSeconds: 3 * HOUR_SECONDS }),
      await app.accept({ inSeconds: 3 * HOUR_SECONDS }),
    ]
    const { draftId } = await change(app, first, 'cancel')
    await change(app, second, 'cancel')
    const { content } = await draftOf(app, draftId)
    await app.call(`drafts/${draftId}`, {
      method: 'PUT',
      json: { version: 1, content: { ...content, message: 'Better' } },
    })
    expect((await change(app, first, 'restore')).status).toBe(409)
    app.clock.advance(61 * MINUTE)
    expect((await change(app, second, 'restore')).status).toBe(409)
    expect((await draftOf(app, draftId)).content.message).toBe('Better')
  })

  test('undoes a second cancellation, and restores only what that one cancelled', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    await change(app, postId, 'cancel')
    await change(app, postId, 'restore')
    const { _id: deliveryId } = await app.delivery(postId, 'facebook')
    await change(app, postId, 'discard', { deliveryId })
    app.clock.advance(1000)
    await change(app, postId, 'cancel')
    await change(app, postId, 'restore')
    expect(await states(app, postId)).toEqual(['canceled', 'scheduled'])
    expect((await change(app, postId, 'restore', { deliveryId })).status).toBe(200)
    expect(await states(app, postId)).toEqual(['scheduled', 'scheduled'])
  })

  test('is rejected for a network once the others have new content', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    const { _id: deliveryId } = await app.delivery(postId, 'instagram')
    await change(app, postId, 'cancel', { deliveryId })
    const mediaIds = (await app.read(postId)).media.map(({ _id }) => _id)
    const content = { platforms: [{ platform: 'facebook', message: 'New' }], mediaIds, altTexts: [] }
    expect((await app.call(`posts/${postId}`, { method: 'PUT', json: content })).status).toBe(200)
    expect((await change(app, postId, 'restore', { deliveryId })).status).toBe(409)
    expect(await states(app, postId)).toEqual(['scheduled', 'canceled'])
  })

  test('holds a post whose account was replaced meanwhile', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: HOUR_SECONDS })
    await change(app, postId, 'cancel')
    await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
    await change(app, postId, 'restore')
    app.clock.advance(HOUR_SECONDS * 1000)
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toMatchObject({
      state: 'held',
      reasonCode: 'disconnected',
    })
  })
})

describe('duplicating a post', () => {
  test('creates a draft without a time, even from a published post', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ message: 'Again' })
    await app.run()
    const { draftId } = await change(app, postId, 'duplicate')
    expect(draftId).not.toBe(postId)
    expect((await draftOf(app, draftId)).content).toMatchObject({
      message: 'Again',
      isScheduled: false,
      publishAt: null,
    })
    expect(await states(app, postId)).toEqual(['published'])
  })
})
