import { afterEach, expect, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { addFiles } from '#site/dashboard/composer/media/uploads.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { $sending } from '#site/dashboard/composer/send/sending.ts'
import { $session } from '#site/lib/session.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { $draft, setMessage } from './draft.ts'

const app = await postsApp()
const site = await openPosts(app)

afterEach(() => {
  clearComposer()
  site.close()
})

test('notifies the user once of an expired session while a post is being written', async () => {
  setMessage('Half written')
  addFiles([await picture('red')])
  await app.author.call('users/logout', { json: {} })
  await sendPost()
  expect($session.get()).toEqual({ state: 'expired' })
  expect(shownToasts()).toEqual([])
  expect($sending.get()).toEqual({ state: 'idle' })
  expect($draft.get().message).toBe('Half written')
})
