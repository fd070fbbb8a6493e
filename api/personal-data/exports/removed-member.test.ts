import { expect, test } from 'bun:test'
import { unzipSync } from 'fflate'

import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { exportOf } from './exports.ts'

/** Sends a post with two pictures as an editor. */
async function openPost() {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'Open on Monday' }]
  form.set('data', JSON.stringify({ platforms }))
  for (const color of ['teal', 'navy']) form.append('media', await picture(color))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 3600))
  const sent = await mia.call('auth/createPosts', { form, headers: { 'X-Domain-Id': domainId } })
  const { postId } = (await sent.json()) as { postId: string }
  const remove = () => app.call(`businesses/${domainId}/members/${mia.userId}`, { method: 'DELETE' })
  return { ...app, mia, postId, remove }
}

const mediaIn = (zip: ArrayBuffer) =>
  Object.keys(unzipSync(new Uint8Array(zip))).filter(name => name.startsWith('media/'))

test('sends no more files of a business to a member who is removed during the download', async () => {
  const { ctx, mia, remove } = await openPost()
  const { storage } = ctx
  let reads = 0
  const read: typeof storage.read = async (key, ...range) => {
    const file = await storage.read(key, ...range)
    if (range.length > 0 && ++reads === 1) await remove()
    return file
  }
  const zip = await exportOf({ ...ctx, storage: { ...storage, read } }, mia.userId)
  expect(mediaIn(await new Response(zip).arrayBuffer())).toHaveLength(1)
})

test('leaves their content in a business, and additions by others, out of a removed member’s download', async () => {
  const app = await openPost()
  const { mia, postId } = app
  const download = async () => {
    const response = await mia.call('users/export')
    const zip = await response.arrayBuffer()
    const files = Object.values(unzipSync(new Uint8Array(zip)))
    return { names: mediaIn(zip), text: files.map(bytes => new TextDecoder().decode(bytes)).join('\n') }
  }
  const before = await download()
  expect(before.text).toContain('Open on Monday')
  expect(before.names).not.toEqual([])

  await app.remove()
  await app.call(`posts/${postId}/comments`, { json: { message: 'Between us', internal: true } })
  const changed = [{ platform: 'facebook', message: 'Closed for good' }]
  await app.call(`posts/${postId}`, { method: 'PUT', json: { platforms: changed } })
  const { text, names } = await download()
  for (const secret of ['Open on Monday', 'Closed for good', 'Between us']) expect(text).not.toContain(secret)
  expect(names).toEqual([])
})
