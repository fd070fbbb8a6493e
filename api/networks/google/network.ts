import type { RemovableFeed } from '#api/networks/core/feed.ts'
import type { Adapter, Network } from '#api/networks/core/network.ts'
import type { Config } from '#api/runtime/config.ts'
import { googleFeed, NO_POST } from './feed.ts'
import { googleInbox } from './inbox.ts'
import { type GoogleLogin, googleLogin } from './login.ts'
import { REJECTED_CODE } from './posts.ts'
import { googlePresence } from './presence.ts'
import { googlePublishing } from './publish.ts'

export type Google = Network & { login: GoogleLogin; feed: RemovableFeed }

function openGoogle({ google, ...config }: Config, now: () => Date): Google {
  const login = googleLogin({ ...config, google }, now)
  return {
    ...googlePublishing(google.business),
    login,
    account: {
      settings: { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret },
      // A location has neither picture nor e-mail, so these belong to the person who signed in.
      readProfile: async ({ id, token, picture, email }, signal) => ({
        ...(await login.readLocation(id, token, signal)),
        picture,
        email,
      }),
      async check({ id, userToken }) {
        const { accessToken } = await login.renew(userToken())
        await login.readLocation(id, accessToken)
      },
      revoke: login.revoke,
      renewal: {
        before: 'call',
        /** Tokens last an hour. Early renewal keeps them from expiring during a call. */
        minLifeMs: 5 * 60_000,
        lockMs: 30_000,
        expiredTokenCodes: ['google/UNAUTHENTICATED'],
        renew: login.renew,
      },
    },
    inbox: googleInbox(google.business),
    feed: googleFeed(google.business, now),
    presence: googlePresence(google.business),
  }
}

export const google: Adapter<Google> = {
  codes: {
    content: [REJECTED_CODE, 'google/INVALID_ARGUMENT'],
    gone: [NO_POST],
    forbidden: ['google/PERMISSION_DENIED'],
    signedOut: ['google/invalid_grant'],
  },
  open: openGoogle,
}
