import '#site/test/browser.ts'
import { afterEach, expect, test } from 'bun:test'

import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { earlyDashboard } from '#site/build/early-requests.mjs'
import { signIn, signOut } from '../session.ts'
import { api } from './api.ts'
import { showDomain } from './shown-domain.ts'

const { fetch } = globalThis
const calls: string[] = []

/** Runs the page's inline script, and records the path, token and business of each request. */
function openPage() {
  const echo = (url: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    calls.push(
      `${init?.method === 'PUT' ? 'PUT ' : ''}${url} ${headers.get('Authorization')} ${headers.get('X-Domain-Id')}`,
    )
    return Promise.resolve(Response.json({ data: calls.length }))
  }
  globalThis.fetch = Object.assign(echo, { preconnect: fetch.preconnect }) as typeof fetch
  // oxlint-disable-next-line no-implied-eval -- the page runs this very script
  new Function('document', 'location', earlyDashboard)(
    { currentScript: { dataset: { api: '' } } },
    { search: '' },
  )
  calls.push('page runs')
}

afterEach(() => {
  globalThis.fetch = fetch
  globalThis.earlyResponses = undefined
  calls.length = 0
  signOut()
})

test('uses the response to the page’s own request, once', async () => {
  signIn('t1')
  showDomain('d1')
  openPage()
  await api.settings.$get()
  expect(calls.indexOf('/api/settings Bearer t1 d1')).toBeLessThan(calls.indexOf('page runs'))
  expect(calls.at(-1)).toBe('page runs')
  await api.settings.$get()
  expect(calls.at(-1)).toBe('/api/settings Bearer t1 d1')
})

test('requests again for another user or business', async () => {
  signIn('t1')
  openPage()
  signIn('t2')
  await api.settings.$get()
  expect(calls.at(-1)).toBe('/api/settings Bearer t2 null')
  signIn('t1')
  showDomain('d2')
  await api.users.getUserDomain.$get()
  expect(calls.at(-1)).toBe('/api/users/getUserDomain Bearer t1 d2')
})

test('sends a change to the URL of a response that nothing has used', async () => {
  signIn('t1')
  showDomain('d1')
  openPage()
  await api.settings.$put({ json: DEFAULT_SETTINGS })
  expect(calls.at(-1)).toBe('PUT /api/settings Bearer t1 d1')
})

test('requests nothing without a session', () => {
  openPage()
  expect(calls).toEqual(['page runs'])
})
