import { expect, test } from 'bun:test'

import { atEnd } from '#api/test/at-end.ts'
import { addressGuard } from './address-guard.ts'
import { type FetchError, fetchPublic, openPublic } from './fetch-public.ts'

const rules = { maxBytes: 1000, timeoutMs: 5000, accept: 'image/png' }
const anywhere = { ...rules, guard: addressGuard({ allowPrivate: true }) }

function serve(respond: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: respond })
  atEnd(() => server.stop(true))
  return `http://127.0.0.1:${server.port}`
}

const kindOf = (fetching: Promise<unknown>) =>
  fetching.then(
    () => 'fetched',
    (error: FetchError) => error.kind,
  )

test('fetches a file through redirects, without sending cookies or credentials', async () => {
  const url = serve(({ url: at, headers }) => {
    expect([headers.get('cookie'), headers.get('authorization'), headers.get('referer')]).toEqual([
      null,
      null,
      null,
    ])
    return at.endsWith('/old') ? Response.redirect('/new', 301) : new Response('a picture')
  })
  expect(String((await fetchPublic(`${url}/old`, anywhere)).bytes)).toBe('a picture')
})

test.each([
  'http://127.0.0.1/a',
  'http://[::1]/a',
  'http://169.254.169.254/latest',
  'http://10.0.0.1/',
  'file:///etc/passwd',
  'http://u:p@example.com/',
])('opens no connection to %s', async url => {
  expect(await kindOf(fetchPublic(url, { ...rules, guard: addressGuard() }))).toBe('refused')
})

test('rejects a host name that resolves to a public address when checked and to a private one when opened', async () => {
  let requests = 0
  const url = new URL(serve(() => new Response('secret')))
  const guard = addressGuard({ resolve: async () => (requests++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']) })
  url.hostname = 'rebinding.example'
  url.port = '8080'
  expect(await kindOf(fetchPublic(url.href, { ...rules, guard }))).not.toBe('fetched')
  expect(requests).toBe(2)
})

test('rejects a redirect to a private address', async () => {
  const open = serve(() => Response.redirect('http://169.254.169.254/latest/meta-data', 302))
  const guard = addressGuard()
  const lenient = {
    addressesOf: async () => ['127.0.0.1'],
    checkUrl: async (text: string) => (text.startsWith(open) ? new URL(text) : guard.checkUrl(text)),
  }
  expect(await kindOf(fetchPublic(open, { ...rules, guard: lenient }))).toBe('refused')
})

test('gives up on files that are too large, too slow, missing or in a redirect loop', async () => {
  const large = serve(() => new Response('x'.repeat(1001)))
  expect(await kindOf(fetchPublic(large, anywhere))).toBe('too_large')
  const endless = serve(
    () => new Response(new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(100)) })),
  )
  expect(await kindOf(fetchPublic(endless, anywhere))).toBe('too_large')
  const silent = serve(() => new Promise<Response>(() => {}))
  expect(await kindOf(fetchPublic(silent, { ...anywhere, timeoutMs: 50 }))).toBe('late')
  const circle = serve(({ url }) => Response.redirect(url, 302))
  expect(await kindOf(fetchPublic(circle, anywhere))).toBe('unreachable')
  const missing = serve(() => new Response('', { status: 404 }))
  await expect(fetchPublic(missing, anywhere)).rejects.toMatchObject({ kind: 'status', status: 404 })
})

/** Serves a file in parts; `next` sends the next one. */
function serveParts() {
  const stream = Promise.withResolvers<ReadableStreamDefaultController<string>>()
  const url = serve(() => new Response(new ReadableStream({ start: stream.resolve })))
  return { url, stream: stream.promise }
}

test('streams a file as it arrives, and extends the time limit while it arrives fast enough', async () => {
  const { url, stream } = serveParts()
  const parts: string[] = []
  const counted: number[] = []
  const minSpeed = { bytesPerSecond: 1, maxMs: 60_000 }
  const onBytes = (bytes: number) => counted.push(bytes)
  const reading = openPublic(url, { ...anywhere, timeoutMs: 200, minSpeed, onBytes }, async ({ body }) => {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      parts.push(String(chunk))
      if (parts.length === 1) setTimeout(() => (controller.enqueue('second'), controller.close()), 300)
    }
  })
  const controller = await stream
  controller.enqueue('first ')
  await reading
  expect(parts).toEqual(['first ', 'second'])
  expect(counted).toEqual([6, 6])
})

test.each([
  ['slowly', { bytesPerSecond: 1_000_000, maxMs: 60_000 }],
  ['for too long', { bytesPerSecond: 1, maxMs: 300 }],
])('gives up on a file that arrives %s', async (_, minSpeed) => {
  const { url, stream } = serveParts()
  const fetching = kindOf(fetchPublic(url, { ...anywhere, timeoutMs: 200, minSpeed }))
  const controller = await stream
  const trickle = setInterval(() => controller.enqueue('x'), 20)
  expect(await fetching).toBe('late')
  clearInterval(trickle)
})
