import { beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'

import { type ServedApi, serveApi } from '#api/test/servers/api.ts'

let api: ServedApi
let token: string

beforeAll(async () => {
  api = await serveApi({ STORAGE_GB_PER_PERSON: '1' })
  token = (await api.signUp()).token
})

const CONTENT = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc(4096, 'x'),
])

type Part = [headers: string, content: Buffer]
const file = (field: string): Part => [
  `Content-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
  CONTENT,
]
const text = (field: string): Part => [
  `Content-Disposition: form-data; name="${field}"\r\n\r\n`,
  Buffer.from('words'),
]

/** Builds a form, and one cut-off point for each kind of byte in it. */
function formOf([headers, content]: Part) {
  const boundary = '--cut\r\n'
  const body = Buffer.concat([Buffer.from(boundary + headers), content, Buffer.from('\r\n--cut--\r\n')])
  const contentAt = boundary.length + headers.length
  const closingAt = contentAt + content.length
  return {
    body,
    cuts: {
      'with nothing of the body': 0,
      'in the first boundary': 3,
      'in the headers of a part': boundary.length + 20,
      'at the first byte of the content': contentAt + 1,
      'in the content': contentAt + Math.ceil(content.length / 2),
      'in the closing boundary': closingAt + 4,
      'before the last hyphens': closingAt + '\r\n--cut'.length,
    },
  }
}

const FORM = 'multipart/form-data; boundary=cut'
const words = Buffer.from('signed_request=abc.def&more=words')
const json = Buffer.from('{"email":"pat@example.com","password":"words"}')
const whole = (body: Buffer) => ({
  body,
  cuts: { 'with nothing of the body': 0, 'in the middle': body.length >> 1 },
})

const TARGETS = [
  { path: 'POST /api/media', type: FORM, ...formOf(file('media')) },
  { path: 'PUT /api/users/updateProfile', type: FORM, ...formOf(file('profileImage')) },
  { path: 'POST /api/auth/createPosts', type: FORM, ...formOf(file('media')) },
  { path: 'POST /api/auth/createPosts', type: FORM, ...formOf(text('data')) },
  // These are rejected while the rest of the body is still arriving.
  { path: 'POST /api/media', type: FORM, ...formOf(file('other')) },
  { path: 'POST /api/media', type: 'multipart/form-data', ...formOf(file('media')) },
  ...['facebook', 'instagram'].flatMap(network =>
    ['data-deletion', 'deauthorize'].flatMap(call => [
      { path: `POST /api/compliance/${network}/${call}`, type: FORM, ...formOf(text('signed_request')) },
      {
        path: `POST /api/compliance/${network}/${call}`,
        type: 'application/x-www-form-urlencoded',
        ...whole(words),
      },
    ]),
  ),
  { path: 'POST /api/users/login', type: 'application/json', ...whole(json) },
  { path: 'POST /api/users/saveUserDomain', type: 'application/json', ...whole(json) },
]

/** @param length the declared length of the body, or 'chunked' */
const FRAMINGS = ['exact', 'four gigabytes', 'chunked'] as const

const head = (path: string, headers: string[]) =>
  Buffer.from(
    [`${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`, ...headers, '', ''].join(
      '\r\n',
    ),
  )

function requestOf(
  target: (typeof TARGETS)[number],
  framing: (typeof FRAMINGS)[number],
  cut: number,
): Buffer {
  const type = `Content-Type: ${target.type}`
  const sent = target.body.subarray(0, cut)
  if (framing !== 'chunked') {
    const length = framing === 'exact' ? target.body.length : 4_000_000_000
    return Buffer.concat([head(target.path, [type, `Content-Length: ${length}`]), sent])
  }
  const chunk = sent.length === 0 ? '' : `${sent.length.toString(16)}\r\n${sent.toString('latin1')}\r\n`
  return Buffer.concat([
    head(target.path, [type, 'Transfer-Encoding: chunked']),
    Buffer.from(chunk, 'latin1'),
  ])
}

/** Sends part of a request and disconnects, either at once or after the api has had time to process it. */
async function leave(bytes: Buffer, when: 'at once' | 'later', how: 'end' | 'reset') {
  const socket = connect(api.port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise<void>(resolve => socket.write(bytes, () => resolve()))
  // Gives the api time to reject the request by its headers.
  if (when === 'later') await statusOf('users/getUserInfo', 'POST')
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  if (how === 'end') socket.destroy()
  else socket.resetAndDestroy()
  await closed
}

const statusOf = (path: string, method = 'GET') =>
  fetch(`${api.url}/api/${path}`, { method, headers: { Authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  )

async function expectAlive() {
  expect(await statusOf('users/getUserInfo', 'POST')).toBe(200)
  expect(await statusOf('openapi.json')).toBe(200)
  expect(api.child.exitCode).toBeNull()
  expect(api.errors()).toEqual([])
}

test.each(FRAMINGS)(
  'an upload that is cut off at any byte (length: %s) affects no other request',
  async framing => {
    for (const target of TARGETS) {
      const requests = Object.values(target.cuts).map(cut => requestOf(target, framing, cut))
      const begun = requests[0]!.subarray(0, requests[0]!.length >> 1)
      await Promise.all(
        [begun, ...requests].flatMap(bytes => [
          leave(bytes, 'at once', 'end'),
          leave(bytes, 'later', 'end'),
          leave(bytes, 'later', 'reset'),
        ]),
      )
      expect([target.path, target.type, api.child.exitCode, api.errors()]).toEqual([
        target.path,
        target.type,
        null,
        [],
      ])
    }
    await expectAlive()
  },
)

test('an upload that is rejected by its length and then abandoned affects no other request', async () => {
  const [media] = TARGETS
  await leave(requestOf(media!, 'four gigabytes', 3), 'later', 'end')
  await expectAlive()
})
