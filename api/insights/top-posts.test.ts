import { expect, test } from 'bun:test'

import { publishingApp } from '#api/test/publishing.ts'
import type { Insights } from '#shared/insights.ts'
import { readDueInsights } from './read-account.ts'

const DAY = 24 * 60 * 60_000

test('lists the top posts of chosen days, instead of the last ones', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const before = (days: number) => new Date(+app.clock.now() - days * DAY).toISOString()
  for (const [message, likes, daysAgo] of [
    ['Loud, lately', 9, 2],
    ['Quiet, in the window', 1, 12],
    ['Loud, in the window', 5, 14],
    ['Loud, long ago', 7, 25],
  ] as const) {
    await app.accept({ message })
    await app.run()
    const one = (await app.published()).find(post => post.message === message)
    await app.world('engage', { id: one?.id, likes, comments: 0, at: before(daysAgo) })
  }
  await readDueInsights(app.ctx)
  const top = async (query: string) => {
    const { data } = (await (await app.call(`insights${query}`)).json()) as { data: Insights }
    return data.topPosts.map(({ excerpt }) => excerpt)
  }
  expect(await top('')).toHaveLength(4)
  expect(await top(`?from=${before(20).slice(0, 10)}&to=${before(10).slice(0, 10)}`)).toEqual([
    'Loud, in the window',
    'Quiet, in the window',
  ])
  for (const wrong of ['from=October', 'from=2030-01-01', 'from=2030-01-02&to=2030-01-01', 'to=2030-01-01'])
    expect((await app.call(`insights?${wrong}`)).status).toBe(400)
})
