import * as v from 'valibot'

/** A private key of ES256, as a JWK. */
export type PrivateKey = v.InferOutput<typeof PrivateKey>
const PrivateKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
})

/**
 * What calls need, stored as the account's token: the server (empty for this installation's), and a token that lasts an hour or two.
 * The token of a sign-in by OAuth is only valid with proofs of a key.
 */
export type BlueskySession = { server: string; token: string; dpopKey?: PrivateKey }
const Session = v.object({
  server: v.string(),
  accessJwt: v.string(),
  dpopKey: v.exactOptional(PrivateKey),
})

/**
 * What renews a sign-in by an app password, stored as the account's user token. Each renewal replaces the refresh token. If one was
 * lost with a process or a restored database, the app password starts a new session.
 */
export type PasswordGrant = v.InferOutput<typeof PasswordGrant>
const PasswordGrant = v.object({
  server: v.string(),
  did: v.string(),
  refreshJwt: v.string(),
  appPassword: v.string(),
})

/** What renews a sign-in by OAuth. A refresh token works once, and its reuse ends the session. */
export type OAuthGrant = v.InferOutput<typeof OAuthGrant>
const OAuthGrant = v.object({
  did: v.string(),
  oauth: v.object({
    dpopJwk: PrivateKey,
    authMethod: v.variant('method', [
      v.object({ method: v.literal('none') }),
      v.object({ method: v.literal('private_key_jwt'), kid: v.string() }),
    ]),
    tokenSet: v.looseObject({ sub: v.string(), aud: v.string(), access_token: v.string() }),
  }),
})

export const toPrivateKey = (jwk: unknown): PrivateKey => v.parse(PrivateKey, jwk)

export const writeSession = ({ token, ...session }: BlueskySession) =>
  JSON.stringify({ ...session, accessJwt: token })
export function readSession(token: string): BlueskySession {
  const { accessJwt, ...session } = v.parse(Session, JSON.parse(token))
  return { ...session, token: accessJwt }
}

export const writeGrant = (grant: PasswordGrant | OAuthGrant) => JSON.stringify(grant)
export const readGrant = (userToken: string): PasswordGrant | OAuthGrant =>
  v.parse(v.union([OAuthGrant, PasswordGrant]), JSON.parse(userToken))
