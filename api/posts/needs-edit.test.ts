import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'

test('marks posts that need an edit, or a check of the account, before a retry', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const reject = async (code: number) => {
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code, status: 400 })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    const { state, needsEdit, needsCheck } = await app.delivery(postId, 'facebook')
    return { state, needsEdit, needsCheck }
  }
  expect(await reject(506)).toEqual({ state: 'failed', needsEdit: true, needsCheck: undefined })
  expect(await reject(368)).toEqual({ state: 'failed', needsEdit: undefined, needsCheck: true })
  expect(await reject(803)).toEqual({ state: 'failed', needsEdit: undefined, needsCheck: undefined })
})
