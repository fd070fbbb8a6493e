import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fixture } from '#api/test/fixture.ts'
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'

const MEGABYTE = 1024 * 1024
const HEAD = '--cut\r\nContent-Disposition: form-data; name="media"; filename="a"\r\n\r\n'
const TAIL = '\r\n--cut--\r\n'

let dataDir: string
let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
let address: string
let clip: Buffer

beforeAll(async () => {
  clip = Buffer.from(await Bun.file(fixture('clip.mp4')).arrayBuffer())
  dataDir = await mkdtemp(join(tmpdir(), 'currawong-process-'))
  child = Bun.spawn([process.execPath, join(import.meta.dirname, '../../test/servers/upload-process.ts')], {
    env: {
      ...process.env,
      // Returns memory as in production: commands/verify.ts turns that off.
      MIMALLOC_PURGE_DELAY: undefined,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: ':memory:',
      LOG_LEVEL: 'silent',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  address = await firstLine(child.stdout)
})
afterAll(async () => {
  child.kill()
  await child.exited
  await rm(dataDir, { recursive: true })
})

async function firstLine(output: ReadableStream<Uint8Array>) {
  let text = ''
  for await (const chunk of output) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) break
  }
  return text.trim()
}

/** Pads the clip with content that no track references, so that it is a valid MP4 of that many bytes. */
function* largeClip(bytes: number) {
  const padding = Buffer.alloc(16)
  padding.writeUInt32BE(bytes - clip.length)
  padding.write('mdat', 4, 'latin1')
  yield* [clip, padding]
  yield* zeros(bytes - clip.length - padding.length)
}

function* zeros(bytes: number) {
  const chunk = Buffer.alloc(MEGABYTE)
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}

function* form(file: Iterable<Buffer>) {
  yield Buffer.from(HEAD)
  yield* file
  yield Buffer.from(TAIL)
}

/** Sends chunks as fast as the server reads them, and returns the response. */
async function post(chunks: Iterable<Buffer>) {
  const outgoing = openRequest(address, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut' },
  })
  const response = new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', async incoming => {
      const parts = await Array.fromAsync(incoming as AsyncIterable<Buffer>)
      resolve({ status: incoming.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) })
    })
  })
  for (const chunk of chunks) {
    if (!outgoing.write(chunk)) await new Promise(resolve => outgoing.once('drain', resolve))
  }
  outgoing.end()
  return response
}

/** Returns the process's memory in MB, as recorded by Linux. */
async function memory() {
  const status = await Bun.file(`/proc/${child.pid}/status`).text()
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

const temporaryFiles = () => readdir(join(dataDir, 'tmp')).catch(() => [])

describe('a process that receives uploads', () => {
  test.skipIf(process.platform !== 'linux')(
    'grows by less than half the size of a 300 MB video while receiving it',
    async () => {
      expect(await post(form([clip]))).toMatchObject({ status: 200 })
      const before = await memory()
      const response = await post(form(largeClip(MAX_VIDEO_BYTES)))
      const after = await memory()
      console.log(`idle ${Math.round(before.now)} MB, peak ${Math.round(after.peak)} MB`)
      expect(response).toEqual({ status: 200, body: { bytes: [MAX_VIDEO_BYTES] } })
      expect(after.peak - before.now).toBeLessThan(150)
      expect(await temporaryFiles()).toEqual([])
    },
  )

  test('lets the sender of a picture over 30 MB read why it was rejected', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const response = await post(form([png, ...zeros(MAX_IMAGE_BYTES)]))
    expect(response).toMatchObject({ status: 413, body: { message: MEDIA_MESSAGES.imageSize } })
    expect(await temporaryFiles()).toEqual([])
  })

  test('lets the sender of a video over 300 MB read why it was rejected', async () => {
    const response = await post(form(largeClip(MAX_VIDEO_BYTES + 1)))
    expect(response).toMatchObject({ status: 413, body: { message: MEDIA_MESSAGES.videoSize } })
    expect(await temporaryFiles()).toEqual([])
  })

  test('lets the sender of a large file of another type read why it was rejected', async () => {
    const response = await post(form([Buffer.from('<html>'), ...zeros(60 * MEGABYTE)]))
    expect(response).toMatchObject({ status: 415, body: { message: MEDIA_MESSAGES.type } })
  })

  test('deletes the partial upload of a sender who disconnected', async () => {
    const outgoing = openRequest(address, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=cut' },
    })
    outgoing.on('error', () => undefined)
    for (const chunk of [Buffer.from(HEAD), ...largeClip(20 * MEGABYTE)]) outgoing.write(chunk)
    while ((await temporaryFiles()).length === 0) await Bun.sleep(5)
    outgoing.destroy()
    while ((await temporaryFiles()).length > 0) await Bun.sleep(5)
    // The disk space is released just after the files are deleted; until then the sender is asked to wait.
    let response = await post(form([clip]))
    while (response.status === 429) response = await post(form([clip]))
    expect(response).toMatchObject({ status: 200 })
  })
})
