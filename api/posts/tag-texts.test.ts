import { expect, test } from 'bun:test'

import { publishingApp } from '#api/test/publishing.ts'
import type { PostContent } from '#shared/posts/revision.ts'

const HOUR = 3600
const TEXT = 'Book at https://a.example/book.'
const TAGGED = 'Book at https://a.example/book?utm_source=facebook&utm_medium=social&utm_campaign=spring.'

/** Creates an app with a business whose links get tags, and a scheduled post with a link. */
async function tagging() {
  const app = await publishingApp()
  const linkTags = { on: true, source: '', medium: 'social', campaign: 'spring' }
  const tag = (on: boolean) =>
    app.author.call(`domains/${app.author.domainId}`, {
      method: 'PATCH',
      json: { linkTags: { ...linkTags, on } },
    })
  await tag(true)
  const platforms = [
    { platform: 'facebook' as const, message: TEXT, firstComment: TEXT },
    { platform: 'instagram' as const, message: TEXT, firstComment: TEXT },
  ]
  const postId = await app.accept({ platforms, inSeconds: HOUR })
  const content = async () =>
    ((await (await app.call(`posts/${postId}/content`)).json()) as { data: PostContent }).data.content
  const texts = async () =>
    (await app.read(postId)).deliveries.map(({ message, firstComment }) => [message, firstComment?.message])
  return { ...app, tag, platforms, postId, content, texts }
}

test('publishes links with a business’s tags where links work, and hides the tags from the author', async () => {
  const app = await tagging()
  expect(await app.content()).toMatchObject({ sameMessage: true, message: TEXT, firstComment: TEXT })
  app.clock.advance(HOUR * 1000)
  await app.run()
  await app.run()
  const published = (await app.published()).toSorted((a, b) => a.network.localeCompare(b.network))
  expect(published.map(({ network, message, ownComments }) => [network, message, ownComments])).toEqual([
    ['facebook', TAGGED, [TAGGED]],
    ['instagram', TEXT, [TEXT]],
  ])
})

test('updates the tags of links in a changed post, and adds none once tags are off', async () => {
  const app = await tagging()
  const { media } = await app.read(app.postId)
  const whole = { platforms: app.platforms, mediaIds: media.map(({ _id }) => _id) }
  const change = (json: object) => app.call(`posts/${app.postId}`, { method: 'PUT', json })
  await change(whole)
  expect(await app.texts()).toEqual([
    [TAGGED, TAGGED],
    [TEXT, TEXT],
  ])
  await change({ platforms: app.platforms })
  expect(await app.texts()).toEqual([
    [TAGGED, TAGGED],
    [TEXT, TEXT],
  ])
  await app.tag(false)
  expect(await app.texts()).toEqual([
    [TAGGED, TAGGED],
    [TEXT, TEXT],
  ])
  await change(whole)
  expect(await app.texts()).toEqual([
    [TEXT, TEXT],
    [TEXT, TEXT],
  ])
  expect((await app.content()).message).toBe(TEXT)
})

test('turns a cancelled post into a draft with its author’s text', async () => {
  const app = await tagging()
  await app.call(`posts/${app.postId}/cancel`, { json: {} })
  const draft = await (await app.call(`drafts/${app.postId}`)).json()
  expect(draft).toMatchObject({ data: { content: { message: TEXT, firstComment: TEXT } } })
})
