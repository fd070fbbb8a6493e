import { afterAll, beforeAll, expect, test } from 'bun:test'

import { jpeg, serveMedia } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let media: ReturnType<typeof serveMedia>
beforeAll(async () => {
  sandbox = await openSandbox()
  media = serveMedia({ 'square.jpg': await jpeg() })
})
afterAll(async () => {
  await sandbox.stop()
  await media.stop()
})

/** Publishes a picture on a new account. */
async function publish(login: object = {}) {
  const account = await sandbox.instagramAccount(login)
  const send = async (edge: string, form: Record<string, string>) =>
    (await sandbox.post(`/instagram-graph/${account.id}/${edge}`, { access_token: account.token, ...form }))
      .body
  const container = await send('media', { image_url: media.url('square.jpg') })
  sandbox.advance(1000)
  const { id } = await send('media_publish', { creation_id: container.id })
  const path = `/instagram-graph/v23.0/${id}/comments`
  return {
    comment: async (message: string) =>
      (await sandbox.post(path, { access_token: account.token, message })).body,
    list: async () => (await sandbox.get(path, { access_token: account.token })).body.data,
  }
}

test('lets an account comment on its media, and lists and counts the comment', async () => {
  const { comment, list } = await publish()
  const { id } = await comment('#bread')
  expect(await list()).toMatchObject([{ id, text: '#bread' }])
  expect((await sandbox.published())[0]).toMatchObject({ comments: 1, ownComments: ['#bread'] })
})

test('requires a permission, a message and at most thirty hashtags', async () => {
  const scopes = ['instagram_business_basic', 'instagram_business_content_publish']
  expect((await (await publish({ scopes })).comment('Hello')).error.code).toBe(10)
  const { comment, list } = await publish()
  expect((await comment(' ')).error.code).toBe(100)
  expect((await comment('#x '.repeat(31))).error.code).toBe(100)
  expect(await list()).toEqual([])
})
