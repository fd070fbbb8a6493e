import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { $filter, $library, filterLibrary } from '#site/dashboard/shared/library/store.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { deleteItem, saveItem, uploadFiles } from './store.ts'

test('uploads, describes, finds and deletes files', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($library)
  await $library.reload()
  const items = () => {
    const library = $library.get()
    return library.state === 'ready' ? library.data.items : []
  }
  await uploadFiles([await picture('red'), await picture('navy')])
  expect(items()).toHaveLength(2)
  expect(await saveItem(items()[0]!, { name: 'Door.png', altText: 'A navy door' })).toBe(true)
  filterLibrary({ search: 'navy door' })
  await $library.reload()
  expect(items()).toMatchObject([{ name: 'Door.png', altText: 'A navy door', posts: 0 }])
  expect(await deleteItem(items()[0]!)).toBe(true)
  $filter.set({ search: '', kind: '', use: '' })
  await $library.reload()
  expect(items()).toHaveLength(1)
  site.close()
})
