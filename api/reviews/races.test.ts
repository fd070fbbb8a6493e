import { expect, test } from 'bun:test'

import { createEngine } from '#api/publishing/engine.ts'
import { startAfterLoss } from '#api/test/db/database-loss.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'

const MINUTE = 60_000
const DAY_S = 24 * 3600

async function openAgency(networks: NetworkId[] = ['facebook']) {
  const app = await publishingApp({ networks })
  const { domainId } = app.author
  const rule = (json: object = {}) =>
    app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true, ...json } })
  const act = (id: string, what: string, json: object = {}) => app.call(`posts/${id}/${what}`, { json })
  const edit = (id: string, json: object) => app.call(`posts/${id}`, { method: 'PUT', json })
  const approve = async (id: string) =>
    act(id, 'approve', { contentHash: (await app.read(id)).approval?.contentHash })
  const states = async (id: string) => (await app.read(id)).deliveries.map(({ state }) => state)
  const inSeconds = (seconds: number) => Math.floor(+app.clock.now() / 1000) + seconds
  const later = (ms: number) => {
    app.clock.advance(ms)
    return app.run()
  }
  return { ...app, domainId, rule, act, edit, approve, states, inSeconds, later }
}

test('never publishes pictures whose alt texts were changed, and approved, while they were uploaded', async () => {
  const app = await openAgency(['facebook', 'google'])
  await app.rule()
  const id = await app.accept({ altTexts: ['The old shop'], inSeconds: 3600 })
  // Only Facebook is due, so the other network can still be changed.
  const { deliveries } = await app.read(id)
  const google = deliveries.find(({ network }) => network === 'google')
  await app.approve(id)
  await app.act(id, 'move', { deliveryId: google?._id, scheduledTime: app.inSeconds(DAY_S) })
  const { facebook } = app.ctx.networks
  const engine = createEngine({
    ...app.ctx,
    networks: {
      ...app.ctx.networks,
      facebook: {
        ...facebook,
        publish: (publication, log) =>
          facebook.publish(publication, {
            ...log,
            async begin(intent) {
              await app.edit(id, { altTexts: ['The new shop'] })
              return log.begin(intent)
            },
          }),
      },
    },
  })
  app.clock.advance(3_600_000)
  await engine.tick()
  await engine.stop()
  await app.approve(id)
  await app.act(id, 'retry')
  await app.approve(id)
  await app.run()
  const shown = (await app.published()).flatMap(({ media }) => media[0]?.altText ?? [])
  const approved = (await app.read(id)).media[0]?.altText
  expect(shown.filter(text => text !== approved)).toEqual([])
})

test('sends the posts of all members to review when anybody reconnects an account', async () => {
  const app = await openAgency()
  const id = await app.accept({ inSeconds: DAY_S })
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  await app.rule()
  expect(await app.states(id)).toEqual(['held'])
  const editor = await app.signUp()
  await addMember(app.ctx, { domainId: app.domainId, userId: editor.userId, role: 'editor' })
  const { response } = await app.connectFacebook(editor)
  expect(response.status).toBe(200)
  expect(await app.states(id)).toEqual(['in_review'])
})

test('keeps posts waiting for approval when the rule is set again after a restore', async () => {
  const app = await openAgency()
  await app.rule()
  const id = await app.accept({ message: 'Unseen', inSeconds: 300 })
  const future = await app.accept({ message: 'Next week', inSeconds: 7 * DAY_S })
  await app.rule({ required: false })
  const next = await app.accept({ message: 'Next month', inSeconds: 30 * DAY_S })
  await startAfterLoss(app)
  await app.rule()
  for (const each of [id, future, next]) expect((await app.read(each)).approval?.state).not.toBe('approved')
  await app.later(3 * MINUTE)
  await app.later(5 * MINUTE)
  expect(await app.published()).toEqual([])
  expect([await app.states(future), await app.states(next)]).toEqual([['in_review'], ['in_review']])
})

test('asks for approval of a restored network after the others were approved without it', async () => {
  const app = await openAgency(['facebook', 'google'])
  await app.rule()
  const id = await app.accept({ inSeconds: 2 * 3600 })
  await app.approve(id)
  const google = (await app.read(id)).deliveries.find(({ network }) => network === 'google')
  await app.act(id, 'cancel', { deliveryId: google?._id })
  app.clock.advance(MINUTE)
  await app.edit(id, { platforms: [{ platform: 'facebook', message: 'Other words' }] })
  await app.approve(id)
  app.clock.advance(MINUTE)
  expect((await app.act(id, 'restore', { deliveryId: google?._id })).status).toBe(200)
  expect(await app.states(id)).toEqual(['in_review', 'in_review'])
  await app.approve(id)
  await app.later(2 * 3_600_000)
  expect(await app.states(id)).toEqual(['published', 'published'])
})
