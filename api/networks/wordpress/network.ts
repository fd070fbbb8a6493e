import type { RemovableFeed } from '#api/networks/core/feed.ts'
import type { Adapter, Network } from '#api/networks/core/network.ts'
import type { ServerSignIn } from '#api/networks/core/server-sign-in.ts'
import type { Config } from '#api/runtime/config.ts'
import { wordpressCodes } from './errors.ts'
import { wordpressFeed } from './feed.ts'
import { wordpressInbox } from './inbox.ts'
import { type WordPressLogin, wordpressLogin } from './login.ts'
import { wordpressPublishing } from './publish.ts'
import { readWordPress } from './request.ts'
import { wordpressServerSignIn } from './server-sign-in.ts'

export type WordPressNetwork = Network & {
  login: WordPressLogin
  serverSignIn: ServerSignIn
  feed: RemovableFeed
}

function openWordPress(config: Config, now: () => Date): WordPressNetwork {
  const wordpress = readWordPress(config)
  const login = wordpressLogin(wordpress, now)
  return {
    ...wordpressPublishing(wordpress),
    login,
    serverSignIn: wordpressServerSignIn(login),
    account: {
      settings: {},
      readProfile: ({ id, token }, signal) => login.readProfile(id, token, signal),
      check: login.check,
      revoke: login.revoke,
    },
    inbox: wordpressInbox(wordpress),
    feed: wordpressFeed(wordpress, now),
  }
}

export const wordpress: Adapter<WordPressNetwork> = { codes: wordpressCodes, open: openWordPress }
