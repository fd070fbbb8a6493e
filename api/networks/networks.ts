import type { Config } from '#api/runtime/config.ts'
import type { EditableFeed, RemovableFeed } from './core/feed.ts'
import { type Network, NetworkError } from './core/network.ts'
import { facebookComments } from './facebook/comments.ts'
import { facebookFeed } from './facebook/feed.ts'
import { facebookInsights } from './facebook/insights.ts'
import { type FacebookLogin, facebookLogin } from './facebook/login.ts'
import { facebookPublishing } from './facebook/publish.ts'
import { googleFeed, NO_POST } from './google/feed.ts'
import { type GoogleLogin, googleLogin } from './google/login.ts'
import { googlePublishing } from './google/publish.ts'
import { instagramComments } from './instagram/comments.ts'
import { instagramFeed } from './instagram/feed.ts'
import { instagramInsights } from './instagram/insights.ts'
import { type InstagramLogin, instagramLogin } from './instagram/login.ts'
import { instagramPublishing } from './instagram/publish.ts'
import { OBJECT_GONE } from './meta/failures.ts'

export type Networks = {
  facebook: Network & { login: FacebookLogin; feed: EditableFeed }
  instagram: Network & { login: InstagramLogin }
  google: Network & { login: GoogleLogin; feed: RemovableFeed }
}

/** Creates the clients of all networks. */
export const openNetworks = (config: Config, now: () => Date): Networks => ({
  facebook: {
    ...facebookPublishing(config.facebook),
    login: facebookLogin(config, now),
    comments: facebookComments(config.facebook),
    feed: facebookFeed(config.facebook, now),
    insights: facebookInsights(config.facebook, now),
  },
  instagram: {
    ...instagramPublishing(config.instagram),
    login: instagramLogin(config, now),
    comments: instagramComments(config.instagram),
    feed: instagramFeed(config.instagram, now),
    insights: instagramInsights(config.instagram, now),
  },
  google: {
    ...googlePublishing(config.google.business),
    login: googleLogin(config, now),
    feed: googleFeed(config.google.business, now),
  },
})

/** Returns true if a call failed because its network no longer has the post. */
export const isPostGone = (error: unknown) =>
  error instanceof NetworkError && (error.code === OBJECT_GONE || error.code === NO_POST)
