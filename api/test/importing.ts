import { expect } from 'bun:test'
import { count } from 'drizzle-orm'

import { posts } from '#api/db/schema/posts/posts.ts'
import { createImporter } from '#api/posts/imports/worker.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Import, ImportRow } from '#shared/posts/imports.ts'
import { atEnd } from './at-end.ts'
import { fixture } from './fixture.ts'
import { picture, publishingApp } from './publishing.ts'

/** Some columns of our template. */
export const IMPORT_HEADERS = 'ID,Networks,Text,Google text,Date,Time,Pictures,Alt texts,First comment'

/**
 * Serves a picture at any path but /missing.jpg, /page.jpg and /clip.mp4, and records the fetched paths. Sends only the
 * beginning of the video /endless.mp4 until a test calls `finish`, and /trickled a byte at a time.
 */
async function pictureServer() {
  const file = await picture('teal')
  const clip = await Bun.file(fixture('clip.mp4')).bytes()
  const fetched: string[] = []
  const begun = Promise.withResolvers<void>()
  let isWhole = false
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    // A busy machine may take longer than Bun's ten seconds to respond.
    idleTimeout: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      fetched.push(pathname)
      if (pathname === '/missing.jpg') return new Response('gone', { status: 404 })
      if (pathname === '/page.jpg')
        return new Response('<!doctype html><title>A page about a picture</title>')
      if (pathname === '/clip.mp4' || (pathname === '/endless.mp4' && isWhole)) return new Response(clip)
      if (pathname.startsWith('/trickled')) return new Response(trickled(clip))
      if (pathname === '/endless.mp4') return new Response(stalled(clip, begun.resolve))
      if (pathname === '/moved.jpg') return Response.redirect('/spring.jpg', 302)
      return new Response(file)
    },
  })
  atEnd(() => server.stop(true))
  const finish = () => (isWhole = true)
  return { url: `http://127.0.0.1:${server.port}`, fetched, begun: begun.promise, finish }
}

/** Sends the first half of a file, and then nothing. */
const stalled = (file: Uint8Array<ArrayBuffer>, onBegun: () => void) =>
  new ReadableStream({
    start: controller => controller.enqueue(file.subarray(0, file.length / 2)),
    pull: () => (onBegun(), new Promise<void>(() => {})),
  })

const trickled = (file: Uint8Array<ArrayBuffer>) => {
  let sent = 512
  return new ReadableStream({
    start: controller => controller.enqueue(file.subarray(0, sent)),
    async pull(controller) {
      await Bun.sleep(5)
      controller.enqueue(file.subarray(sent, ++sent))
    },
  })
}

export async function importingApp({
  networks = ['facebook', 'instagram'],
}: { networks?: NetworkId[] } = {}) {
  const app = await publishingApp({ networks, env: { ALLOW_PRIVATE_AUDITS: '1' } })
  const pictures = await pictureServer()
  const importer = createImporter(app.ctx)
  atEnd(() => importer.stop())
  const callJson = async <Data = Import>(
    path: string,
    init?: Parameters<typeof app.call>[1],
    call = app.call,
  ) => {
    const response = await call(path, init)
    const body = (await response.json()) as { data: Data; message: string }
    return { status: response.status, ...body }
  }
  const upload = (
    text: string | Blob,
    { name = 'posts.csv', timeZone = 'Australia/Sydney' } = {},
    call = app.call,
  ) => {
    const form = new FormData()
    form.append('file', new File([text], name))
    form.append('timeZone', timeZone)
    return callJson('imports', { form }, call)
  }
  const rows = async (id: string) => (await callJson<ImportRow[]>(`imports/${id}/rows`)).data
  const start = (id: string, json = {}) => callJson(`imports/${id}/start`, { json })
  const work = async (pool = importer) => {
    await pool.tick()
    await pool.idle()
  }
  const run = async (id: string, json = {}) => {
    expect((await start(id, json)).status).toBe(200)
    await work()
    return (await callJson(`imports/${id}`)).data
  }
  const countPosts = async () => (await app.ctx.db.select({ n: count() }).from(posts))[0]!.n
  return { ...app, pictures, importer, callJson, upload, rows, start, work, run, countPosts }
}
