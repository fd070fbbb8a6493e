import { generateCodeVerifier, generateState, OAuth2Client } from 'arctic'
import { createHash } from 'node:crypto'

/** Returns a random `state`, which binds the provider's response to the request. */
export const newState = generateState

type Dialog = {
  endpoint: string
  clientId: string
  redirectUri: string
  state: string
  extra?: Record<string, string>
}

/** Returns the URL of a provider's sign-in dialog for the authorisation code flow. */
export function buildDialogUrl({ endpoint, clientId, redirectUri, state, extra = {} }: Dialog): string {
  const url = new OAuth2Client(clientId, null, redirectUri).createAuthorizationURL(endpoint, state, [])
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value)
  return url.href
}

/** Returns a random PKCE verifier, known only to the initiator of a sign-in. */
export const newVerifier = generateCodeVerifier

/** Returns the S256 challenge of a PKCE verifier. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
