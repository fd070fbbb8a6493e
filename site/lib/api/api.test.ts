import '#site/test/browser.ts'
import { expect, spyOn, test } from 'bun:test'

import { RESPONSE_TIMEOUT_MS } from '#shared/timings.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { abortReads, api } from './api.ts'
import { UNREACHABLE } from './error.ts'

test('times out when the server accepts a call and never responds', async () => {
  const { fetch } = globalThis
  const never = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    )
  globalThis.fetch = Object.assign(never, { preconnect: fetch.preconnect }) as typeof globalThis.fetch
  const clock = spyOn(globalThis, 'setTimeout')
  const response = api.health.$get()
  const [giveUp, wait] = clock.mock.calls.at(-1) ?? []
  clock.mockRestore()
  globalThis.fetch = fetch
  expect(wait).toBe(RESPONSE_TIMEOUT_MS)
  if (typeof giveUp === 'function') giveUp()
  await expect(response).rejects.toMatchObject({ code: 'network', message: UNREACHABLE })
})

test('leaves reads unsettled while the user logs out, but sends changes, and reads again in the next session', async () => {
  const { fetch } = globalThis
  const sent: string[] = []
  const answer = (url: RequestInfo | URL, init?: RequestInit) => {
    if (init?.signal?.aborted) return Promise.reject(new Error('aborted'))
    if (typeof url === 'string') sent.push(url)
    return Promise.resolve(Response.json({}))
  }
  globalThis.fetch = Object.assign(answer, { preconnect: fetch.preconnect })
  signIn('one')
  abortReads()
  let settled = false
  void api.users.getUserDomain.$get().finally(() => (settled = true))
  await api.users.logout.$post()
  signOut()
  signIn('another')
  await api.health.$get()
  signOut()
  globalThis.fetch = fetch
  expect(sent.map(url => url.replace(/.*\/api/, ''))).toEqual(['/users/logout', '/health'])
  expect(settled).toBe(false)
})

test.each(['../../users/auth/google', '..\\..\\health', '%2e%2e/%2E%2e/health', '..', './x'])(
  'rejects the crafted id %s before it reaches another call',
  async code => {
    const { fetch } = globalThis
    let calls = 0
    const count = () => Promise.resolve(new Response(String(++calls)))
    globalThis.fetch = Object.assign(count, { preconnect: fetch.preconnect })
    const response = api.compliance.deletions[':code'].$get({ param: { code } })
    globalThis.fetch = fetch
    await expect(response).rejects.toMatchObject({ code: 'not_found' })
    expect(calls).toBe(0)
  },
)
