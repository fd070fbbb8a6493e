import { JoseKey } from '@atproto/jwk-jose'
import {
  type InternalStateData,
  OAuthClient,
  type OAuthClientOptions,
  OAuthResponseError,
  type Session,
  TokenRefreshError,
} from '@atproto/oauth-client'
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'

import { send } from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { requirePublicServer } from '#api/networks/core/public-server.ts'
import type { ClientIdentity } from './client-identity.ts'
import { nonceStore } from './dpop.ts'
import { SIGNED_OUT } from './errors.ts'
import { type Bluesky, REVOKE_MS, xrpc } from './request.ts'
import {
  ASSUMED_LIFE_MS,
  type OAuthGrant,
  TokenSet,
  toPrivateKey,
  serializeGrant,
  serializeSession,
} from './session.ts'

/** Time limit for all calls of a step. A renewal's lock lasts longer. */
const STEP_MS = 30_000
const CALL_MS = 10_000

const UNKNOWN_HANDLE = 'There is no account with this handle. Check how it is spelt.'
const NO_OAUTH = 'This account’s server has no page for signing in. Connect with an app password instead.'
const NOT_REACHABLE =
  'Bluesky only lets a website sign in that has an https address. Connect with an app password instead.'
const TROUBLE = 'Bluesky had trouble on its side.'
const TOO_LONG =
  'This account’s server gave a sign-in that is too long to store. Connect with an app password instead.'
const NOT_SIGNED_IN = 'Bluesky didn’t complete the sign-in. Please connect again.'

/** A sign-in in progress. It contains secrets. */
const Pending = v.object({
  state: v.string(),
  data: v.looseObject({ dpopJwk: v.unknown() }),
})

export type BlueskyOAuth = ReturnType<typeof blueskyOAuth>

/**
 * Signs in at the account's own server by AT Protocol's OAuth: pushed authorization requests, DPoP and PKCE. The caller passes each
 * session to the library and gets the next one back, so it stores and locks a session like any other token.
 */
