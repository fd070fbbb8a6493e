import type { RemovableFeed } from '#api/networks/core/feed.ts'
import type { Adapter, Network } from '#api/networks/core/network.ts'
import type { ServerSignIn } from '#api/networks/core/server-sign-in.ts'
import type { Config } from '#api/runtime/config.ts'
import { readClientIdentity } from './client-identity.ts'
import { blueskyComments } from './comments.ts'
import { blueskyCodes, EXPIRED_TOKEN_CODES } from './errors.ts'
import { blueskyFeed } from './feed.ts'
import { blueskyInbox } from './inbox.ts'
import { blueskyInsights } from './insights.ts'
import { type BlueskyLogin, blueskyLogin } from './login.ts'
import { blueskyPublishing } from './publish.ts'
import { readBluesky } from './request.ts'

export type BlueskyNetwork = Network & {
  login: BlueskyLogin
  serverSignIn: ServerSignIn
  feed: RemovableFeed
}

function openBluesky(config: Config, now: () => Date): BlueskyNetwork {
  const bluesky = readBluesky(config)
  const login = blueskyLogin(bluesky, readClientIdentity(config), now)
  return {
    ...blueskyPublishing(bluesky),
    login,
    serverSignIn: blueskyServerSignIn(login),
    account: {
      settings: {},
      readProfile: ({ id, token }, signal) => login.readProfile(id, token, signal),
      check: login.check,
      revoke: login.revoke,
      renewal: {
        before: 'call',
        /** Tokens last one or two hours. Early renewal keeps them from expiring during an upload. */
        minLifeMs: 10 * 60_000,
        lockMs: 60_000,
        expiredTokenCodes: EXPIRED_TOKEN_CODES,
        renew: login.renew,
      },
    },
    comments: blueskyComments(bluesky),
    inbox: blueskyInbox(bluesky),
    feed: blueskyFeed(bluesky, now),
    insights: blueskyInsights(bluesky, now),
  }
}

/** Signs in on the page of an account's server, which is found by the handle. */
const blueskyServerSignIn = ({ oauth, readProfile }: BlueskyLogin): ServerSignIn => ({
  start: async entered => (await oauth()).start(entered),
  async finish(pending, { code = '', iss = '' }) {
    const { did, ...tokens } = await (await oauth()).finish(pending, { code, iss })
    // Each sign-in is a session that is revoked on its own.
    return { ...tokens, accountId: did, loginId: `oauth:${Bun.randomUUIDv7()}` }
  },
  readProfile: ({ accountId, accessToken }) => readProfile(accountId, accessToken),
})

export const bluesky: Adapter<BlueskyNetwork> = { codes: blueskyCodes, open: openBluesky }
