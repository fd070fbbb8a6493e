import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createPublicKey, verify } from 'node:crypto'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
beforeEach(() => sandbox.control('reset', {}))
afterAll(() => sandbox.stop())

const CLIENT_ID = '42.apps.googleusercontent.com'
const ORIGIN = 'http://currawong.test'
const part = (credential: string, index: number) =>
  JSON.parse(Buffer.from(credential.split('.')[index]!, 'base64url').toString()) as Record<string, any>

async function hasGoodSignature(credential: string) {
  const { body } = await sandbox.get('/google/certs')
  const jwk = body.keys.find(({ kid }: { kid: string }) => kid === part(credential, 0).kid)
  const [head, claims, signature] = credential.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature!, 'base64url'))
}

test('issues a credential for a new person, signed by a listed key', async () => {
  const { person, credential, email } = await sandbox.control('login', {
    provider: 'google-signin',
    name: 'Ada Byron',
    email: 'ada@gmail.example',
    clientId: CLIENT_ID,
    nonce: 'n-1',
  })
  expect(part(credential, 0)).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  expect(part(credential, 1)).toMatchObject({
    iss: 'https://accounts.google.com',
    aud: CLIENT_ID,
    sub: person,
    email,
    email_verified: true,
    name: 'Ada Byron',
    given_name: 'Ada',
    family_name: 'Byron',
    nonce: 'n-1',
    exp: Date.parse('2026-11-21T13:00:00Z') / 1000,
  })
  expect(await hasGoodSignature(credential)).toBe(true)
  expect(person).toMatch(/^\d{21}$/)
})

test('sends a cache lifetime with the keys, which survive a reset', async () => {
  const before = await sandbox.get('/google/certs')
  expect(before.headers.get('cache-control')).toContain('max-age=21600')
  await sandbox.control('reset', {})
  expect((await sandbox.get('/google/certs')).body).toEqual(before.body)
})

test('returns the same id for an earlier person', async () => {
  const { person } = await sandbox.control('login', { provider: 'google-signin' })
  const { credential } = await sandbox.control('login', { provider: 'google-signin', person })
  expect(part(credential, 1).sub).toBe(person)
})

test('asks for consent in the button’s window and posts the credential only to its opener', async () => {
  const query = { client_id: CLIENT_ID, origin: ORIGIN, nonce: 'n-2' }
  const question = await sandbox.get('/google/accounts/gsi/select', query)
  const [, consent] = /name="sandbox_consent" value="(\d+)"/.exec(question.text) ?? []
  expect(question.text).toContain('Continue as Pat Nguyen')
  const response = await sandbox.get('/google/accounts/gsi/select', { ...query, sandbox_consent: consent! })
  const [, posted, origin] = /postMessage\((\{.*?\}), (".*?")\)/.exec(response.text) ?? []
  expect(JSON.parse(origin!)).toBe(ORIGIN)
  const { credential } = JSON.parse(posted!) as { credential: string }
  expect(part(credential, 1)).toMatchObject({ aud: CLIENT_ID, sub: consent, nonce: 'n-2' })
  const refused = await sandbox.get('/google/accounts/gsi/select', { ...query, sandbox_consent: 'cancel' })
  expect(refused.text).toContain(`postMessage({}, "${ORIGIN}")`)
})

test.each([
  [{ origin: ORIGIN }, 'client_id'],
  [{ client_id: CLIENT_ID }, 'origin'],
  [{ client_id: CLIENT_ID, origin: `${ORIGIN}/page` }, 'origin'],
  [{ client_id: CLIENT_ID, origin: ORIGIN, sandbox_consent: '7' }, 'no person 7'],
])('refuses a window with %p', async (query, words) => {
  const { status, text } = await sandbox.get('/google/accounts/gsi/select', query)
  expect(status).toBe(400)
  expect(text).toContain(words)
})

test('serves the button’s script', async () => {
  const { status, headers, text } = await sandbox.get('/google/accounts/gsi/client')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(text).toContain('renderButton')
})
