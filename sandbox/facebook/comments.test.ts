import { afterAll, beforeAll, expect, test } from 'bun:test'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

type Page = { id: string; token: string; userToken: string }

const post = async ({ id, token }: Page) =>
  (await sandbox.post(`/facebook/v23.0/${id}/feed`, { access_token: token, message: 'Open late' })).body.id
const comment = (postId: string, access_token: string, message = 'Book on our site') =>
  sandbox.post(`/facebook/v23.0/${postId}/comments`, { access_token, message })
const list = async (postId: string, access_token: string) =>
  (await sandbox.get(`/facebook/v23.0/${postId}/comments`, { access_token, order: 'reverse_chronological' }))
    .body

test('lets a Page comment on its post, and lists and counts the comment', async () => {
  const page = await sandbox.facebookPage()
  const postId = await post(page)
  const { id } = (await comment(postId, page.token)).body
  const [newest] = (await list(postId, page.token)).data
  expect(newest).toMatchObject({ id, message: 'Book on our site', from: { id: page.id } })
  expect((await sandbox.published())[0]).toMatchObject({ comments: 1, ownComments: ['Book on our site'] })
})

test('requires a permission, the Page’s token, a message and an existing post', async () => {
  const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
  const mute = await sandbox.facebookPage({ scopes })
  expect((await comment(await post(mute), mute.token)).body.error.code).toBe(200)
  const page = await sandbox.facebookPage()
  const postId = await post(page)
  expect((await comment(postId, page.userToken)).body.error).toMatchObject({
    code: 190,
    error_subcode: 2069032,
  })
  expect((await comment(postId, page.token, ' ')).body.error.code).toBe(100)
  expect((await comment(`${page.id}_1`, page.token)).body.error).toMatchObject({
    code: 100,
    error_subcode: 33,
  })
  expect((await list(postId, page.token)).data).toEqual([])
})

test('keeps a comment whose connection breaks afterwards', async () => {
  const page = await sandbox.facebookPage()
  const postId = await post(page)
  await sandbox.fault('facebook', 'comments', 'drop-after')
  await expect(comment(postId, page.token)).rejects.toThrow()
  expect((await list(postId, page.token)).data).toHaveLength(1)
})
