import * as v from 'valibot'

import { type LateCall, type LatePosts, NetworkError } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { createdAt, type LocalPost, postsSince } from './posts.ts'
import { type GoogleBusiness, googleRequest } from './request.ts'

/** Finds and deletes posts that Google published from a call that had been written off. */
export const googleLatePosts = (business: GoogleBusiness): LatePosts => ({
  async list(call, now) {
    const posts = await postsSince(business, call, +call.since, now)
    return posts
      .filter(({ state }) => state !== 'REJECTED')
      .toSorted((one, other) => createdAt(one) - createdAt(other))
      .map(post => ({ id: post.name, isAsSent: isAsSent(post, call) }))
  },
  async remove(name, { token }, now) {
    try {
      await googleRequest({
        url: `${business.postsUrl}/${name}`,
        method: 'DELETE',
        token,
        schema: v.object({}),
        now,
      })
    } catch (error) {
      if (!(error instanceof NetworkError) || error.code !== 'google/NOT_FOUND') throw error
    }
  },
})

/** Excludes posts with a button, an event or an offer, which we never send. */
const isAsSent = (post: LocalPost, { message, pictures, until }: LateCall) =>
  createdAt(post) <= +until &&
  isSameText(post.summary, message) &&
  post.topicType === 'STANDARD' &&
  post.callToAction === undefined &&
  post.media.length === pictures
