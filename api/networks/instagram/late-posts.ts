import type { LatePosts } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { type InstagramApp, requestFor } from './app.ts'
import { mediaSince } from './reconcile.ts'

/**
 * Lists an account's media since a written-off call, and marks those that equal what it sent. Instagram publishes a container
 * once, so a second post follows an edit, which creates the container again. The API can't delete media.
 */
export const instagramLatePosts = (app: InstagramApp): LatePosts => ({
  rejectsRepeats: true,
  async list({ accountId, token, message, since, until }, now) {
    const request = requestFor(app, { token, now }, `${accountId}/media`)
    const media = await readPosts(mediaSince(request, since))
    return media.toReversed().map(({ id, caption, timestamp }) => ({
      id,
      isAsSent: Date.parse(timestamp) <= +until && isSameText(caption, message),
    }))
  },
})
