import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import * as v from 'valibot'

import type { World } from '../../world/world.ts'
import { invalidClient, OAuthError } from './oauth-error.ts'

const Metadata = v.object({
  client_id: v.string(),
  redirect_uris: v.pipe(v.array(v.string()), v.minLength(1)),
  grant_types: v.array(v.string()),
  response_types: v.array(v.string()),
  scope: v.string(),
  dpop_bound_access_tokens: v.literal(true),
  token_endpoint_auth_method: v.picklist(['none', 'private_key_jwt']),
  jwks: v.optional(v.object({ keys: v.pipe(v.array(v.looseObject({ kid: v.string() })), v.minLength(1)) })),
})

export interface Client {
  id: string
  redirectUris: string[]
  scopes: string[]
  /** Undefined for a client that runs on the developer's machine. */
  keys: JSONWebKeySet | undefined
}

const LOOPBACK = /^http:\/\/localhost\/?(?:\?(.*))?$/

/** Returns a client by its id, which is the URL of its metadata. In development, the id's query contains the metadata. */
export async function clientOf(world: World, id: string | undefined): Promise<Client> {
  if (!id) throw new OAuthError('invalid_request', 'client_id is missing')
  const [, query] = LOOPBACK.exec(id) ?? []
  if (query !== undefined) {
    const parameters = new URLSearchParams(query)
    const redirectUris = parameters.getAll('redirect_uri')
    if (redirectUris.some(uri => !/^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?\//.test(uri)))
      throw new OAuthError('invalid_client_metadata', 'A loopback redirect_uri must be 127.0.0.1 or [::1]')
    return { id, redirectUris, scopes: scopesOf(parameters.get('scope') ?? 'atproto'), keys: undefined }
  }
  const url = URL.parse(id)
  if (url?.protocol !== 'https:' || url.pathname === '/')
    throw new OAuthError('invalid_client_metadata', `Invalid client ID "${id}"`)
  return readClient(
    id,
    new URL(id.replace(url.origin, world.blueskyOAuth.hosts.get(url.origin) ?? url.origin)),
  )
}

async function readClient(id: string, at: URL): Promise<Client> {
  const response = await fetch(at, { redirect: 'error' }).catch(() => undefined)
  const isJson = response?.headers.get('content-type')?.startsWith('application/json')
  const metadata = v.safeParse(
    Metadata,
    response?.status === 200 && isJson ? await response.json() : undefined,
  )
  if (!metadata.success)
    throw new OAuthError('invalid_client_metadata', `Unable to obtain client metadata for "${id}"`)
  const { output } = metadata
  if (output.client_id !== id) throw new OAuthError('invalid_client_metadata', 'client_id does not match')
  if (output.token_endpoint_auth_method !== 'private_key_jwt' || !output.jwks)
    throw new OAuthError('invalid_client_metadata', 'private_key_jwt requires jwks')
  if (output.jwks.keys.some(key => 'd' in key))
    throw new OAuthError('invalid_client_metadata', 'jwks has a private key')
  return {
    id,
    redirectUris: output.redirect_uris,
    scopes: scopesOf(output.scope),
    keys: output.jwks as unknown as JSONWebKeySet,
  }
}

export const scopesOf = (text: string) => text.split(' ').filter(Boolean)

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Verifies that a request comes from the client. @returns the id of its key; 'none' in development */
export async function authenticate(
  world: World,
  client: Client,
  form: Record<string, string>,
  issuer: string,
): Promise<string> {
  if (!client.keys) {
    if (form['client_assertion']) throw invalidClient('This client has no keys')
    return 'none'
  }
  if (form['client_assertion_type'] !== JWT_BEARER) throw invalidClient('client_assertion_type is missing')
  const { payload, protectedHeader } = await jwtVerify(
    form['client_assertion'] ?? '',
    createLocalJWKSet(client.keys),
    {
      issuer: client.id,
      subject: client.id,
      audience: issuer,
      algorithms: ['ES256'],
      maxTokenAge: 60,
      requiredClaims: ['jti', 'exp'],
    },
  ).catch((error: unknown) => {
    throw invalidClient(`Validation of "client_assertion" failed: ${String(error)}`)
  })
  const { proofs } = world.blueskyOAuth
  if (proofs.has(payload.jti ?? '')) throw invalidClient('client_assertion was used before')
  proofs.add(payload.jti ?? '')
  return protectedHeader.kid ?? ''
}
