import { expect, test } from 'bun:test'

import { startingNetworks } from '#shared/networks.ts'
import { $networksFor } from '#site/dashboard/shared/drafts/store.ts'
import { openComposer } from '#site/test/composer.ts'
import { $enabled, $onlyArticle, enable, forgetNetworks, setMessage } from './draft.ts'
import { reusePost, startNewPost } from './drafts.ts'
import { saveNow } from './saving.ts'

const { app } = await openComposer({ networks: ['facebook', 'wordpress'] })

test('starts a new post without the network for articles, and keeps what the author chose', async () => {
  expect($enabled.get()).toEqual(['facebook'])
  expect($networksFor.get()({})).toEqual(['facebook'])
  enable('wordpress', true)
  setMessage('Five signs of rust')
  await saveNow()
  await startNewPost()
  expect($enabled.get()).toEqual(['facebook', 'wordpress'])
  forgetNetworks()
})

test('starts a new post for the usual networks after an article alone', async () => {
  enable('facebook', false)
  enable('wordpress', true)
  expect($onlyArticle.get()).toBe('wordpress')
  setMessage('Six signs of rust')
  await saveNow()
  await startNewPost()
  expect($enabled.get()).toEqual(['facebook'])
})

test('starts with an article’s network where there is no other', () => {
  expect(startingNetworks(['wordpress'])).toEqual(['wordpress'])
})

test('writes an earlier article again for its network', async () => {
  const postId = await app.accept({ message: 'Five signs of rust', inSeconds: 3600 })
  await reusePost(postId)
  expect($enabled.get()).toEqual(['facebook', 'wordpress'])
})
