import { CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import { type LateCall, type LatePosts, NetworkError } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import type { FacebookApp } from './app.ts'
import { facebookFeed } from './feed.ts'
import { hasAsMany, PAGE_POST_FIELDS, PagePost } from './page-posts.ts'

/**
 * Finds and deletes posts that Facebook published from a call that had been written off. Photos are used once, so this happens
 * only if the author has edited the post since, which uploads its photos again.
 */
export const facebookLatePosts = (app: FacebookApp): LatePosts => ({
  refusesRepeats: true,
  async list(call, now) {
    const posts = await readPosts({
      provider: 'facebook',
      url: `${app.graphUrl}/${call.accountId}/published_posts`,
      fields: PAGE_POST_FIELDS,
      createdAt: post => post.created_time,
      since: new Date(+call.since - CLOCK_SLACK_MS),
      item: PagePost,
      hasBudget: () => true,
      token: call.token,
      appSecret: app.appSecret,
      now,
      onUsage: () => {},
    })
    return posts.toReversed().map(post => ({ id: post.id, isAsSent: isAsSent(app, post, call) }))
  },
  async remove(id, { account, token }, now) {
    try {
      await facebookFeed(app, now).remove({ accountId: account.providerId, token, onUsage: () => {} }, id)
    } catch (error) {
      if (!(error instanceof NetworkError) || error.code !== '100/33') throw error
    }
  },
})

const isAsSent = (app: FacebookApp, post: PagePost, { message, pictures, until }: LateCall) =>
  Date.parse(post.created_time) <= +until &&
  post.application?.id === app.appId &&
  isSameText(post.message, message) &&
  hasAsMany(post, pictures)
