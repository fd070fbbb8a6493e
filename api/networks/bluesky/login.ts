import { decodeJwt } from 'jose'
import * as v from 'valibot'

import { NetworkError, undefinedIf } from '#api/networks/core/network.ts'
import { loadedOnce } from '#api/runtime/loaded-once.ts'
import type { PublicProfile } from '#shared/accounts.ts'
import type { ClientIdentity } from './client-identity.ts'
import { ACCOUNT_CLOSED_MESSAGE } from './errors.ts'
import type { BlueskyOAuth } from './oauth.ts'
import { type Bluesky, REVOKE_MS, parseServer, xrpc } from './request.ts'
import {
  ASSUMED_LIFE_MS,
  type BlueskySession,
  type PasswordGrant,
  parseGrant,
  parseSession,
  Token,
  serializeGrant,
  serializeSession,
} from './session.ts'

export type BlueskyLogin = ReturnType<typeof blueskyLogin>

const Tokens = v.object({
  did: v.pipe(v.string(), v.maxLength(300), v.regex(/^did:[a-z]+:[\w.:%-]+$/)),
  handle: v.pipe(v.string(), v.maxLength(253)),
  accessJwt: Token,
  refreshJwt: Token,
})
const Profile = v.object({
  handle: v.string(),
  displayName: v.optional(v.string(), ''),
  description: v.optional(v.string(), ''),
  avatar: v.optional(v.string(), ''),
  followersCount: v.optional(v.number()),
  followsCount: v.optional(v.number()),
})

const WRONG_PASSWORD =
  'Bluesky didn’t accept this handle and app password. Check both, and the server if the account isn’t on bsky.social.'

/**
 * Signs in by OAuth at the account's server, or with an app password, which can't change the account and which its owner can
 * revoke at any time.
 */
