import { expect, test } from 'bun:test'

import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { createEngine } from './engine.ts'

/** Replaces the photo ids of the intent, as if Facebook listed other ids than the uploads returned. */
function withOtherPhotoIds({ ctx }: PublishingApp): PublishingApp['ctx'] {
  const { facebook } = ctx.networks
  const reconcile: typeof facebook.reconcile = (publication, intentLog, unanswered) =>
    facebook.reconcile(publication, intentLog, {
      ...unanswered,
      intent: { ...unanswered.intent, photos: ['1', '2'] },
    })
  return { ...ctx, networks: { ...ctx.networks, facebook: { ...facebook, reconcile } } }
}

const sends = async (app: PublishingApp) =>
  (await app.world<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/feed'),
  ).length

test.each([30, 90, 150])(
  'publishes once if Facebook executes the call %i seconds late and lists other photo ids than it returned',
  async seconds => {
    const app = await publishingApp({ networks: ['facebook'] })
    const engine = createEngine(withOtherPhotoIds(app))
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'late', ms: seconds * 1000 })
    const postId = await app.accept()
    for (let second = 0; second < 600; second += 10) {
      await engine.tick()
      await engine.idle()
      app.clock.advance(10_000)
    }
    await engine.stop()
    expect(await app.published()).toHaveLength(1)
    expect(await sends(app)).toBe(seconds < 120 ? 1 : 2)
    expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  },
)
