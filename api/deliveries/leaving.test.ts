import { expect, test } from 'bun:test'

import { claimDueDeliveries } from '#api/publishing/claim.ts'
import { settleDelivery } from '#api/publishing/settlement/settle.ts'
import { PASSWORD } from '#api/test/app.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'

const HOUR = 60 * 60_000
const open = () => publishingApp({ networks: ['facebook'] })
const leave = ({ call }: PublishingApp) =>
  call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
const stay = ({ call }: PublishingApp) => call('users/cancelDeletion', { json: {} })
const shown = async (app: PublishingApp, postId: string) => {
  const { state, reasonCode } = await app.delivery(postId, 'facebook')
  return [state, reasonCode]
}

test('holds a post that would be retried when its author asks for deletion during the attempt', async () => {
  const app = await open()
  const postId = await app.accept()
  const [claimed] = await claimDueDeliveries(app.ctx, { free: 1, freeOf: () => 1, full: [], busy: [] })
  await leave(app)
  const again = { state: 'scheduled', at: app.clock.now(), counts: true } as const
  await settleDelivery(app.ctx, claimed!, { ...again, reasonCode: '2', reason: 'Facebook had trouble.' })
  expect(await shown(app, postId)).toEqual(['held', 'leaving'])
})

test('holds a post whose author asks for deletion while its files are uploading', async () => {
  const app = await open()
  const { storage } = app.ctx
  app.ctx.storage = {
    ...storage,
    put: async (...file) => {
      await leave(app)
      await storage.put(...file)
    },
  }
  const postId = await app.accept({ media: [await picture('red')] })
  expect(await shown(app, postId)).toEqual(['held', 'leaving'])
})

test('releases only the posts that the deletion held, each at its own time, when it is cancelled', async () => {
  const app = await open()
  const media = [await picture('red')]
  const late = await app.accept({ message: 'Late', media, inSeconds: 60 })
  app.clock.advance(3 * HOUR)
  await app.run()
  const toCome = await app.accept({ message: 'To come', media, inSeconds: 3600 })
  await leave(app)
  expect(await shown(app, toCome)).toEqual(['held', 'leaving'])
  await stay(app)
  expect(await shown(app, late)).toEqual(['held', 'late'])
  await app.run()
  expect((await shown(app, toCome))[0]).toBe('scheduled')
  app.clock.advance(HOUR)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['To come'])
})

test('reconciles a post that may be public when its author cancels the deletion, and does not show it as scheduled', async () => {
  const app = await open()
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-after' })
  const postId = await app.accept({ media: [await picture('red')] })
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  app.clock.advance(3000)
  await app.run()
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 3600
  await app.call(`posts/${postId}/move`, { json: { scheduledTime } })
  await app.connect.facebook()
  await leave(app)
  expect(await shown(app, postId)).toEqual(['held', 'leaving'])
  await stay(app)
  expect((await shown(app, postId))[0]).toBe('unconfirmed')
  await app.run()
  expect((await shown(app, postId))[0]).toBe('published')
  expect(await app.published()).toHaveLength(1)
})
