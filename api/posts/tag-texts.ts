import type { NetworkId } from '#shared/networks.ts'
import { isTooLong } from '#shared/posts/captions.ts'
import { isCommentTooLong } from '#shared/posts/first-comments.ts'
import type { LinkTags } from '#shared/posts/link-tags.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import type { PlatformMessage } from '#shared/posts/posts.ts'

export type TaggedMessage = PlatformMessage & {
  /** The author's text if links got tags, otherwise null; undefined without a text. */
  written: string | null
  writtenComment?: string | null
}

/**
 * Adds a business's UTM tags to the links of each network's texts. It happens when a post is created or changed, so that the
 * stored text is the one that is sent, and later searched for at the network. Texts over their network's limit stay as they are,
 * since they are rejected for their length.
 */
export const tagTexts = (platforms: PlatformMessage[], tags: LinkTags | null | undefined): TaggedMessage[] =>
  platforms.map(one => {
    const { platform } = one
    const { text: message, written } = tagText(
      one.message,
      isTooLong(platform, one.message) ? null : tags,
      platform,
    )
    if (one.firstComment === undefined) return { ...one, message, written }
    const firstComment = one.firstComment.trim()
    const comment = tagText(firstComment, isCommentTooLong(platform, firstComment) ? null : tags, platform)
    return { ...one, message, written, firstComment: comment.text, writtenComment: comment.written }
  })

function tagText(written: string, tags: LinkTags | null | undefined, network: NetworkId) {
  const text = tagLinks(written, network, tags)
  return { text, written: text === written ? null : written }
}
