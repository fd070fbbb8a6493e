import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'

test('marks posts that the network rejects until their text or media change', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const reject = async (code: number) => {
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code, status: 400 })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    const { state, needsEdit } = await app.delivery(postId, 'facebook')
    return { state, needsEdit }
  }
  expect(await reject(506)).toEqual({ state: 'failed', needsEdit: true })
  expect(await reject(368)).toEqual({ state: 'failed', needsEdit: undefined })
})