export function blueskyOAuth(bluesky: Bluesky, identity: ClientIdentity | undefined, now: () => Date) {
  const own = new Set([bluesky.serverUrl, bluesky.plcUrl].map(url => new URL(url).origin))

  /** Calls servers with the same limits as all other code: no private address, a deadline, a maximum size. */
  const callServer = (deadline: AbortSignal) => async (input: ServerUrl, init?: RequestInit) => {
    const request = new Request(input, init)
    const isForeign = !own.has(new URL(request.url).origin)
    if (isForeign) await requirePublicServer('bluesky', request.url, bluesky)
    const { response, text } = await send({
      provider: 'bluesky',
      url: request.url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: request.body && (await request.text()),
      isForeign,
      // A repeated refresh token would end the session.
      sendsOnce: request.method !== 'GET',
      timeoutMs: CALL_MS,
      signal: deadline,
    })
    const { status, headers } = response
    return new Response(text || null, { status, headers })
  }

  const resolveHandle = async (handle: string) => {
    const { did } = await xrpc(bluesky, {
      server: '',
      nsid: 'com.atproto.identity.resolveHandle',
      query: { handle },
      schema: v.object({ did: v.custom<`did:plc:${string}` | `did:web:${string}`>(isDid) }),
      timeoutMs: CALL_MS,
      now,
    }).catch((error: unknown) => {
      if (!(error instanceof NetworkError) || error.kind !== 'permanent') throw error
      throw new NetworkError('permanent', 'bluesky/handle', UNKNOWN_HANDLE, { cause: error })
    })
    return did
  }

  async function openClient({
    states = oneEntry<InternalStateData>(),
    sessions = oneEntry<Session>(),
    call = callServer(AbortSignal.timeout(STEP_MS)),
  }: {
    states?: Entry<InternalStateData>
    sessions?: Entry<Session>
    call?: (input: ServerUrl, init?: RequestInit) => Promise<Response>
  }): Promise<OAuthClient> {
    if (!identity) throw new NetworkError('permanent', 'bluesky/client', NOT_REACHABLE)
    const { metadata, key } = identity
    return new OAuthClient({
      responseMode: 'query',
      clientMetadata: metadata,
      ...(key && { keyset: [await JoseKey.fromJWK(key)] }),
      stateStore: states,
      sessionStore: sessions,
      dpopNonceCache: nonceStore,
      allowHttp: bluesky.serverUrl.startsWith('http:'),
      plcDirectoryUrl: bluesky.plcUrl,
      handleResolver: { resolve: resolveHandle },
      fetch: call as OAuthClientOptions['fetch'],
      runtimeImplementation: {
        // Every server must support this algorithm.
        createKey: () => JoseKey.generate(['ES256']),
        getRandomValues: length => new Uint8Array(randomBytes(length)),
        digest: (data, { name }) => new Uint8Array(createHash(name).update(data).digest()),
        // The caller holds the account's lock, across all processes.
        requestLock: async (_name, work) => work(),
      },
    })
  }

  /** Returns a session in the form stored with the account. */
  function tokensOf({ dpopKey, authMethod, tokenSet }: Session) {
    if (!v.is(TokenSet, tokenSet)) throw new NetworkError('permanent', 'bluesky/token', TOO_LONG)
    const dpopJwk = toPrivateKey(dpopKey.privateJwk)
    const { origin } = new URL(tokenSet.aud)
    const server = origin === new URL(bluesky.serverUrl).origin ? '' : origin
    // The library uses the machine's clock.
    const livesMs = tokenSet.expires_at ? Date.parse(tokenSet.expires_at) - Date.now() : ASSUMED_LIFE_MS
    return {
      did: tokenSet.sub as string,
      accessToken: serializeSession({ server, token: tokenSet.access_token, dpopKey: dpopJwk }),
      expiresAt: new Date(+now() + livesMs),
      userToken: serializeGrant({ did: tokenSet.sub, oauth: { dpopJwk, authMethod, tokenSet } }),
    }
  }

  const sessionOf = async ({ did, oauth: { dpopJwk, ...session } }: OAuthGrant) =>
    oneEntry<Session>(did, {
      ...(session as Omit<Session, 'dpopKey'>),
      dpopKey: await JoseKey.fromJWK(dpopJwk),
    })

  return {
    /**
     * Starts a sign-in at the server of a handle, by a pushed authorization request.
     * @returns the URL of the server's page, the `state` of its redirect, and the secret input of `finish`
     * @throws {NetworkError} `permanent` with a message that says what to change
     */
    async start(handle: string): Promise<{ url: string; state: string; pending: string }> {
      const states = oneEntry<InternalStateData>()
      const client = await openClient({ states })
      try {
        const url = await client.authorize(handle)
        const [state, { dpopKey, ...data }] = states.entry()
        const pending = { state, data: { ...data, dpopJwk: dpopKey.privateJwk } }
        return { url: url.href, state, pending: JSON.stringify(pending) }
      } catch (error) {
        throw toNetworkError(error, { kind: 'permanent', message: NO_OAUTH })
      }
    },

    /** Exchanges the code of the redirect. The library checks that the server is responsible for the account. */
    async finish(pending: string, returned: { code: string; iss: string }) {
      const { state, data } = v.parse(Pending, JSON.parse(pending))
      const { dpopJwk, ...known } = data
      const dpopKey = await JoseKey.fromJWK(toPrivateKey(dpopJwk))
      const states = oneEntry<InternalStateData>(state, {
        ...(known as Omit<InternalStateData, 'dpopKey'>),
        dpopKey,
      })
      const sessions = oneEntry<Session>()
      const client = await openClient({ states, sessions })
      try {
        await client.callback(new URLSearchParams({ state, ...returned }))
        return tokensOf(sessions.entry()[1])
      } catch (error) {
        throw toNetworkError(error, { kind: 'permanent', message: NOT_SIGNED_IN })
      }
    },

    /** Renews a session. @throws {NetworkError} `reconnect` if the server has ended it, or it can't be renewed any more */
    async renew(grant: OAuthGrant) {
      // The grant belongs to a client without a key, but the installation has one by now.
      if (identity?.key && grant.oauth.authMethod.method === 'none')
        throw new NetworkError('reconnect', 'bluesky/client', SIGNED_OUT)
      const sessions = await sessionOf(grant)
      const before = sessions.entry()[1]
      const client = await openClient({ sessions })
      try {
        await client.restore(grant.did, true)
      } catch (error) {
        // The library may fail after the renewal, which must not be lost.
        if (sessions.isEmpty() || sessions.entry()[1] === before)
          throw toNetworkError(
            error,
            // The library has deleted the session for good, such as after the account moved to another server or our key changed.
            sessions.isEmpty()
              ? { kind: 'reconnect', message: SIGNED_OUT }
              : { kind: 'transient', message: 'Bluesky couldn’t renew our sign-in.' },
          )
      }
      return tokensOf(sessions.entry()[1])
    },

    /** Ends a session. @throws {NetworkError} `transient` if the server may not have ended it */
    async revoke(grant: OAuthGrant): Promise<void> {
      const callInTime = callServer(AbortSignal.timeout(REVOKE_MS))
      const calls: Promise<Response>[] = []
      const client = await openClient({
        sessions: await sessionOf(grant),
        async call(input, init) {
          const response = callInTime(input, init)
          calls.push(response)
          return response
        },
      })
      await client.revoke(grant.did).catch((error: unknown) => {
        throw toNetworkError(error, { kind: 'transient', message: 'Bluesky couldn’t end our sign-in.' })
      })
      // The library ignores the response to its last call, the revocation.
      const response = await calls.at(-1)
      if (response && isServerTrouble(response.status))
        throw new NetworkError('transient', `http/${response.status}`, TROUBLE)
    },
  }
}

