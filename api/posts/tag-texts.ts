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
 * stored text is the one that is sent, and later searched for at the network.
 */
export const tagTexts = (platforms: PlatformMessage[], tags: LinkTags | null | undefined): TaggedMessage[] =>
  platforms.map(one => {
    const { text: message, written } = tagText(one.message, one, tags)
    if (one.firstComment === undefined) return { ...one, message, written }
    const comment = tagText(one.firstComment.trim(), one, tags)
    return { ...one, message, written, firstComment: comment.text, writtenComment: comment.written }
  })

function tagText(written: string, { platform }: PlatformMessage, tags: LinkTags | null | undefined) {
  const text = tagLinks(written, platform, tags)
  return { text, written: text === written ? null : written }
}
