import { afterAll, beforeAll, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { addMember } from '#api/test/members.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import { $entries, $items } from '#site/dashboard/calendar/store.ts'
import { $tab, openTab } from '#site/dashboard/posts/url.ts'
import { $current, $links } from '#site/dashboard/shell/screens.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn } from '#site/lib/session.ts'
import { openPosts, type PostsApp, postsApp } from '#site/test/posts.ts'
import { $domains, $selectedDomain } from './domains/store.ts'
import { $businessNoun, $mayChange, $can, $may } from './permissions.tsx'
import { $router } from './router.ts'

const HOUR = 3600

let app: PostsApp
let site: Awaited<ReturnType<typeof openPosts>>
let member: { token: string; userId: string }
beforeAll(async () => {
  app = await postsApp()
  await app.accept({ message: 'Open late', inSeconds: 300 * HOUR })
  member = await app.signUp()
  site = await openPosts(app)
  for (const $store of [$links, $current, $can, $may, $mayChange, $businessNoun, $items]) keepMount($store)
})
afterAll(() => {
  $entries.reset()
  site.close()
})

/** Signs the second member in with a role. */
async function become(role: Role) {
  await addMember(app.ctx, { domainId: app.author.domainId, userId: member.userId, role })
  signIn(member.token)
  await $domains.reload()
  expect($selectedDomain.get()).toMatchObject({ role })
}

const screenAt = (path: string) => {
  $router.open(path)
  const current = $current.get()
  return current.state === 'found' ? (current.screen.title ?? current.screen.link?.label) : current.state
}

test('offers viewers neither the composer nor imports', async () => {
  await become('viewer')
  expect($links.get()('create')).toEqual([])
  expect($links.get()('nav')).not.toBeEmpty()
  for (const path of ['/dashboard/create-post', '/dashboard/import'])
    expect(screenAt(path)).toBe('Not part of your role')
  expect(screenAt('/dashboard/calendar')).toBe('Calendar')
})

test('opens the drafts for members who write, and otherwise what is scheduled', async () => {
  const opened = async (role: Role) => {
    await become(role)
    $router.open('/dashboard/view-post?tab=drafts')
    return $tab.get()
  }
  expect([await opened('author'), await opened('viewer')]).toEqual(['drafts', 'scheduled'])
})

test('lets authors write, but not import, publish or configure', async () => {
  await become('author')
  expect($links.get()('create')).toHaveLength(1)
  expect(screenAt('/dashboard/create-post')).toBe('Create Social Post')
  expect(screenAt('/dashboard/import')).toBe('Not part of your role')
  expect((['publish', 'connect', 'configure', 'own'] as const).filter($can.get())).toEqual([])
})

test('moves posts in the calendar only for those who may publish', async () => {
  const movable = async (role: Role) => {
    await become(role)
    $router.open('/dashboard/calendar?view=month&on=2030-01-10')
    await $entries.reload()
    await settled($entries)
    return $items.get().map(item => item.movable)
  }
  expect(await movable('author')).toEqual([false])
  expect(await movable('editor')).toEqual([true])
})

test('lets authors move their own posts in the calendar while they wait for approval', async () => {
  await become('author')
  const { domainId } = app.author
  const mine = (state: 'in_review' | 'scheduled', isOwn = true) =>
    $mayChange.get()({ domainId, ...(isOwn && { isOwn }), deliveries: [{ state }] })
  expect([mine('in_review'), mine('in_review', false), mine('scheduled')]).toEqual([true, false, false])
})

test('opens Posts at the tab chosen last, and at the waiting posts for people who only approve', async () => {
  const posts = () =>
    $links
      .get()('nav')
      .find(({ route }) => route === 'viewPosts')?.href
  await become('editor')
  openTab('published')
  expect(posts()).toBe('/dashboard/view-post?tab=published')
  await become('approver')
  expect(posts()).toBe('/dashboard/view-post?tab=review')
})

test('returns the user’s role in each business', async () => {
  await become('viewer')
  const { domainId } = app.author
  expect([
    $may.get()(domainId, 'see'),
    $may.get()(domainId, 'publish'),
    $may.get()('another', 'see'),
  ]).toEqual([true, false, false])
})

test('calls an owner’s own businesses so, and another’s clients', async () => {
  const owner = await app.signUp()
  signIn(owner.token)
  const add = (businessName: string) => owner.call('users/saveUserDomain', { json: { businessName } })
  await add('Mill')
  await add('Bakery')
  await $domains.reload()
  expect($businessNoun.get().title).toBe('Businesses')
  expect(
    $links
      .get()('nav')
      .find(({ route }) => route === 'clients')?.label,
  ).toBe('Businesses')
  expect(screenAt('/dashboard/clients')).toBe('Businesses')
  await addMember(app.ctx, { domainId: app.author.domainId, userId: owner.userId, role: 'editor' })
  await $domains.reload()
  expect($businessNoun.get().title).toBe('Clients')
  expect(screenAt('/dashboard/clients')).toBe('Clients')
})
