import { afterAll, expect, test } from 'bun:test'
import * as v from 'valibot'

import { clockAheadMs } from '#api/networks/core/provider-clock.ts'
import { blueskyLogin } from './login.ts'
import { parseServer, xrpc } from './request.ts'
import { serializeSession } from './session.ts'

let requests = 0
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => (requests++, Response.json({})) })
afterAll(() => server.stop(true))

const bluesky = {
  serverUrl: 'https://bsky.social',
  appViewUrl: 'https://public.api.bsky.app',
  webUrl: 'https://bsky.app',
  plcUrl: 'https://plc.directory',
  allowPrivate: false,
}
const call = (at: string, settings = bluesky) =>
  xrpc(settings, {
    server: at,
    nsid: 'com.atproto.server.getSession',
    schema: v.object({}),
    now: () => new Date(),
  })

test('reads the server that a member entered', () => {
  const origin = (text: string) => parseServer(bluesky, text)
  expect(['', 'bsky.social', 'https://bsky.social/'].map(origin)).toEqual(['', '', ''])
  expect(['pds.example', ' https://PDS.example/ ', 'https://pds.example:8443'].map(origin)).toEqual([
    'https://pds.example',
    'https://pds.example',
    'https://pds.example:8443',
  ])
  for (const text of [
    'http://pds.example',
    'https://pds.example/path',
    'https://me@pds.example',
    'a b',
    'ftp://a.example',
  ])
    expect([text, origin(text)]).toEqual([text, undefined])
})

test('opens no private address, at any call', async () => {
  for (const at of [
    'https://127.0.0.1',
    'https://localhost',
    'https://169.254.169.254',
    'https://[::1]',
    'https://10.0.0.1',
  ]) {
    const error = await call(at).catch((failure: unknown) => failure)
    expect([at, error]).toMatchObject([at, { kind: expect.stringMatching(/permanent|transient/) }])
  }
  await expect(call(`http://127.0.0.1:${server.port}`)).rejects.toMatchObject({ code: 'bluesky/server' })
  expect(requests).toBe(0)
})

test('opens the server that the operator set, wherever it is', async () => {
  await call('', { ...bluesky, serverUrl: `http://127.0.0.1:${server.port}` })
  expect(requests).toBe(1)
})

test('learns the time from no server that a member entered', async () => {
  const before = clockAheadMs()
  const inTwoYears = new Date(Date.now() + 2 * 365 * 86_400_000).toUTCString()
  using liar = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Response.json({}, { headers: { Date: inTwoYears } }),
  })
  await call(liar.url.origin, { ...bluesky, allowPrivate: true })
  expect(clockAheadMs()).toBe(before)
})

test('tells the owner of a deactivated account to activate it first', async () => {
  const status = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      Response.json({ did: 'did:plc:pat', handle: 'pat.test', active: false, status: 'deactivated' }),
  })
  const login = blueskyLogin({ ...bluesky, serverUrl: status.url.origin }, undefined, () => new Date())
  const token = serializeSession({ server: '', token: 'x' })
  await expect(login.readProfile('did:plc:pat', token)).rejects.toMatchObject({
    kind: 'reconnect',
    message: expect.stringContaining('Once it is active again'),
  })
  await status.stop(true)
})

test('takes no page of a server for the success of a call', async () => {
  const page = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<h1>Down</h1>') })
  const settings = { ...bluesky, serverUrl: page.url.origin }
  const remove = (risky: boolean) =>
    xrpc(settings, {
      server: '',
      nsid: 'com.atproto.repo.deleteRecord',
      method: 'POST',
      schema: v.unknown(),
      risky,
      now: () => new Date(),
    })
  await expect(remove(true)).rejects.toMatchObject({ kind: 'unknown' })
  await expect(remove(false)).rejects.toMatchObject({ kind: 'transient' })
  await page.stop(true)
})
