import type { OAuthClientMetadataInput } from '@atproto/oauth-client'
import { createECDH, createHash } from 'node:crypto'
import { isIP } from 'node:net'

import type { Config } from '#api/runtime/config.ts'
import { keyedBytes } from '#api/runtime/crypto/secrets.ts'
import { brand } from '#shared/brand.ts'
import { COLLECTIONS } from './records.ts'
import type { PrivateKey } from './session.ts'

/** Path of the client metadata document. Its URL is the client id, so it must never change. */
const METADATA_PATH = '/api/auth/bluesky/client-metadata.json'
const RETURN_PATH = '/api/auth/bluesky'

/** Permissions: posts with pictures and videos, likes, and hiding replies. Nothing else that an account can do. */
const SCOPE = ['atproto', ...COLLECTIONS.map(name => `repo:${name}`), 'blob:image/*', 'blob:video/mp4'].join(
  ' ',
)

const COMMON_METADATA = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: SCOPE,
  dpop_bound_access_tokens: true,
} satisfies Partial<OAuthClientMetadataInput>

/** This installation as an OAuth client. Only a confidential client has a key. */
export type ClientIdentity = {
  metadata: OAuthClientMetadataInput
  key?: PrivateKey & { kid: string; alg: 'ES256' }
}

/**
 * Returns this installation's identity as an OAuth client (https://atproto.com/specs/oauth#clients): a public https URL makes it a
 * confidential client, localhost one for development. Undefined for any other URL, which servers don't accept.
 */
export function readClientIdentity({
  publicUrl,
  appSecret,
}: Pick<Config, 'publicUrl' | 'appSecret'>): ClientIdentity | undefined {
  const url = new URL(publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && isLocal) return { metadata: developmentMetadata(url) }
  const isPublicHost = !isLocal && !isIP(url.hostname) && url.hostname.includes('.')
  if (url.protocol !== 'https:' || !isPublicHost) return undefined
  const key = deriveKey(appSecret)
  const { d: _, ...publicKey } = key
  return {
    key,
    metadata: {
      ...COMMON_METADATA,
      client_id: publicUrl + METADATA_PATH,
      client_name: brand.siteName,
      client_uri: publicUrl,
      redirect_uris: [publicUrl + RETURN_PATH],
      application_type: 'web',
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...publicKey, use: 'sig' }] },
    },
  }
}

function developmentMetadata({ hostname, port }: URL): OAuthClientMetadataInput {
  // Servers don't accept the name localhost in a redirect.
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname
  const redirectUri = `http://${host}${port && `:${port}`}${RETURN_PATH}`
  return {
    ...COMMON_METADATA,
    client_id: `http://localhost?${new URLSearchParams({ scope: SCOPE, redirect_uri: redirectUri })}`,
    redirect_uris: [redirectUri],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  }
}

/** Derives the key from APP_SECRET, so that it is the same in all processes and after a restore. */
function deriveKey(appSecret: string) {
  const secret = keyedBytes(appSecret, 'bluesky client key', 'ES256')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16)
  return {
    kty: 'EC' as const,
    crv: 'P-256' as const,
    alg: 'ES256' as const,
    kid,
    x: x ?? '',
    y: y ?? '',
    d: secret.toString('base64url'),
  }
}
