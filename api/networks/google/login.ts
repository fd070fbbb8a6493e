import { decodeJwt } from 'jose'
import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { challengeOf, buildDialogUrl } from '#api/networks/core/oauth.ts'
import type { Config } from '#api/runtime/config.ts'
import { listGoogleLocations, readGoogleLocation, requireVoiceOfMerchant } from './locations.ts'
import { googleRequest } from './request.ts'

export type GoogleLogin = ReturnType<typeof googleLogin>

export type GoogleAccess = { accessToken: string; expiresAt: Date }
export type GoogleGrant = GoogleAccess & { refreshToken: string; person: GooglePerson }
type GooglePerson = { id: string; name: string; email: string; picture: string }

const BUSINESS = 'https://www.googleapis.com/auth/business.manage'
const SCOPES = ['openid', 'email', 'profile', BUSINESS]
/** Time limit for revoking. A user is waiting, and disconnecting succeeds even if this call fails. */
const REVOKE_MS = 5000

const Access = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() })
const Grant = v.object({
  ...Access.entries,
  refresh_token: v.optional(v.string(), ''),
  scope: v.optional(v.string(), ''),
  id_token: v.optional(v.string(), ''),
})
const text = v.optional(v.string(), '')
const Claims = v.object({ sub: v.pipe(v.string(), v.nonEmpty()), name: text, email: text, picture: text })

/** Signs in to Google for a Business Profile: dialog with PKCE, code, one-hour access tokens and locations. */
export function googleLogin({ google }: Config, now: () => Date) {
  const { clientId, clientSecret, dialogUrl, tokenUrl, revokeUrl, business } = google
  const client = { client_id: clientId, client_secret: clientSecret }
  const toAccess = ({ access_token, expires_in }: v.InferOutput<typeof Access>): GoogleAccess => ({
    accessToken: access_token,
    expiresAt: new Date(+now() + expires_in * 1000),
  })

  return {
    dialogUrl: ({ state, redirectUri, verifier }: { state: string; redirectUri: string; verifier: string }) =>
      buildDialogUrl({
        endpoint: dialogUrl,
        clientId,
        redirectUri,
        state,
        extra: {
          scope: SCOPES.join(' '),
          // Without both, Google returns no refresh token for a repeated consent.
          access_type: 'offline',
          prompt: 'consent',
          code_challenge: challengeOf(verifier),
          code_challenge_method: 'S256',
        },
      }),

    async exchangeCode({
      code,
      redirectUri,
      verifier,
    }: {
      code: string
      redirectUri: string
      verifier: string
    }): Promise<GoogleGrant> {
      const grant = await googleRequest({
        url: tokenUrl,
        method: 'POST',
        form: {
          ...client,
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
        schema: Grant,
        now,
      }).catch(explainUsedCode)
      if (!grant.scope.split(' ').includes(BUSINESS) || !grant.refresh_token) throw missingPermission()
      return { ...toAccess(grant), refreshToken: grant.refresh_token, person: personOf(grant.id_token) }
    },

    /** Returns a one-hour access token. The refresh token remains valid. */
    async renew(refreshToken: string) {
      const form = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken }
      return toAccess(await googleRequest({ url: tokenUrl, method: 'POST', form, schema: Access, now }))
    },

    listLocations: (token: string, signal?: AbortSignal) =>
      listGoogleLocations({ business, token, now, signal }),
    /** @throws {NetworkError} `permanent` if Google shows no posts for the location, with advice for its owner */
    requireVoice: (id: string, token: string) => requireVoiceOfMerchant(id, { business, token, now }),
    readLocation: (id: string, token: string, signal?: AbortSignal) =>
      readGoogleLocation(id, { business, token, now, signal }),

    /** Revokes the user's grant, which invalidates all its tokens. */
    async revoke(refreshToken: string) {
      await googleRequest({
        url: revokeUrl,
        method: 'POST',
        form: { token: refreshToken },
        schema: v.unknown(),
        timeoutMs: REVOKE_MS,
        now,
      })
    },
  }
}

/** Skips the signature check, because the token comes directly from Google's token endpoint. */
function personOf(idToken: string): GooglePerson {
  try {
    const { sub, ...person } = v.parse(Claims, decodeJwt(idToken))
    return { id: sub, ...person }
  } catch (cause) {
    throw new NetworkError(
      'permanent',
      'login/person',
      'Google did not tell us who signed in. Please connect again.',
      {
        cause,
      },
    )
  }
}

function explainUsedCode(error: unknown): never {
  if (error instanceof NetworkError && error.code === 'google/invalid_grant')
    throw new NetworkError(
      'permanent',
      'login/code',
      'Google did not accept this sign-in: it was used already or took too long. Please connect again.',
    )
  throw error
}

const missingPermission = () =>
  new NetworkError(
    'permanent',
    'login/permission',
    'Google did not give us permission to manage your Business Profile. Please connect again and allow everything that it asks for.',
  )
