import * as v from 'valibot'

/** Maximum length of a token, well above any that fits into a request's headers. */
const MAX_TOKEN_CHARS = 20_000
const MAX_CHARS = 2000
export const Token = v.pipe(v.string(), v.maxLength(MAX_TOKEN_CHARS))

/** Assumed lifetime of a token whose server states none. If it expires earlier, the server's rejection triggers a renewal. */
export const ASSUMED_LIFE_MS = 60 * 60_000

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
 * Credentials of calls, stored as the account's token: the server (empty for the default one), and a token that lasts an hour
 * or two. An OAuth token is bound to a key.
 */
export type BlueskySession = { server: string; token: string; dpopKey?: PrivateKey }
const Session = v.object({
  server: v.string(),
  accessJwt: Token,
  dpopKey: v.exactOptional(PrivateKey),
})

/**
 * Credentials that renew an app-password sign-in, stored as the account's user token. Each renewal replaces the refresh token. If
 * it is lost, in a crash or a restore, the app password starts a new session.
 */
export type PasswordGrant = v.InferOutput<typeof PasswordGrant>
const PasswordGrant = v.object({
  server: v.string(),
  did: v.string(),
  refreshJwt: Token,
  appPassword: v.string(),
})

const Short = v.pipe(v.string(), v.maxLength(MAX_CHARS))

/** Tokens as the library stores them. */
export const TokenSet = v.looseObject({
  sub: Short,
  aud: Short,
  iss: v.optional(Short),
  scope: v.optional(Short),
  access_token: Token,
  refresh_token: v.optional(Token),
})

/** Credentials that renew an OAuth sign-in. A refresh token works once, and its reuse ends the session. */
export type OAuthGrant = v.InferOutput<typeof OAuthGrant>
const OAuthGrant = v.object({
  did: v.string(),
  oauth: v.object({
    dpopJwk: PrivateKey,
    authMethod: v.variant('method', [
      v.object({ method: v.literal('none') }),
      v.object({ method: v.literal('private_key_jwt'), kid: v.string() }),
    ]),
    tokenSet: TokenSet,
  }),
})

export const toPrivateKey = (jwk: unknown): PrivateKey => v.parse(PrivateKey, jwk)

export const serializeSession = ({ token, ...session }: BlueskySession) =>
  JSON.stringify({ ...session, accessJwt: token })
export function parseSession(token: string): BlueskySession {
  const { accessJwt, ...session } = v.parse(Session, JSON.parse(token))
  return { ...session, token: accessJwt }
}

export const serializeGrant = (grant: PasswordGrant | OAuthGrant) => JSON.stringify(grant)
export const parseGrant = (userToken: string): PasswordGrant | OAuthGrant =>
  v.parse(v.union([OAuthGrant, PasswordGrant]), JSON.parse(userToken))
