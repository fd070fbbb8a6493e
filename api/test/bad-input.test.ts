import { beforeAll, describe, expect, test } from 'bun:test'

import { createLog } from '#api/runtime/logger.ts'
import { testApp, type TestApp } from './app.ts'

type Schema = { properties?: Record<string, object>; oneOf?: Schema[] }
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
type Call = { method: string; path: string; properties: string[] }

const lines: string[] = []
let api: TestApp
let person: Awaited<ReturnType<TestApp['signUp']>>
let calls: Call[]

beforeAll(async () => {
  const log = createLog({ logLevel: 'debug' }, { write: line => void lines.push(line) })
  api = await testApp({ log })
  person = await api.signUp()
  const { paths } = (await (await api.request('openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      if (!schema) return []
      return [
        {
          method: method.toUpperCase(),
          path: path.replace('{id}', 'nonsense'),
          properties: propertiesOf(schema),
        },
      ]
    }),
  )
  if (calls.length === 0) throw new Error('The OpenAPI document lists no JSON calls.')
})

const propertiesOf = ({ properties = {}, oneOf = [] }: Schema): string[] => [
  ...new Set([...Object.keys(properties), ...oneOf.flatMap(propertiesOf)]),
]

let addresses = 0

/** Sends a call as a signed-in user, from a new IP address each time to stay below the limits. */
async function send({ method, path }: Call, body: string, contentType = 'application/json') {
  const headers = { 'Content-Type': contentType }
  const address = `198.51.100.${addresses++}`
  const response = await api.request(path, { method, body, headers, token: person.token, address })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

function expectRejection(sent: string, { status, body }: Awaited<ReturnType<typeof send>>) {
  expect({ sent, status, body, isRejection: status >= 400 && status < 500 }).toMatchObject({
    isRejection: true,
    body: { success: false, code: expect.any(String), message: expect.stringMatching(/\S/) },
  })
  expect(JSON.stringify(body)).not.toMatch(/Expected|received|Invalid (key|type|length|value|format)/)
  if (status === 400)
    expect({ sent, fields: Object.keys(body.fields ?? {}).length }).not.toEqual({ sent, fields: 0 })
}

const WHOLE_BODIES = [
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"text"',
  '12',
  'true',
  '{}x',
  '\u0000',
  '['.repeat(50_000),
]
const WRONG_VALUES: unknown[] = [null, 12, -1e308, true, [], {}, [[]], { $ne: null }, '', ' ', '\u0000']

describe('every call that takes JSON', () => {
  test.each(WHOLE_BODIES.map(body => [body.slice(0, 12), body]))(
    'rejects the body %p with a message',
    async (_, body) => {
      for (const call of calls) expectRejection(`${call.path} ${body.slice(0, 20)}`, await send(call, body))
    },
  )

  test('rejects a body that isn’t declared as JSON', async () => {
    for (const call of calls) {
      expectRejection(
        call.path,
        await send(call, 'email=pat@example.com', 'application/x-www-form-urlencoded'),
      )
      expectRejection(call.path, await send(call, '{}', 'text/plain'))
    }
  })

  test.each(WRONG_VALUES.map(value => [value]))('rejects %j in every field', async value => {
    for (const call of calls) {
      for (const name of call.properties) {
        expectRejection(`${call.path} ${name}`, await send(call, JSON.stringify({ [name]: value })))
      }
    }
  })

  test('rejects overlong text', async () => {
    const text = 'x'.repeat(200_000)
    for (const call of calls)
      for (const name of call.properties)
        expectRejection(`${call.path} ${name}`, await send(call, `{"${name}":"${text}"}`))
  })

  test('rejects an overlong body', async () => {
    const overlong = JSON.stringify({ email: 'x'.repeat(300_000) })
    for (const call of calls) {
      const { status, body } = await send(call, overlong)
      expect([status, body.code]).toEqual([413, 'too_large'])
    }
  })

  test('changes nothing', async () => {
    const { userDetails } = (await (await person.call('users/getUserInfo', { json: {} })).json()) as {
      userDetails: object
    }
    expect(userDetails).toMatchObject({ fullname: 'Pat Lee', email: person.email })
    expect(await (await person.call('users/getUserDomain')).json()).toEqual({ success: true, data: [] })
    expect(await (await person.call('posts')).json()).toMatchObject({ data: [] })
  })

  test('logs no internal error and no input', () => {
    expect(lines.filter(line => line.includes('"level":50'))).toEqual([])
    for (const secret of [person.token, person.password, person.email])
      expect(lines.join()).not.toContain(secret)
  })
})
