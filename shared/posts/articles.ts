import { excerpt } from '#shared/text/graphemes.ts'
import { firstLineOf, type MarkdownBlock, parseMarkdown } from '#shared/text/markdown.ts'
import { MAX_ARTICLE_TITLE, type PostExtras } from './extras.ts'

const MAX_QUOTED = 70

/** An article as its website shows it. The preview and the published article are made of the same blocks. */
export type Article = { title: string; blocks: readonly MarkdownBlock[] }

/**
 * Returns an article of a text in Markdown. Without a title, it gets the heading at the beginning of the text, which then isn't
 * repeated, or else the beginning of the text.
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
