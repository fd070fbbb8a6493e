import { expect, test } from 'bun:test'

import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

test('does not return a colleague’s post for a request with the same Idempotency-Key', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const headers = { 'Idempotency-Key': 'draft-1' }
  const mine = (await (await app.send({ headers })).json()) as { postId: string }
  const colleague = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: colleague.userId, role: 'editor' })
  const form = new FormData()
  form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Theirs' }] }))
  form.append('media', await picture('red'))
  const response = await colleague.call('auth/createPosts', { form, headers })
  const theirs = (await response.json()) as { postId: string }
  expect(theirs.postId).not.toBe(mine.postId)
  await app.run()
  expect((await app.published()).map(({ message }) => message).toSorted()).toEqual([
    'Hello Melbourne',
    'Theirs',
  ])
})

test('accepts only times within a year', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const media = [await picture('red')]
  const days = async (count: number) => app.send({ media, inSeconds: count * 24 * 3600 })
  expect((await days(366)).status).toBe(200)
  const refused = await days(367)
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    400,
    'Please choose a time within a year.',
  ])
})
