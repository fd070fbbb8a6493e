import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import type { Config } from '#api/runtime/config.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { emailAddress } from '#shared/text/email.ts'

/** The person identified by a credential of Google's sign-in button. */
export type GooglePerson = {
  id: string
  email: string
  emailVerified: boolean
  name: string
  nonce: string | undefined
  /** Time from which the credential is rejected, including clock tolerance. */
  expiresAt: Date
}

export type GoogleSignIn = {
  /** Verifies a credential. @throws {NetworkError} `permanent` if it is invalid, `transient` if Google's keys can't be read */
  verify(credential: string): Promise<GooglePerson>
}

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email: emailAddress('An e-mail is missing.'),
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), false),
  name: v.optional(v.string(), ''),
  nonce: v.optional(v.string()),
  exp: v.number(),
})

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const CLOCK_TOLERANCE_SECONDS = 10

/** Verifies credentials according to developers.google.com/identity/gsi/web/guides/verify-google-id-token. */
export function googleSignIn(
  { clientId, certsUrl }: Pick<Config['google'], 'clientId' | 'certsUrl'>,
  now: () => Date,
): GoogleSignIn {
  const keys = googleKeys(certsUrl)
  return {
    async verify(credential) {
      if (!clientId) throw new NetworkError('permanent', 'google/unset', 'GOOGLE_CLIENT_ID is not set')
      const { sub, email_verified, ...claims } = readClaims(
        await jwtVerify(credential, keys, {
          algorithms: ['RS256'],
          audience: clientId,
          issuer: ISSUERS,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: now(),
        }).then(({ payload }) => payload, asNetworkError),
      )
      const { email, name, nonce } = claims
      const expiresAt = new Date((claims.exp + CLOCK_TOLERANCE_SECONDS) * 1000)
      return { id: sub, email, name, nonce, expiresAt, emailVerified: String(email_verified) === 'true' }
    },
  }
}

function readClaims(payload: JWTPayload): v.InferOutput<typeof Claims> {
  const claims = v.safeParse(Claims, payload)
  if (!claims.success) throw new NetworkError('permanent', 'google/claims', 'The credential lacks a claim')
  return claims.output
}

function asNetworkError(error: unknown): never {
  if (error instanceof errors.JOSEError)
    throw new NetworkError('permanent', `google/${error.code}`, error.message, { cause: error })
  throw error
}

const FETCH_MS = 5000
const MIN_AGE_MS = 60_000
const MAX_AGE_MS = 60 * 60_000

/** Caches Google's keys, and refetches them when a credential names an unknown key. */
const googleKeys = (certsUrl: string) =>
  createRemoteJWKSet(new URL(certsUrl), {
    timeoutDuration: FETCH_MS,
    cooldownDuration: MIN_AGE_MS,
    cacheMaxAge: MAX_AGE_MS,
    async [customFetch](url, { headers, signal }) {
      try {
        const response = await fetchOutside(url, { headers, signal })
        if (response.ok) return response
        throw new Error(`Google's keys: ${response.status}`)
      } catch (cause) {
        throw new NetworkError('transient', 'google/certs', 'Google’s keys could not be read', { cause })
      }
    },
  })
