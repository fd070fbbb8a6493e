import { expect, test } from 'bun:test'
import { unzipSync } from 'fflate'

import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

test('keeps a removed member’s content in the business, and additions by others', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'Open on Monday' }]
  form.set('data', JSON.stringify({ platforms }))
  form.append('media', await picture('teal'))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 3600))
  const sent = await mia.call('auth/createPosts', { form, headers: { 'X-Domain-Id': domainId } })
  const { postId } = (await sent.json()) as { postId: string }
  const download = async () => {
    const response = await mia.call('users/export')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    return {
      names: Object.keys(files).filter(name => name.startsWith('media/')),
      text: Object.values(files)
        .map(bytes => new TextDecoder().decode(bytes))
        .join('\n'),
    }
  }
  const before = await download()
  expect(before.text).toContain('Open on Monday')
  expect(before.names).not.toEqual([])

  await app.call(`businesses/${domainId}/members/${mia.userId}`, { method: 'DELETE' })
  await app.call(`posts/${postId}/comments`, { json: { message: 'Between us', internal: true } })
  const changed = [{ platform: 'facebook', message: 'Closed for good' }]
  await app.call(`posts/${postId}`, { method: 'PUT', json: { platforms: changed } })
  const { text, names } = await download()
  for (const words of ['Open on Monday', 'Closed for good', 'Between us']) expect(text).not.toContain(words)
  expect(names).toEqual([])
})
