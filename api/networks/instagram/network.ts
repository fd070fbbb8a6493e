import type { Adapter, Network } from '#api/networks/core/network.ts'
import { metaCodes } from '#api/networks/meta/failures.ts'
import type { Config } from '#api/runtime/config.ts'
import { DAY_MS } from '#shared/durations.ts'
import { instagramComments } from './comments.ts'
import { instagramFeed } from './feed.ts'
import { instagramInbox } from './inbox.ts'
import { instagramInsights } from './insights.ts'
import { type InstagramLogin, instagramLogin } from './login.ts'
import { instagramPublishing } from './publish.ts'

export type Instagram = Network & { login: InstagramLogin }

function openInstagram(config: Config, now: () => Date): Instagram {
  const { instagram } = config
  const login = instagramLogin(config, now)
  return {
    ...instagramPublishing(instagram),
    login,
    account: {
      settings: { INSTAGRAM_APP_ID: instagram.appId, INSTAGRAM_APP_SECRET: instagram.appSecret },
      readProfile: ({ token }, signal) => login.readProfile(token, signal),
      check: ({ token }) => login.readProfile(token),
      renewal: {
        before: 'end',
        /** Tokens last sixty days and can be renewed after one; renewing after a week leaves time for retries. */
        minLifeMs: (60 - 7) * DAY_MS,
        /** Exceeds the duration of a renewal, which may take minutes. */
        lockMs: 5 * 60_000,
        expiredTokenCodes: [],
        async renew(token) {
          const { accessToken, expiresAt } = await login.refresh(token)
          return { accessToken, expiresAt, userToken: accessToken }
        },
      },
    },
    comments: instagramComments(instagram),
    inbox: instagramInbox(instagram),
    feed: instagramFeed(instagram, now),
    insights: instagramInsights(instagram, now),
  }
}

export const instagram: Adapter<Instagram> = { codes: metaCodes, open: openInstagram }
