import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

import { type ChildProcess, createProcessGroup } from '../../../commands/processes/process-group.ts'
import { type ContractClient, contractClient } from '../../client.ts'
import { eventually } from '../../eventually.ts'
import { freePort } from '../../free-port.ts'
import { type Product, startProduct } from '../../processes.ts'
import { sandboxClient } from '../../sandbox-client.ts'
import { takesTime } from '../selection.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'currawong-bucket-'))
const processes = createProcessGroup()
let port: number
let bucket: ChildProcess
let product: Product
let client: ContractClient

async function startBucket() {
  bucket = processes.start({
    name: 'The bucket',
    args: [join(import.meta.dirname, 'bucket.fixture.ts'), String(port), FOLDER],
    ready: /^bucket ready/,
  })
  await bucket.ready
}

beforeAll(async () => {
  if (!takesTime) return
  port = await freePort()
  await startBucket()
  product = await startProduct(() => ({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }))
  client = contractClient(product.url, sandboxClient(product.sandboxUrl))
  await client.signUp('pat@example.com')
  await client.addDomain('Pat’s')
  await client.connectFacebook('Pat’s page')
})
afterAll(async () => {
  if (takesTime) await product.stop()
  await processes.stop()
  rmSync(FOLDER, { recursive: true, force: true })
})

/** Creates a noisy picture, which is so large that its transfer can be cut off. */
const picture = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({
          create: {
            width: 1500,
            height: 1500,
            channels: 3,
            background: 'white',
            noise: { type: 'gaussian', mean: 128, sigma: 60 },
          },
        })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'noise.jpg',
  )

async function upload() {
  const form = new FormData()
  form.append('media', await picture())
  const { data } = await client.call('media', { form })
  return data as { _id: string; url: string }
}

const endBucket = () => bucket.end('SIGKILL')

/** Omitted from `verify`, because `api/storage` also tests a slow or unavailable bucket. */
const outage = test.if(takesTime)

outage('rejects an upload with a message while the bucket is down, and accepts it afterwards', async () => {
  await endBucket()
  const failure = await upload().catch(({ message }: Error) => message)
  expect(failure).toMatch(/responded with 502: .*We can’t save files right now/)
  await startBucket()
  expect(await upload()).toHaveProperty('_id')
})

outage(
  'rejects or completes an upload during which the bucket is killed, and never stores part of a file',
  async () => {
    const uploading = upload().then(
      ({ url }) => url,
      ({ message }: Error) => message,
    )
    await endBucket()
    const outcome = await uploading
    await startBucket()
    if (!outcome.startsWith('http')) expect(outcome).toContain('responded with 502')
    else expect((await fetch(outcome)).status).toBe(200)
    expect(await upload()).toHaveProperty('_id')
  },
)

outage('publishes a post once after an outage of the bucket at its due time', async () => {
  const message = `Through an outage ${crypto.randomUUID()}`
  const postId = await client.createPost({
    message,
    files: [await picture()],
    networks: ['facebook'],
    at: new Date(Date.now() + 2000),
  })
  await endBucket()
  await eventually('a try without the bucket', async () => {
    const [delivery] = await client.deliveriesOf(postId)
    expect(['scheduled', 'publishing']).toContain(delivery!.state)
    return product.log.some(line => line.includes('can’t be used') || /"msg":"delivery"/.test(line))
  })
  await startBucket()
  await client.untilPublished(postId, 120_000)
  expect(await sandboxClient(product.sandboxUrl).publishedWith(message)).toHaveLength(1)
})

outage('returns 502 for a file during an outage of the bucket, and the whole file afterwards', async () => {
  const { url } = await upload()
  const whole = await fetch(url)
  const before = await whole.bytes()
  // Checks the length, which Bun omits from a bucket's stream.
  expect(whole.headers.get('Content-Length')).toBe(String(before.length))
  await endBucket()
  const during = await fetch(url)
  expect(during.status).toBe(502)
  expect(await during.json()).toMatchObject({ code: 'upstream' })
  await startBucket()
  expect(Buffer.compare(await (await fetch(url)).bytes(), before)).toBe(0)
  const part = await fetch(url, { headers: { Range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('Content-Range'), part.headers.get('Content-Length')]).toEqual([
    206,
    `bytes 100-199/${before.length}`,
    '100',
  ])
  expect(Buffer.compare(await part.bytes(), before.subarray(100, 200))).toBe(0)
})
