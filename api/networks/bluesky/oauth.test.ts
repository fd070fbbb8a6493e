import { afterAll, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'

import { readClientIdentity } from './client-identity.ts'
import { blueskyLogin } from './login.ts'
import { type OAuthGrant, serializeGrant } from './session.ts'

const did = 'did:plc:3m773rpmisks32r7khhy6isi'
const now = () => new Date('2026-11-21T12:00:00Z')
const HOUR = 60 * 60_000

/** A server that does only what the protocol requires: it says nowhere when a token ends. */
let accessToken = 'access-2'
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }): Response => Response.json(documentAt(new URL(url).pathname)),
})
afterAll(() => server.stop(true))
const { origin } = server.url

function documentAt(path: string): object {
  switch (path) {
    case '/.well-known/oauth-protected-resource':
      return { resource: origin, authorization_servers: [origin] }
    case '/.well-known/oauth-authorization-server':
      return {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        token_endpoint_auth_methods_supported: ['none'],
        dpop_signing_alg_values_supported: ['ES256'],
        client_id_metadata_document_supported: true,
      }
    case '/token':
      return {
        access_token: accessToken,
        refresh_token: 'refresh-2',
        token_type: 'DPoP',
        scope: 'atproto',
        sub: did,
      }
    case '/xrpc/com.atproto.server.refreshSession':
      return { did, handle: 'pat.example', accessJwt: accessToken, refreshJwt: 'refresh-2' }
  }
  return {
    '@context': ['https://www.w3.org/ns/did/v1'],
    id: did,
    alsoKnownAs: ['at://pat.example'],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: origin }],
  }
}

const bluesky = { serverUrl: origin, appViewUrl: origin, webUrl: origin, plcUrl: origin, allowPrivate: true }
const identity = readClientIdentity({
  publicUrl: 'http://localhost:3999',
  appSecret: randomBytes(32).toString('hex'),
})
const { renew } = blueskyLogin(bluesky, identity, now)

const { kty, crv, x, y, d } = await crypto.subtle.exportKey(
  'jwk',
  (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])).privateKey,
)
const byPage = serializeGrant({
  did,
  oauth: {
    dpopJwk: { kty, crv, x, y, d } as OAuthGrant['oauth']['dpopJwk'],
    authMethod: { method: 'none' },
    tokenSet: {
      sub: did,
      aud: `${origin}/`,
      iss: origin,
      scope: 'atproto',
      token_type: 'DPoP',
      access_token: 'access-1',
      refresh_token: 'refresh-1',
    },
  },
})
const byPassword = serializeGrant({ did, server: '', refreshJwt: 'refresh-1', appPassword: 'a-password' })

test.each([byPage, byPassword])(
  'gives a token an hour if its server does not say when it ends',
  async grant => {
    const { accessToken: session, expiresAt } = await renew(grant)
    expect(session).toContain('access-2')
    expect(expiresAt).toEqual(new Date(+now() + HOUR))
  },
)

test.each([byPage, byPassword])('stores no token of any length', async grant => {
  accessToken = 'a'.repeat(20_001)
  await expect(renew(grant)).rejects.toMatchObject({ name: 'NetworkError' })
})
