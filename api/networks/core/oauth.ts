import { generateCodeVerifier, generateState, OAuth2Client } from 'arctic'
import { createHash } from 'node:crypto'

/** 256 random bits that tie a provider's answer to the question. */
export const newState = generateState

type Dialog = {
  endpoint: string
  clientId: string
  redirectUri: string
  state: string
  extra?: Record<string, string>
}

/** The address of a provider's sign-in dialog, for a code. */
export function buildDialogUrl({ endpoint, clientId, redirectUri, state, extra = {} }: Dialog): string {
  const url = new OAuth2Client(clientId, null, redirectUri).createAuthorizationURL(endpoint, state, [])
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value)
  return url.href
}

/** PKCE: 256 random bits that only who started a sign-in can bring with its code. */
export const newVerifier = generateCodeVerifier

/** S256, which Google compares with the verifier. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