export function blueskyLogin(bluesky: Bluesky, identity: ClientIdentity | undefined, now: () => Date) {
  /** Loads the OAuth library lazily, because it takes 60 MB of memory under load. */
  const oauth = loadedOnce(async (): Promise<BlueskyOAuth> => {
    const { blueskyOAuth } = await import('./oauth.ts')
    return blueskyOAuth(bluesky, identity, now)
  })

  async function createSession(server: string, identifier: string, appPassword: string) {
    try {
      return await xrpc(bluesky, {
        server,
        nsid: 'com.atproto.server.createSession',
        method: 'POST',
        json: { identifier, password: appPassword },
        schema: Tokens,
        now,
      })
    } catch (error) {
      throw error instanceof NetworkError ? signInError(error) : error
    }
  }

  const toTokens = (
    grant: { server: string; appPassword: string },
    { did, accessJwt, refreshJwt }: v.InferOutput<typeof Tokens>,
  ) => ({
    accessToken: serializeSession({ server: grant.server, token: accessJwt }),
    expiresAt: endOf(accessJwt) ?? new Date(+now() + ASSUMED_LIFE_MS),
    userToken: serializeGrant({ ...grant, did, refreshJwt }),
  })

  async function renewByPassword(grant: PasswordGrant) {
    const session = await xrpc(bluesky, {
      server: grant.server,
      token: grant.refreshJwt,
      nsid: 'com.atproto.server.refreshSession',
      method: 'POST',
      schema: Tokens,
      now,
    }).catch((error: unknown) => {
      if (!(error instanceof NetworkError) || error.kind !== 'reconnect') throw error
      return createSession(grant.server, grant.did, grant.appPassword)
    })
    if (session.did !== grant.did)
      throw new NetworkError('reconnect', 'bluesky/account', 'This sign-in now belongs to another account.')
    return toTokens(grant, session)
  }

  return {
    oauth,

    /** The client metadata document; undefined for an installation without a key. */
    clientMetadata: identity?.key && identity.metadata,

    /** Signs in with an app password. @throws {NetworkError} `permanent` with a message that says what to change */
    async signIn({
      handle,
      appPassword,
      server: entered,
    }: {
      handle: string
      appPassword: string
      server: string
    }) {
      const server = parseServer(bluesky, entered)
      if (server === undefined)
        throw new NetworkError(
          'permanent',
          'bluesky/server',
          'Enter the server’s address, such as bsky.social.',
        )
      const session = await createSession(server, handle, appPassword)
      return { ...toTokens({ server, appPassword }, session), did: session.did }
    },

    /**
     * Renews a session by its refresh token or, failing that, its app password.
     * @throws {NetworkError} `reconnect` if the server rejects both
     */
    async renew(userToken: string) {
      const grant = parseGrant(userToken)
      return 'oauth' in grant ? (await oauth()).renew(grant) : renewByPassword(grant)
    },

    /** Reads the public profile of an account: only the handle if its server isn't connected to the network. */
    async readProfile(did: string, token: string, signal?: AbortSignal): Promise<PublicProfile> {
      const session = parseSession(token)
      const { handle, active } = await readOwnSession(bluesky, session, { now, signal })
      // Servers let the owner of a deactivated account sign in, but refuse its posts.
      if (!active) throw new NetworkError('reconnect', 'bluesky/AccountDeactivated', ACCOUNT_CLOSED_MESSAGE)
      const shown = await xrpc(bluesky, {
        server: bluesky.appViewUrl,
        nsid: 'app.bsky.actor.getProfile',
        query: { actor: did },
        schema: Profile,
        signal,
        now,
      }).catch(undefinedIf(() => true))
      return {
        name: shown?.displayName || handle,
        username: handle,
        picture: shown?.avatar ?? '',
        location: '',
        followers: shown?.followersCount ?? null,
        following: shown?.followsCount ?? null,
        bio: shown?.description ?? '',
        link: `${bluesky.webUrl}/profile/${did}`,
        email: '',
      }
    },

    check: ({ token }: { token: string }) => readOwnSession(bluesky, parseSession(token), { now }),

    /** Ends the session. An app password stays valid until its owner deletes it. */
    async revoke(userToken: string) {
      const grant = parseGrant(userToken)
      if ('oauth' in grant) return (await oauth()).revoke(grant)
      const { server, refreshJwt } = grant
      await xrpc(bluesky, {
        server,
        token: refreshJwt,
        nsid: 'com.atproto.server.deleteSession',
        method: 'POST',
        schema: v.unknown(),
        timeoutMs: REVOKE_MS,
        now,
      })
    },
  }
}

const readOwnSession = (
  bluesky: Bluesky,
  session: BlueskySession,
  options: { now: () => Date; signal?: AbortSignal | undefined },
) =>
  xrpc(bluesky, {
    ...session,
    nsid: 'com.atproto.server.getSession',
    schema: v.object({ did: v.string(), handle: v.string(), active: v.optional(v.boolean(), true) }),
    ...options,
  })

/** Skips the signature check, because the token comes directly from its server. */
function endOf(accessJwt: string): Date | undefined {
  try {
    const { exp } = decodeJwt(accessJwt)
    return exp === undefined ? undefined : new Date(exp * 1000)
  } catch {
    return undefined
  }
}

/** Replaces an error of a sign-in by one that says what the user must change. */
function signInError(error: NetworkError): NetworkError {
  const permanent = (message: string) => new NetworkError('permanent', error.code, message, { cause: error })
  switch (error.code) {
    case 'bluesky/AuthenticationRequired':
      return new NetworkError('reconnect', error.code, WRONG_PASSWORD, { cause: error })
    case 'bluesky/AuthFactorTokenRequired':
      return permanent(
        'This is the account’s own password. Create an app password at Bluesky, and enter that.',
      )
    case 'http/404':
    case 'http/405':
    case 'unreadable':
      return permanent('There is no Bluesky server at this address. Check the server, then connect again.')
  }
  return error
}
