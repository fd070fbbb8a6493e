import { type CallOptions, type Comments, NetworkError, type OwnComment } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { NO_RECORD } from './errors.ts'
import { commentKey } from './record-key.ts'
import { findPost, keyOf, putPost, textFields } from './records.ts'
import type { Bluesky } from './request.ts'

/** Adds first comments as replies. The reply's key is derived from the post's, so a repeated call can't add a second reply. */
export const blueskyComments = (bluesky: Bluesky): Comments => ({
  async add(comment, options) {
    const { uri, cid } = await requirePost(bluesky, comment, options)
    const parent = { uri, cid }
    const fields = await textFields(bluesky, comment, comment.message, options)
    const record = { ...fields, reply: { root: parent, parent } }
    return putPost(bluesky, comment, { key: commentKey(keyOf(comment.postId)), record }, options)
  },
  async find(comment, _since, options) {
    await requirePost(bluesky, comment, options)
    const found = await findPost(bluesky, comment, commentKey(keyOf(comment.postId)), options)
    return found && isSameText(found.value.text, comment.message) ? found.uri : undefined
  },
})

async function requirePost(bluesky: Bluesky, comment: OwnComment, options: CallOptions) {
  const post = await findPost(bluesky, comment, keyOf(comment.postId), options)
  if (!post) throw new NetworkError('permanent', NO_RECORD, 'Bluesky no longer has this post.')
  return post
}
