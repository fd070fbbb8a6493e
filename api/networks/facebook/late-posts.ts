import { type LateCall, type LatePosts, NetworkError } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { OBJECT_GONE } from '#api/networks/meta/failures.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { type FacebookApp, requestFor } from './app.ts'
import { facebookFeed } from './feed.ts'
import { hasPictureCount, type PagePost, postsSince } from './reconcile.ts'

/**
 * Lists a Page's posts since a written-off call, marks those that equal what it sent, and deletes a second one. Facebook rejects
 * an unedited repeat: it accepts a photo once, and a repeated text only after another post. So a second post
 * usually follows an edit.
 */
export const facebookLatePosts = (app: FacebookApp): LatePosts => ({
  rejectsRepeats: true,
  async list(call, now) {
    const request = requestFor(app, { token: call.token, now }, `${call.accountId}/published_posts`)
    const posts = await readPosts(postsSince(request, call.since))
    return posts.toReversed().map(post => ({ id: post.id, isAsSent: isAsSent(app, post, call) }))
  },
  async remove(id, { account, token }, now) {
    try {
      await facebookFeed(app, now).remove({ accountId: account.providerId, token, onUsage: () => {} }, id)
    } catch (error) {
      if (!(error instanceof NetworkError) || error.code !== OBJECT_GONE) throw error
    }
  },
})

const isAsSent = (app: FacebookApp, post: PagePost, { message, pictures, until }: LateCall) =>
  Date.parse(post.created_time) <= +until &&
  post.application?.id === app.appId &&
  isSameText(post.message, message) &&
  hasPictureCount(post, pictures)
