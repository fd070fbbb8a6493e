import { excerpt } from '#shared/text/graphemes.ts'
import { firstLineOf, type MarkdownBlock, parseMarkdown } from '#shared/text/markdown.ts'
import { MAX_ARTICLE_TITLE, type PostExtras } from './extras.ts'

const MAX_QUOTED = 70

/** An article as its website shows it. The preview and the published article consist of the same blocks. */
export type Article = { title: string; blocks: readonly MarkdownBlock[] }

/**
 * Converts a text in Markdown to an article. If the author entered no title, the heading at the beginning of the text becomes the
 * title and is removed from the text. Without a heading, the title repeats the beginning of the text.
 */
export function articleOf(message: string, extras: PostExtras | null | undefined): Article {
  const blocks = parseMarkdown(message)
  const given = extras?.title.trim()
  if (given) return { title: given, blocks }
  const line = firstLineOf(blocks)
  const [first, ...others] = blocks
  const isTitle =
    first?.type === 'heading' &&
    others.length > 0 &&
    line.length <= MAX_ARTICLE_TITLE &&
    line === firstLineOf([first])
  return isTitle ? { title: line, blocks: others } : { title: excerpt(line, MAX_QUOTED), blocks }
}
