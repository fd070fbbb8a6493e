import { expect, test } from 'bun:test'

import { readDueInsights } from '#api/insights/read-account.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { ProviderPost } from '#shared/posts/provider-posts.ts'

const app = await publishingApp({ networks: ['bluesky'] })

async function publish(message: string) {
  await app.accept({ platforms: [{ platform: 'bluesky', message }], media: [await picture('red')] })
  await app.run()
  app.clock.advance(60_000)
  return (await app.published()).find(post => post.message === message)!.id
}
const list = async (query = '') => {
  const response = await app.call(`accounts/bluesky/posts${query}`)
  return (await response.json()) as { data: ProviderPost[]; nextCursor: string | null }
}

test('lists an account’s posts with their counts, page by page, and deletes one', async () => {
  const [first] = [await publish('First'), await publish('Second')]
  await app.world('engage', { id: first, likes: 5, comments: 2, shares: 1 })
  const page = await list('?limit=1')
  expect(page.data.map(({ message }) => message)).toEqual(['Second'])
  const next = await list(`?limit=1&after=${page.nextCursor}`)
  expect(next.data).toMatchObject([
    { message: 'First', likes: 5, comments: 2, canDelete: true, canEdit: false, media: [{ kind: 'image' }] },
  ])
  const [post] = next.data
  const path = `accounts/bluesky/posts/${post!.id}`
  expect((await app.call(path, { method: 'DELETE' })).status).toBe(200)
  expect((await list()).data.map(({ message }) => message)).toEqual(['Second'])
})

test('reads followers, likes, replies and reposts', async () => {
  const id = await publish('Counted')
  await app.world('engage', { id, likes: 7, comments: 3, shares: 2 })
  await app.world('audience', { account: app.people.bluesky, followers: 120 })
  await readDueInsights(app.ctx)
  const response = await app.call('insights')
  const { data } = (await response.json()) as {
    data: { accounts: { network: string; missing: unknown }[]; topPosts: { likes: number; shares: number }[] }
  }
  expect(data.accounts).toMatchObject([{ network: 'bluesky', missing: 'nothing' }])
  expect(data.topPosts[0]).toMatchObject({ likes: 7, comments: 3, shares: 2 })
})
