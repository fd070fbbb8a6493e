import { expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { atEnd } from '#api/test/at-end.ts'
import { fetchOutside, MAX_RESPONSE_BYTES, UnreadableResponse } from './fetch.ts'

const MB = 1024 * 1024

/** Serves responses to `/`; `closed` resolves when the client ends a connection before the response is complete. */
function serve(respond: () => Response) {
  const closed = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch(request) {
      request.signal.addEventListener('abort', () => closed.resolve())
      return respond()
    },
  })
  atEnd(() => server.stop(true))
  return { url: server.url, closed: closed.promise }
}

const compressed = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
  new Response(body, { headers: { 'Content-Encoding': encoding } })

/** Each megabyte takes a kilobyte on the way. */
const bomb = (megabytes: number) => {
  const member = gzipSync(Buffer.alloc(MB))
  return new Uint8Array(Buffer.concat(Array.from({ length: megabytes }, () => member)))
}

function endless(chunk: string) {
  const bytes = new TextEncoder().encode(chunk)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: controller => controller.enqueue(bytes) })
}

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('reads a response in %s', async (encoding, compress) => {
  const text = JSON.stringify({ name: 'Café'.repeat(10_000) })
  const { url } = serve(() => compressed(new Uint8Array(compress(text)), encoding))
  expect(await (await fetchOutside(url)).text()).toBe(text)
})

test('reads a response of the maximum size, and none that is a byte larger', async () => {
  for (const [bytes, isReadable] of [
    [MAX_RESPONSE_BYTES, true],
    [MAX_RESPONSE_BYTES + 1, false],
  ] as const) {
    const { url } = serve(() => compressed(new Uint8Array(gzipSync(Buffer.alloc(bytes))), 'gzip'))
    const read = fetchOutside(url).then(response => response.bytes())
    if (isReadable) expect((await read).byteLength).toBe(bytes)
    else await expect(read).rejects.toThrow(UnreadableResponse)
  }
})

test('gives up on a gigabyte in a megabyte of gzip without unpacking it', async () => {
  const { url } = serve(() => compressed(bomb(1024), 'gzip'))
  const before = process.memoryUsage.rss()
  const reads = Array.from({ length: 8 }, () => fetchOutside(url).then(response => response.text()))
  const outcomes = await Promise.allSettled(reads)
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB)
})

test('closes the connection of a response that never ends', async () => {
  const { url, closed } = serve(() => new Response(endless('x'.repeat(64 * 1024))))
  await expect(fetchOutside(url).then(response => response.text())).rejects.toThrow(UnreadableResponse)
  await closed
})

test('closes the connection of a compressed response that never contains anything', async () => {
  const empty = new Uint8Array(gzipSync(''))
  const { url, closed } = serve(
    () =>
      new Response(
        new ReadableStream({
          pull: controller => controller.enqueue(Buffer.concat(Array.from({ length: 3000 }, () => empty))),
        }),
        { headers: { 'Content-Encoding': 'gzip' } },
      ),
  )
  await expect(fetchOutside(url).then(response => response.text())).rejects.toThrow(UnreadableResponse)
  await closed
})

test('calls a response unreadable if its compression is broken or unknown', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'rot13']) {
    const { url } = serve(() => compressed(new TextEncoder().encode('not compressed'), encoding))
    await expect(fetchOutside(url).then(response => response.text())).rejects.toThrow(UnreadableResponse)
  }
})

test('passes on what has arrived of a response before the rest of it', async () => {
  const rest = Promise.withResolvers<void>()
  const { url } = serve(
    () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue('data: one\n\n')
            await rest.promise
            controller.close()
          },
        }),
      ),
  )
  const reader = (await fetchOutside(url)).body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: one\n\n')
  rest.resolve()
  expect((await reader.read()).done).toBe(true)
})
