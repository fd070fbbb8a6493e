import { afterAll, afterEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { $current, $links, $mark, $screens } from './screens.ts'

const app = await testApp()
let undo = serveSite(app)
afterAll(() => undo())

afterEach(() => {
  cleanStores($me, $screens)
  $me.reset()
  signOut()
})

async function screensOf({ token }: { token: string }) {
  signIn(token)
  keepMount($screens)
  await $me.reload()
  return Object.values($screens.get()).map(({ link }) => link?.href)
}

test('shows administrators’ screens to administrators only', async () => {
  const admins = ['/dashboard/support-requests', '/dashboard/feature-requests']
  const forUser = await screensOf(await app.signUp())
  for (const path of admins) expect(forUser).not.toContain(path)
  for (const path of admins) expect(await screensOf(await app.admin())).toContain(path)
})

test('marks a link of the sidebar for each screen of the business', async () => {
  await screensOf(await app.signUp())
  const marked = (path: string) => {
    $router.open(`/dashboard/${path}`)
    const links = (['nav', 'create'] as const).flatMap(place => $links.get()(place))
    return links.filter(({ route }) => $mark.get()(route)).map(({ label }) => label)
  }
  const children = {
    reports: 'Insights',
    import: 'View Social Posts',
    activity: 'Settings',
    profile: 'Settings',
    'google-business-profile': 'Social Hub',
    'social-hub/success/abc': 'Social Hub',
    'create-post': 'Create Post',
    media: 'Media',
  }
  for (const [path, label] of Object.entries(children)) expect(marked(path)).toEqual([label])
})

test('opens Google’s return URL with a single code, and reports the failed connection', async () => {
  await screensOf(await app.signUp())
  $router.open('/dashboard/social-hub/success/abc')
  expect($current.get()).toMatchObject({
    state: 'found',
    screen: { title: expect.stringContaining('Google') },
  })
})

test('waits at an administrator’s URL while the role can’t be loaded, and reports it as unknown to others', async () => {
  const { token } = await app.signUp()
  $router.open('/dashboard/support-requests')
  undo()
  undo = cutNetwork()
  signIn(token)
  keepMount($current)
  await $me.reload()
  expect($me.get().state).toBe('failed')
  expect($current.get()).toEqual({ state: 'waiting' })
  undo()
  undo = serveSite(app)
  await $me.reload()
  expect($current.get()).toEqual({ state: 'unknown' })
  cleanStores($current)
})
