import type { RemovableFeed } from '#api/networks/core/feed.ts'
import type { Adapter, Network } from '#api/networks/core/network.ts'
import type { PageSignIn } from '#api/networks/core/page-sign-in.ts'
import type { Config } from '#api/runtime/config.ts'
import { oauthIdentity } from './client.ts'
import { blueskyComments } from './comments.ts'
import { blueskyCodes, ENDED_CODES } from './errors.ts'
import { blueskyFeed } from './feed.ts'
import { blueskyInbox } from './inbox.ts'
import { blueskyInsights } from './insights.ts'
import { type BlueskyLogin, blueskyLogin } from './login.ts'
import { blueskyPageSignIn } from './page-sign-in.ts'
import { blueskyPublishing } from './publish.ts'
import { readBluesky } from './request.ts'

export type BlueskyNetwork = Network & { login: BlueskyLogin; pageSignIn: PageSignIn; feed: RemovableFeed }

function openBluesky(config: Config, now: () => Date): BlueskyNetwork {
  const bluesky = readBluesky(config)
  const login = blueskyLogin(bluesky, oauthIdentity(config), now)
  return {
    ...blueskyPublishing(bluesky),
    login,
    pageSignIn: blueskyPageSignIn(login),
    account: {
      // Neither OAuth nor an app password needs anything that the operator sets.
      settings: {},
      readProfile: ({ id, token }, signal) => login.readProfile(id, token, signal),
      check: login.check,
      revoke: login.revoke,
      renewal: {
        before: 'call',
        /** Tokens last one or two hours. They are renewed early enough not to expire during an upload. */
        minLifeMs: 10 * 60_000,
        lockMs: 60_000,
        endedCodes: ENDED_CODES,
        renew: login.renew,
      },
    },
    comments: blueskyComments(bluesky),
    inbox: blueskyInbox(bluesky),
    feed: blueskyFeed(bluesky, now),
    insights: blueskyInsights(bluesky, now),
  }
}

export const bluesky: Adapter<BlueskyNetwork> = { codes: blueskyCodes, open: openBluesky }
