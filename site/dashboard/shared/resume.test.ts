import { afterAll, afterEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { api } from '#site/lib/api/api.ts'
import { shownDomainId } from '#site/lib/api/shown-domain.ts'
import { $session, signIn, signOut } from '#site/lib/session.ts'
import { readSignInRequest } from '#site/lib/sign-in-request.ts'
import { serveSite } from '#site/test/browser.ts'
import { $domains, $selectedDomain } from './domains/store.ts'
import { $resumeCount, $resuming, giveUpSession, guardSession, resumeSession } from './guard.ts'
import { $me } from './me.ts'

const app = await testApp()
const undo = serveSite(app)
const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
const went: string[] = []
Object.defineProperty(globalThis, 'location', {
  value: {
    href: 'http://currawong.test/dashboard/calendar',
    origin: 'http://currawong.test',
    pathname: '/dashboard/calendar',
    search: '',
    reload: () => went.push('reload'),
    replace: (path: string) => went.push(path),
  },
  configurable: true,
})
let stop = () => {}
afterEach(() => {
  stop()
  cleanStores($me, $domains)
  $me.reset()
  $domains.reset()
  $resuming.set(false)
  signOut()
  sessionStorage.clear()
  went.length = 0
})
afterAll(() => {
  undo()
  if (before) Object.defineProperty(globalThis, 'location', before)
  else Reflect.deleteProperty(globalThis, 'location')
})

/** Opens the dashboard as a new user, whose session the api then ends. */
async function endedSession() {
  const person = await app.signUp()
  await person.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  signIn(person.token)
  keepMount($me)
  keepMount($domains)
  await Promise.all([$me.reload(), $domains.reload()])
  stop = guardSession()
  await person.call('users/logout', { json: {} })
  await api.notifications.counts.$get().catch(() => undefined)
  return person
}

const loginOf = async ({ email, password }: { email: string; password: string }) => {
  const json = { email, password }
  return ((await (await app.request('users/login', { json })).json()) as { token: string }).token
}

test('continues with the same business after the user signs in again in place', async () => {
  const person = await endedSession()
  expect([$session.get().state, $resuming.get(), went]).toEqual(['expired', true, []])
  expect(readSignInRequest()?.email).toBe(person.email)
  const resumed = $resumeCount.get()
  await resumeSession(await loginOf(person))
  expect([$session.get().state, $resuming.get(), went]).toEqual(['in', false, []])
  expect($resumeCount.get()).toBe(resumed + 1)
  expect(shownDomainId()).toBe($selectedDomain.get()?._id)
  expect((await api.notifications.counts.$get()).ok).toBe(true)
})

test('starts with a new page when somebody else signs in', async () => {
  await endedSession()
  const { token } = await app.signUp()
  await resumeSession(token)
  expect(went).toEqual(['reload'])
})

test('leaves the dashboard when the user doesn’t sign in again', async () => {
  await endedSession()
  giveUpSession()
  expect([$session.get().state, went]).toEqual(['out', ['/']])
})
