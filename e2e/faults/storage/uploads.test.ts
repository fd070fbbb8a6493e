import { expect, test } from 'bun:test'
import { connect } from 'node:net'

import { fixture } from '#api/test/fixture.ts'
import { serveApi } from '#api/test/servers/api.ts'

const HEAD = '--cut\r\nContent-Disposition: form-data; name="media"; filename="a.mp4"\r\n\r\n'
const MAX_MS = 10_000
/** The ten seconds are real time, in which a machine that runs other tests may not even inspect a short video. */
const RETRY = { retry: 3 }

/** Starts an upload and sends its first half. */
async function begin(port: number, token: string) {
  const body = Buffer.concat([
    Buffer.from(HEAD),
    Buffer.from(await Bun.file(fixture('clip.mp4')).bytes()),
    Buffer.from('\r\n--cut--\r\n'),
  ])
  const head = [
    'POST /api/media HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=cut',
    `Content-Length: ${body.length}`,
    '',
    '',
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', data => (received += data.toString()))
  socket.on('error', () => {})
  const response = new Promise<string>(resolve => socket.once('close', () => resolve(received)))
  const half = body.length >> 1
  await new Promise<void>(resolve => socket.write(head, () => resolve()))
  await new Promise<void>(resolve => socket.write(body.subarray(0, half), () => resolve()))
  return { response, finish: () => socket.write(body.subarray(half)) }
}

test(
  'finishes an upload in flight at SIGTERM, or asks for a retry within ten seconds',
  async () => {
    const api = await serveApi()
    const { token, call } = await api.signUp()
    // Starts the process that inspects videos, because that takes seconds on a busy machine.
    const form = new FormData()
    form.set('media', new File([await Bun.file(fixture('clip.mp4')).bytes()], 'b.mp4'))
    expect((await call('media', { form })).status).toBe(200)
    const [first, second] = [await begin(api.port, token), await begin(api.port, token)]
    while (!(await api.hasTemporaryFiles(2))) await Bun.sleep(20)
    const begun = performance.now()
    api.child.kill('SIGTERM')
    // Exceeds the grace period of other requests.
    await Bun.sleep(3000)
    first.finish()
    expect(await first.response).toMatch(/^HTTP\/1.1 200 /)
    const refused = await second.response
    expect(refused).toMatch(/^HTTP\/1.1 502 /)
    expect(refused).toMatch(/Retry-After: 10/i)
    expect(refused).toContain('send it again')
    expect(await api.child.exited).toBe(0)
    expect(performance.now() - begun).toBeLessThan(MAX_MS)
    expect((await call('users/getUserInfo', { method: 'POST' })).status).toBe(200)
  },
  RETRY,
)
