import { afterEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { $labelUses, deleteLabel, mergedWith, renaming } from './Labels.tsx'
import { Labels } from './Labels.tsx'

afterEach(() => cleanStores($labelUses))

async function labelledApp() {
  const app = await postsApp()
  for (const [message, labels] of [
    ['Tarts', ['Spring', 'Offers']],
    ['Pies', ['Spring']],
  ] as const) {
    const postId = await app.accept({ message, inSeconds: 3600 })
    await app.author.call('posts/bulk', { json: { action: 'label', postIds: [postId], add: labels } })
  }
  const site = await openPosts(app)
  keepMount($labelUses)
  await $labelUses.reload()
  const shown = () => $labelUses.get().data?.map(({ label, posts }) => `${label} ${posts}`)
  return { site, shown }
}

test('renames, merges and deletes labels of the selected business', async () => {
  const { site, shown } = await labelledApp()
  expect(shown()).toEqual(['Offers 1', 'Spring 2'])
  expect(rendered(<Labels />).text).toContain('Spring 2 posts')

  const toEaster = renaming('Spring')
  expect(await toEaster.submit({ to: 'Easter, 2030' })).toBe(false)
  expect(toEaster.$state.get().fields).toEqual({ to: 'A label can’t contain a comma.' })
  expect(await toEaster.submit({ to: ' Easter ' })).toBe(true)
  expect(shown()).toEqual(['Easter 2', 'Offers 1'])

  expect([mergedWith('Offers', 'easter')?.label, mergedWith('Offers', 'OFFERS')]).toEqual([
    'Easter',
    undefined,
  ])
  await renaming('Offers').submit({ to: 'easter' })
  expect(shown()).toEqual(['easter 2'])
  await deleteLabel('easter')
  expect(shown()).toEqual([])
  expect(rendered(<Labels />).text).toContain('No labels yet')
  expect(shownToasts().map(({ message }) => message)).toEqual(['“easter” is deleted.'])
  site.close()
})
