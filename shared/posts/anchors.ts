import type { NetworkId } from '#shared/networks.ts'

/** A place in a picture: fractions of its width and height, from the top left. */
export type PictureAnchor = { mediaId: string; x: number; y: number }

/** A passage of a network's text. `from` is the UTF-16 unit at which the passage began when it was commented on. */
export type TextAnchor = { network: NetworkId; quote: string; from: number }

/** The part of a post that a comment is about. */
export type Anchor = PictureAnchor | TextAnchor

/** Returns true for a comment on a part of the post that reviewers see and nobody has resolved: it asks for a change. */
export const isOpenRemark = (comment: { anchor?: Anchor; internal: boolean; resolvedAt?: string }) =>
  comment.anchor !== undefined && !comment.internal && comment.resolvedAt === undefined

/** Returns the position of a quote in a text that may have changed: the one nearest to the original, or undefined. */
export function findQuote(
  text: string,
  { quote, from }: Pick<TextAnchor, 'quote' | 'from'>,
): number | undefined {
  const after = text.indexOf(quote, from)
  const before = text.lastIndexOf(quote, from)
  const isAfter = after >= 0 && (before < 0 || after - from < from - before)
  const found = isAfter ? after : before
  return found < 0 ? undefined : found
}
