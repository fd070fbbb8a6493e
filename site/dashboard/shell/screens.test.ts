import { afterEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $screens } from './screens.ts'

const app = await testApp()
const undo = serveSite(app)

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
  undo()
})
