import { expect, test } from 'bun:test'

import { readDueInsights } from '#api/insights/read-account.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Post } from '#shared/posts/posts.ts'

test('lists published posts by the reactions of all networks, page by page', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const publish = async (message: string, likes: number, comments: number) => {
    await app.accept({ message })
    await app.run()
    const at = app.clock.now().toISOString()
    const both = (await app.published()).filter(post => post.message === message)
    for (const { id } of both) await app.world('engage', { id, likes, comments, at })
  }
  await publish('Quiet', 1, 0)
  await publish('Loud', 5, 2)
  await publish('Talked about', 1, 3)
  await publish('Silent, at 100%', 0, 0)
  await readDueInsights(app.ctx)
  const listed = async (query: string) => {
    const response = await app.call(`posts?tab=published&sort=reactions&${query}`)
    const { data, total } = (await response.json()) as { data: Post[]; total: number }
    return [total, ...data.map(({ deliveries }) => deliveries[0]?.message)]
  }
  expect(await listed('page=1&limit=3')).toEqual([4, 'Loud', 'Talked about', 'Quiet'])
  expect(await listed('page=2&limit=3')).toEqual([4, 'Silent, at 100%'])
  expect(await listed('search=o&network=facebook')).toEqual([2, 'Loud', 'Talked about'])
  expect(await listed('search=0%25')).toEqual([1, 'Silent, at 100%'])
  expect(await listed('search=%25o')).toEqual([0])
  const { token } = await app.signUp()
  const others = await app.call('posts?tab=published&sort=reactions', { token })
  expect(((await others.json()) as { data: Post[] }).data).toEqual([])
})
