import { findLinks } from './links.ts'

/** Includes the full-width signs that Japanese keyboards type. */
const HASHTAG = /[#＃][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/gu
const MENTION = /(?<![\w.])[@＠][\w.]+/g
/** Matches a hashtag or mention that networks link: not within a word, and without a full stop at its end. */
const LINKED = /((?<![\p{L}\p{N}_])[#＃@＠][\p{L}\p{M}\p{N}_.]*[\p{L}\p{M}\p{N}_])/u

export const hashtagsOf = (text: string): string[] => text.match(HASHTAG) ?? []

/** Returns the mentions of a text, in order. E-mail addresses aren't mentions. */
export const mentionsOf = (text: string): string[] => text.match(MENTION) ?? []

type Piece = { piece: string; isLink: boolean }

type Links = { linksWork: boolean; tagsWork: boolean }

/** Splits a text into pieces, and marks those that a network turns into links: URLs, hashtags and mentions. */
export function markLinks(text: string, { linksWork, tagsWork }: Links): Piece[] {
  let rest = 0
  const marked: Piece[] = []
  for (const { start, end, url } of findLinks(text)) {
    marked.push(...markTags(text.slice(rest, start)), { piece: url, isLink: linksWork })
    rest = end
  }
  marked.push(...markTags(text.slice(rest)))
  return marked

  function markTags(between: string): Piece[] {
    return between.split(LINKED).map((piece, index) => ({ piece, isLink: tagsWork && index % 2 === 1 }))
  }
}
