import type { EditableFeed } from '#api/networks/core/feed.ts'
import type { Adapter, Network } from '#api/networks/core/network.ts'
import { isContentCode, metaCodes } from '#api/networks/meta/failures.ts'
import type { Config } from '#api/runtime/config.ts'
import { facebookComments } from './comments.ts'
import { facebookFeed } from './feed.ts'
import { facebookInbox } from './inbox.ts'
import { facebookInsights } from './insights.ts'
import { type FacebookLogin, facebookLogin } from './login.ts'
import { facebookPublishing } from './publish.ts'
import { VIDEO_ERROR } from './video.ts'

export type Facebook = Network & { login: FacebookLogin; feed: EditableFeed }

function openFacebook(config: Config, now: () => Date): Facebook {
  const { facebook } = config
  const login = facebookLogin(config, now)
  return {
    ...facebookPublishing(facebook),
    login,
    account: {
      settings: { META_APP_ID: facebook.appId, META_APP_SECRET: facebook.appSecret },
      readProfile: ({ id, token }, signal) => login.readPage(id, token, signal),
      check: ({ token: accessToken, ...page }) =>
        login.checkPageToken({ ...page, accessToken, tasks: undefined, isNew: false }),
      revoke: login.revoke,
    },
    comments: facebookComments(facebook),
    inbox: facebookInbox(facebook),
    feed: facebookFeed(facebook, now),
    insights: facebookInsights(facebook, now),
  }
}

export const facebook: Adapter<Facebook> = {
  codes: { ...metaCodes, content: code => code === VIDEO_ERROR || isContentCode(code) },
  open: openFacebook,
}
