import { expect, test } from 'bun:test'

import { readDueInsights } from '#api/insights/read-account.ts'
import { testClock } from '#api/test/clock.ts'
import { clip, picture, publishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000

/** Drops the response to each publishing call, so that the reconciling calls are made as well. */
const LOST = [
  ['facebook', 'feed'],
  ['facebook', 'videos.transfer'],
  ['facebook', 'videos'],
  ['instagram', 'media_publish'],
] as const

test.each(['v23.0', 'v26.0'])('publishes, reconciles, comments and reads with Graph %s', async version => {
  // With a clock of its own, the test connects the accounts, too.
  const app = await publishingApp({ env: { META_GRAPH_VERSION: version }, clock: testClock() })
  for (const [provider, operation] of LOST) await app.fault({ provider, operation, kind: 'drop-after' })
  const platforms = (['facebook', 'instagram'] as const).map(platform => ({
    platform,
    message: 'Pictures',
    firstComment: 'Book on 03 9000 0000',
  }))
  await app.accept({ platforms, media: [await picture('red'), await picture('navy')] })
  await app.accept({ message: 'A film', media: [await clip()] })
  for (let round = 0; round < 6; round++) {
    await app.run()
    app.clock.advance(MINUTE)
  }
  await readDueInsights(app.ctx)
  expect(await app.published()).toHaveLength(4)
  const { data } = (await (await app.call('accounts/facebook/posts')).json()) as { data: { id: string }[] }
  expect(data).toHaveLength(2)
  const [post] = data
  await app.call(`accounts/facebook/posts/${post!.id}`, { method: 'PUT', json: { message: 'Other words' } })
  await app.call(`accounts/facebook/posts/${post!.id}`, { method: 'DELETE' })
  expect(await app.published()).toHaveLength(3)

  const requested = (await app.world<{ path: string }[]>('requests')).map(({ path }) => path)
  const versioned = requested.filter(path => /^\/(facebook|instagram-graph)\/v/.test(path))
  expect(versioned.length).toBeGreaterThan(30)
  expect(versioned.filter(path => !path.split('/').includes(version))).toEqual([])
})
