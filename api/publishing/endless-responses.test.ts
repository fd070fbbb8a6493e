import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'

import { atEnd } from '#api/test/at-end.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

const MB = 1024 * 1024
const GIGABYTE = (() => {
  const member = gzipSync(Buffer.alloc(MB))
  return Buffer.concat(Array.from({ length: 1024 }, () => member))
})()

const RESPONSES = {
  'a gigabyte of gzip': () => new Response(GIGABYTE, { headers: { 'Content-Encoding': 'gzip' } }),
  'no end': () =>
    new Response(
      new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(64 * 1024).fill(32)) }),
    ),
}

test.each(Object.entries(RESPONSES))(
  'publishes once if the response to the publishing call has %s, and needs little memory',
  async (_, respond) => {
    let sandboxUrl = ''
    let isHostile = false
    // Forwards Facebook's calls to the sandbox, and replaces the response to the publishing call.
    const facebook = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      idleTimeout: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url)
        const response = await fetch(`${sandboxUrl}/facebook${pathname}${search}`, {
          method: request.method,
          headers: request.headers,
          body: request.body && (await request.bytes()),
        })
        return isHostile && pathname.endsWith('/feed') && request.method === 'POST' ? respond() : response
      },
    })
    atEnd(() => facebook.stop(true))
    const app = await publishingApp({
      networks: ['facebook'],
      env: { FACEBOOK_GRAPH_URL: facebook.url.origin },
      onSandbox: ({ url }) => (sandboxUrl = url),
    })
    isHostile = true
    const postId = await app.accept({ media: [await picture('red')] })
    const before = process.memoryUsage.rss()
    await app.run()
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB)
    expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'unconfirmed' })
    app.clock.advance(5000)
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'published' })
    expect(await app.published()).toHaveLength(1)
  },
)