type ServerUrl = string | URL | Request

const isServerTrouble = (status: number) => status >= 500 || status === 429 || status === 408

const isDid = (value: unknown) => typeof value === 'string' && /^did:(plc|web):[\w.:%-]{1,290}$/.test(value)

type Entry<Value extends object> = ReturnType<typeof oneEntry<Value>>

/** Creates a store for the library. It has a single entry, because each step needs only one. */
function oneEntry<Value extends object>(key?: string, value?: Value) {
  let current: readonly [string, Value] | undefined = key !== undefined && value ? [key, value] : undefined
  return {
    get: (name: string) => (name === current?.[0] ? current[1] : undefined),
    set: (name: string, next: Value) => void (current = [name, next]),
    del: () => void (current = undefined),
    isEmpty: () => current === undefined,
    entry() {
      if (!current) throw new Error('The library stored nothing.')
      return current
    },
  }
}

type Fallback = Pick<NetworkError, 'kind' | 'message'>

/** Classifies a failure of the library by the first known error in its chain of causes. */
function toNetworkError(error: unknown, fallback: Fallback): NetworkError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NetworkError) return cause
    if (cause instanceof TokenRefreshError)
      return new NetworkError('reconnect', 'bluesky/invalid_grant', SIGNED_OUT, { cause: error })
    if (cause instanceof OAuthResponseError) return fromResponse(cause, fallback)
  }
  return new NetworkError(fallback.kind, 'bluesky/oauth', fallback.message, { cause: error })
}

function fromResponse(error: OAuthResponseError, { kind, message }: Fallback): NetworkError {
  const name = /^\w{1,64}$/.test(error.error ?? '') ? error.error : error.status
  const code = `bluesky/${name}`
  const options = { cause: error }
  if (isServerTrouble(error.status)) return new NetworkError('transient', code, TROUBLE, options)
  const reason = kind === 'permanent' ? (error.errorDescription ?? '').slice(0, 200) : ''
  return new NetworkError(
    kind,
    code,
    reason
      ? `The account’s server refused this sign-in: “${reason}”. You can use an app password instead.`
      : message,
    options,
  )
}
