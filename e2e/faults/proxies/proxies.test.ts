import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { request as askHttp } from 'node:http'
import { type RequestOptions, request as askHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'

import { contractClient } from '../../client.ts'
import { picture } from '../../pictures.ts'
import { type Product, startProduct } from '../../processes.ts'
import { sandboxClient } from '../../sandbox-client.ts'
import { isWhole } from '../selection.ts'
import { PROXIES, type RunningProxy, startProxy } from './proxy.ts'

const MEGABYTE = 1024 ** 2
/** Far above the default limit of any proxy (nginx 1 MB). */
const LARGE_BYTES = 40 * MEGABYTE
const UPLOADS = ['POST /api/media', 'POST /api/auth/createPosts', 'PUT /api/users/updateProfile']

/** Tests the api through the proxies of `deploy/`. Runs only in the full suite, because the proxies must be installed. */
describe.skipIf(!isWhole).each(Object.keys(PROXIES))('behind %s', name => {
  let product: Product
  let proxy: RunningProxy | undefined
  let token = ''
  let client: ReturnType<typeof contractClient>

  beforeAll(async () => {
    product = await startProduct(() => ({ TRUST_PROXY: '1' }))
    proxy = await startProxy(name, Number(new URL(product.url).port))
    client = contractClient(product.url, sandboxClient(product.sandboxUrl))
    await client.signUp('pat@example.com')
    token = client.token()
  })
  afterAll(async () => {
    await proxy?.stop()
    await product.stop()
  })

  type Call = {
    path: string
    method?: string
    headers?: Record<string, string>
    body?: Uint8Array | 'unfinished'
  }

  /** Sends a request through the proxy by host name, verifying its certificate. */
  const send = ({ path, method = 'GET', headers = {}, body }: Call) =>
    new Promise<{
      status: number
      headers: Record<string, unknown>
      body: AsyncIterable<Buffer>
      end: () => void
    }>((resolve, reject) => {
      const options: RequestOptions = {
        host: '127.0.0.1',
        port: proxy!.https,
        servername: proxy!.host,
        ca: proxy!.ca,
        method,
        path,
        agent: false,
        headers: { Host: proxy!.host, Authorization: `Bearer ${token}`, ...headers },
      }
      const request = askHttps(options, response =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: response,
          end: () => void request.destroy(),
        }),
      )
      request.once('error', reject)
      if (body === 'unfinished') request.write(Buffer.alloc(MEGABYTE))
      else request.end(body)
    })
  const textOf = async (response: { body: AsyncIterable<Buffer> }) => (await buffer(response.body)).toString()

  async function form(file: File) {
    const form = new FormData()
    form.append('media', file)
    const encoded = new Response(form)
    return {
      headers: { 'Content-Type': encoded.headers.get('Content-Type')! },
      body: new Uint8Array(await encoded.arrayBuffer()),
    }
  }

  test('accepts a picture, and bodies above the proxy’s default limit on every upload path', async () => {
    if (!proxy) return
    const taken = await send({
      path: '/api/media',
      method: 'POST',
      ...(await form(await picture('red.jpg', 10))),
    })
    expect([taken.status, await textOf(taken)]).toEqual([200, expect.stringContaining('"success":true')])
    for (const upload of UPLOADS) {
      const [method = '', path = ''] = upload.split(' ')
      const large = new File([new Uint8Array(LARGE_BYTES)], 'large.mp4', { type: 'video/mp4' })
      const refused = await send({ path, method, ...(await form(large)) })
      // The api reports that zeros aren't a video, but only after it has read them.
      expect([upload, JSON.parse(await textOf(refused))]).toEqual([
        upload,
        expect.objectContaining({ success: false, code: expect.not.stringMatching(/too_large|internal/) }),
      ])
    }
  })

  test('streams an upload to the api while it arrives', async () => {
    if (!proxy) return
    const response = await send({
      path: '/api/media',
      method: 'POST',
      headers: {
        Authorization: '',
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': String(50 * MEGABYTE),
      },
      body: 'unfinished',
    })
    expect(response.status).toBe(401)
    response.end()
  })

  test('forwards an event immediately', async () => {
    if (!proxy) return
    const stream = await send({ path: '/api/events' })
    expect([stream.status, stream.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ])
    let heard = ''
    for await (const piece of stream.body) {
      heard += piece.toString()
      if (heard === ': connected\n\n') await client.addDomain('Pat’s Plumbing', 'http://127.0.0.1:9')
      if (heard.includes('event: domain')) break
    }
    stream.end()
    expect(heard).toContain('event: domain')
  })

  test('limits visitors by the address that the proxy sees, even if they claim another', async () => {
    if (!proxy) return
    const body = new TextEncoder().encode(
      JSON.stringify({ email: 'pat@example.com', password: 'correct horse battery' }),
    )
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': '203.0.113.9',
      Authorization: '',
    }
    const login = await send({ path: '/api/users/login', method: 'POST', headers, body })
    const { token: second } = JSON.parse(await textOf(login)) as { token: string }
    const sessions = await send({ path: '/api/sessions', headers: { Authorization: `Bearer ${second}` } })
    const { data } = JSON.parse(await textOf(sessions)) as {
      data: { address: string; isCurrent?: boolean }[]
    }
    expect(data.map(({ address }) => address)).not.toContain('203.0.113.9')
    expect(data.map(({ address }) => address)).toContain('127.0.0.1')
  })

  test('redirects plain http to https', async () => {
    if (!proxy) return
    const { http, host } = proxy
    const [status, location] = await new Promise<[number?, string?]>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: http,
        path: '/about',
        headers: { Host: host },
        agent: false as const,
      }
      askHttp(options, ({ statusCode, headers }) => resolve([statusCode, headers.location]))
        .once('error', reject)
        .end()
    })
    expect([301, 308]).toContain(status!)
    expect(location).toMatch(/^https:\/\/currawong\.example(:\d+)?\/about$/)
  })
})
