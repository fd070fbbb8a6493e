import { expect, test } from 'bun:test'

import { readDueInsights } from '#api/insights/read-account.ts'
import { clip, picture, publishingApp } from '#api/test/publishing.ts'

test.each(['v23.0', 'v26.0'])('publishes, comments and reads figures by Graph %s', async version => {
  const app = await publishingApp({ env: { META_GRAPH_VERSION: version } })
  await app.accept({ message: 'Pictures', media: [await picture('red'), await picture('navy')] })
  await app.accept({ message: 'A film', media: [await clip()] })
  for (let look = 0; look < 3; look++) {
    await app.run()
    app.clock.advance(10_000)
  }
  await readDueInsights(app.ctx)
  expect(await app.published()).toHaveLength(4)

  const asked = (await app.world<{ path: string }[]>('requests')).map(({ path }) => path)
  const versioned = asked.filter(path => /^\/(facebook|instagram-graph)\/v/.test(path))
  expect(versioned.length).toBeGreaterThan(15)
  expect(versioned.filter(path => !path.split('/').includes(version))).toEqual([])
})
