import type { Network, Publication } from '#api/networks/core/network.ts'
import { LocalPost, readLocalPost, waitUntilLive } from './posts.ts'
import { googleLatePosts, reconcileLocalPost } from './reconcile.ts'
import { type GoogleBusiness, googleRequest } from './request.ts'

/** Publishes to a location of a Business Profile by a single call, after which Google shows or rejects the post. */
export const googlePublishing = (business: GoogleBusiness): Network => ({
  id: 'google',
  async publish(publication, intentLog) {
    const finished = intentLog.finished()
    if (finished)
      return waitUntilLive(
        publication,
        intentLog,
        await readLocalPost(business, publication, intentLog, String(finished.result.id)),
        business,
      )
    await intentLog.begin({ summary: publication.message })
    const post = await googleRequest({
      url: `${business.postsUrl}/${publication.accountId}/localPosts`,
      method: 'POST',
      json: bodyOf(publication),
      token: publication.token,
      schema: LocalPost,
      risky: true,
      now: intentLog.now,
    })
    await intentLog.finish({ id: post.name })
    return waitUntilLive(publication, intentLog, post, business)
  },
  latePosts: googleLatePosts(business),
  reconcile: (publication, intentLog, unanswered) =>
    reconcileLocalPost(business, publication, intentLog, unanswered),
})

const bodyOf = ({ message, media }: Publication) => ({
  languageCode: 'en',
  topicType: 'STANDARD',
  summary: message,
  ...(media.length > 0 && { media: media.map(({ url }) => ({ mediaFormat: 'PHOTO', sourceUrl: url })) }),
})
