import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { daysOf, instantsOf, reviewLinks } from './ShareDialog.tsx'

test('creates a link, shows its URL once, and revokes it', async () => {
  const app = await postsApp()
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const site = await openPosts(app)
  const { $links, $url, create, revoke } = reviewLinks(undefined)
  keepMount($links)
  const shown = async () => {
    await $links.reload()
    return $links.get().data ?? []
  }
  expect(await shown()).toEqual([])
  await create({ shared: { postIds: [id] }, pin: '2468', hold: true })
  expect($url.get()).toContain('/review/')
  expect((await app.read(id)).deliveries[0]?.state).toBe('in_review')
  const [link] = await shown()
  expect(link).toMatchObject({ postIds: [id], hasPin: true, holds: 1, openings: 0 })
  const backwards = { from: '2030-02-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }
  await create({ shared: backwards, pin: '', hold: false })
  expect(shownToasts().at(-1)?.type).toBe('error')
  await revoke(link?._id ?? '', true)
  expect(await shown()).toEqual([])
  expect((await app.read(id)).deliveries[0]?.state).toBe('scheduled')
  site.close()
})

test('shares chosen days, from the start of the first to the end of the last, across a change of the clocks', () => {
  const zone = 'Australia/Melbourne'
  const instants = { from: '2026-10-02T14:00:00.000Z', to: '2026-10-04T13:00:00.000Z' }
  expect(daysOf(instants, zone)).toEqual({ from: '2026-10-03', to: '2026-10-04' })
  expect(instantsOf({ from: '2026-10-03', to: '2026-10-04' }, zone)).toEqual(instants)
  expect(instantsOf({ from: '2026-10-04', to: '2026-10-03' }, zone)).toBeUndefined()
  expect(instantsOf({ from: '2026-10-04', to: '' }, zone)).toBeUndefined()
})

test('shares posts of another business than the selected one', async () => {
  const app = await postsApp()
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { domainId } = app.author
  const other = await app.author.addDomain('Corner Shop')
  const site = await openPosts(app)
  await selectDomain(other)
  const link = { shared: { postIds: [id] }, pin: '', hold: false }
  await reviewLinks(undefined).create(link)
  expect(shownToasts().at(-1)?.type).toBe('error')
  const { $links, create } = reviewLinks(domainId)
  await create(link)
  await $links.reload()
  expect($links.get().data).toMatchObject([{ postIds: [id] }])
  site.close()
})
