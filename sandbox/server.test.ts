import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

import type { PublishedPost } from './control/shown-post.ts'
import { mp4 } from './test/media.ts'

const MIB = 1024 * 1024
const LINE = /^sandbox ready (http:\/\/127\.0\.0\.1:\d+) smtp:\/\/127\.0\.0\.1:\d+\n/

async function startProcess() {
  const child = Bun.spawn(['bun', `${import.meta.dirname}/server.ts`], {
    // Returns memory as in production: commands/verify.ts turns that off.
    env: { ...process.env, MIMALLOC_PURGE_DELAY: undefined, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
    stdout: 'pipe',
  })
  let printed = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk
    if (printed.includes('\n')) break
  }
  return { child, url: LINE.exec(printed)?.[1] ?? '' }
}

/** Builds a multipart form whose file is generated while it is sent. */
function largeForm(fields: Record<string, string>, bytes: number) {
  const boundary = 'sandbox-boundary'
  const encode = (text: string) => new TextEncoder().encode(text)
  async function* parts() {
    for (const [name, value] of Object.entries(fields)) {
      yield encode(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    }
    yield encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="source"; filename="film.mp4"\r\n` +
        'Content-Type: video/mp4\r\n\r\n',
    )
    for (let sent = 0; sent < bytes; sent += MIB) yield new Uint8Array(mp4(MIB))
    yield encode(`\r\n--${boundary}--\r\n`)
  }
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: streamOf(parts()),
  }
}

const streamOf = (parts: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })

const residentMib = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test('prints its URL, receives 300 MB in constant memory and exits cleanly when asked to', async () => {
  const { child, url } = await startProcess()
  const login = await fetch(`${url}/_sandbox/login`, { method: 'POST', body: '{"provider":"facebook"}' })
  const { authResponse } = (await login.json()) as { authResponse: { accessToken: string } }
  const graph = `${url}/facebook/v23.0`
  const accounts = await fetch(`${graph}/me/accounts?access_token=${authResponse.accessToken}`)
  const { data } = (await accounts.json()) as { data: [{ id: string; access_token: string }] }
  const [{ id, access_token }] = data

  const before = residentMib(child.pid, 'VmRSS')
  const sent = await fetch(`${graph}/${id}/videos`, largeForm({ access_token }, 300 * MIB))
  expect(sent.status).toBe(200)
  expect(residentMib(child.pid, 'VmHWM') - before).toBeLessThan(150)
  const published = (await (await fetch(`${url}/_sandbox/published`)).json()) as PublishedPost[]
  expect(published[0]?.media[0]?.bytes).toBe(300 * MIB)

  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})
