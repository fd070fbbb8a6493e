import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'
import { createEngine } from './engine.ts'

const MINUTE = 60_000

test('finds the first call’s post when the second call is rejected as a duplicate', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'silence-before' })
  const postId = await app.accept({ media: [await picture('red')] })
  const first = app.run()
  while ((await app.world<unknown[]>('silences')).length === 0) await Bun.sleep(1)

  // The network executes the first call just after reconciliation found nothing. The second call follows minutes later.
  const { facebook } = app.ctx.networks
  const reconcile: typeof facebook.reconcile = async (...args) => {
    const reconciliation = await facebook.reconcile(...args)
    if (reconciliation.state === 'absent') {
      await app.world('silences', { then: 'go-on' })
      await first
      app.clock.advance(5 * MINUTE)
    }
    return reconciliation
  }
  app.clock.advance(10 * MINUTE)
  const other = createEngine({
    ...app.ctx,
    networks: { ...app.ctx.networks, facebook: { ...facebook, reconcile } },
  })
  await other.tick()
  await other.stop()
  app.clock.advance(MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
  expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'published', reason: '' })
})
