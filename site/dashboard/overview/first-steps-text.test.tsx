import { afterAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { $firstSteps } from './first-steps.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { $overview } from './store.ts'

const app = await testApp()
const undo = serveSite(app)
afterAll(() => {
  cleanStores($firstSteps, $overview, $domains, $me)
  signOut()
  undo()
})

const openAs = async ({ token }: { token: string }) => {
  signIn(token)
  keepMount($firstSteps)
  await Promise.all([$domains.reload(), $overview.reload(), $me.reload()])
  return rendered(<FirstSteps />).text
}

test('shows administrators without a business the agency’s desk, and others their first steps', async () => {
  const desk = await openAs(await app.admin())
  expect(desk).toContain('Your agency’s desk')
  expect(desk).toContain('Open requests')
  expect(desk).not.toContain('Your first week')
  const steps = await openAs(await app.signUp({ email: 'pat@example.com' }))
  expect(steps).toContain('Your first week, in four steps')
  expect(steps).not.toContain('desk')
})
