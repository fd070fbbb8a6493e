import { afterAll, expect, test } from 'bun:test'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

import type { NetworkError } from '#api/networks/core/network.ts'
import { graphRequest } from './graph.ts'
import { parseGraphJson } from './json.ts'
import { readAllPages } from './pages.ts'

type Handler = (request: IncomingMessage & { form: string }, response: ServerResponse) => void

let handler: Handler = (_request, response) => response.end('{}')
const server = createServer((request, response) => {
  let form = ''
  request.on('data', chunk => (form += String(chunk)))
  request.on('end', () => handler(Object.assign(request, { form }), response))
}).listen(0, '127.0.0.1')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0/123/feed`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const TOKEN = 'EAAB' + 'x'.repeat(60)
const base = {
  provider: 'facebook',
  url,
  token: TOKEN,
  now: () => new Date(0),
  schema: v.object({ id: v.string() }),
} as const
const respond = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  handler = (_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const failureOf = async (request: Promise<unknown>): Promise<NetworkError> =>
  await request.then(
    () => {
      throw new Error('It did not fail')
    },
    (error: NetworkError) => error,
  )
const kindOf = async (request: Promise<unknown>) => (await failureOf(request)).kind

test('sends the token in a header with its proof, never in the URL', async () => {
  let seen: { address?: string | undefined; authorization?: string | undefined; form: string } | undefined
  handler = (request, response) => {
    seen = { address: request.url, authorization: request.headers.authorization, form: request.form }
    response.end('{"id":"1_2"}')
  }
  const { data } = await graphRequest({
    ...base,
    method: 'POST',
    form: { message: 'Hi', link: undefined },
    appSecret: 'secret',
  })
  expect(data).toEqual({ id: '1_2' })
  expect(seen).toMatchObject({ address: '/v23.0/123/feed', authorization: `Bearer ${TOKEN}` })
  expect(seen?.form).toMatch(/^message=Hi&appsecret_proof=[0-9a-f]{64}$/)
})

test('parses ids beyond 2^53 exactly', () => {
  expect(parseGraphJson('{"user_id":17841400008460056123,"followers_count":12,"share":0.5}')).toEqual({
    user_id: '17841400008460056123',
    followers_count: 12,
    share: 0.5,
  })
})

test('reports the fullest usage counter', async () => {
  respond({ id: '1' }, 200, {
    'X-App-Usage': '{"call_count":28,"total_cputime":3,"total_time":4}',
    'X-Business-Use-Case-Usage':
      '{"99":[{"type":"pages","call_count":91,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":7}]}',
  })
  expect((await graphRequest(base)).usage).toEqual({ percent: 91, regainMinutes: 7 })
})

test('ignores an invalid usage header', async () => {
  respond({ id: '1' }, 200, { 'X-App-Usage': 'busy' })
  expect((await graphRequest(base)).usage).toEqual({ percent: 0, regainMinutes: 0 })
})

test('treats a broken connection after a publishing request as unknown', async () => {
  handler = request => request.socket.destroy()
  expect(await kindOf(graphRequest({ ...base, method: 'POST', form: {}, risky: true }))).toBe('unknown')
  expect(await kindOf(graphRequest({ ...base, method: 'POST', form: {} }))).toBe('transient')
})

test('never resends a publishing request, not even on a reused connection', async () => {
  respond({ id: '1' })
  await graphRequest(base)
  let received = 0
  handler = request => {
    received++
    request.socket.end()
  }
  await failureOf(graphRequest({ ...base, method: 'POST', form: { message: 'Hi' }, risky: true }))
  expect(received).toBe(1)
})

test('treats a timeout of a publishing request as unknown', async () => {
  handler = () => {}
  expect(await kindOf(graphRequest({ ...base, method: 'POST', form: {}, risky: true, timeoutMs: 30 }))).toBe(
    'unknown',
  )
  expect(await kindOf(graphRequest({ ...base, timeoutMs: 30 }))).toBe('transient')
})

test('treats an unreachable provider as transient, since nothing was sent', async () => {
  const refused = createServer().listen(0, '127.0.0.1')
  const { port } = refused.address() as AddressInfo
  await new Promise(resolve => refused.close(resolve))
  for (const address of [`http://127.0.0.1:${port}/`, 'http://graph.invalid/']) {
    expect(
      await failureOf(graphRequest({ ...base, url: address, method: 'POST', form: {}, risky: true })),
    ).toMatchObject({
      kind: 'transient',
      code: 'unreachable',
    })
  }
})

test.each([
  ['a page of a proxy', '<html>Bad gateway</html>', 502],
  ['broken JSON', '{"id":', 200],
  ['a response without the id', '{"ok":true}', 200],
  ['a response of another kind', '[]', 200],
])('treats %s after a publishing request as unknown', async (_name, body, status) => {
  respond(body, status)
  expect(await kindOf(graphRequest({ ...base, method: 'POST', form: {}, risky: true }))).toBe('unknown')
  expect(await kindOf(graphRequest(base))).toBe('transient')
})

test('follows no redirect, so that a token reaches no other host', async () => {
  let elsewhere = 0
  handler = (request, response) => {
    if (request.url === '/elsewhere') elsewhere++
    response.writeHead(302, { Location: '/elsewhere' }).end()
  }
  await failureOf(graphRequest(base))
  expect(elsewhere).toBe(0)
})

test('keeps tokens out of errors, whether sent, quoted by the provider or part of a URL', async () => {
  const quoted = `Malformed access token ${TOKEN}EXTRA and IGAA${'y'.repeat(50)}`
  respond({ error: { message: quoted, code: 100 } }, 400)
  const refused = await failureOf(graphRequest({ ...base, query: { access_token: 'short-secret' } }))
  handler = request => request.socket.destroy()
  const dropped = await failureOf(graphRequest({ ...base, query: { access_token: 'short-secret' } }))
  for (const error of [refused, dropped]) {
    const everything = Bun.inspect(error) + String(error.stack) + Bun.inspect(error.cause)
    expect(everything).not.toMatch(/EAAB|IGAA|short-secret/)
  }
  expect(refused.message).toStartWith('Facebook refused this: Malformed access token')
})

test('reads a list to its last page, through short and empty pages', async () => {
  const pages: Record<string, unknown> = {
    start: {
      data: [{ id: '1' }],
      paging: { cursors: { after: 'a' }, next: 'https://x/?after=a&access_token=SECRET' },
    },
    a: { data: [], paging: { next: 'https://x/?after=b&access_token=SECRET' } },
    b: { data: [{ id: '2' }, { id: '3' }], paging: { cursors: { after: 'c' } } },
  }
  handler = (request, response) => {
    const after = new URL(request.url!, url).searchParams.get('after') ?? 'start'
    response.end(JSON.stringify(pages[after]))
  }
  const { schema: item, ...request } = base
  expect(await readAllPages({ ...request, item })).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }])
})

test('stops at a list whose next page is always the same', async () => {
  respond({ data: [{ id: '1' }], paging: { cursors: { after: 'a' }, next: 'https://x/?after=a' } })
  const { schema: item, ...request } = base
  expect(await readAllPages({ ...request, item })).toHaveLength(2)
})
