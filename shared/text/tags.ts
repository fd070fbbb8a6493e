import { findLinks } from './links.ts'

/** Includes the full-width signs that Japanese keyboards type. */
const HASHTAG = /[#＃][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/gu
const MENTION = /(?<![\w.])[@＠][\w.]+/g
/** Matches a hashtag or mention that networks link: not within a word, and without a final full stop. */
const LINKED =
  /((?<![\p{L}\p{N}_])(?:[#＃][\p{L}\p{M}\p{N}_.]*|[@＠][\p{L}\p{M}\p{N}_.-]*)[\p{L}\p{M}\p{N}_])/u
const IS_MENTION = { usernames: /^[@＠][\p{L}\p{M}\p{N}_.]+$/u, handles: /^@[a-z\d-]+(\.[a-z\d-]+)+$/i }
export type Mentions = keyof typeof IS_MENTION

export const hashtagsOf = (text: string): string[] => text.match(HASHTAG) ?? []

/** Returns the mentions of a text, in order. E-mail addresses aren't mentions. */
export const mentionsOf = (text: string): string[] => text.match(MENTION) ?? []

type Piece = { piece: string; isLink: boolean }

type Links = { linksWork: boolean; tagsWork: boolean; mentions: Mentions | null }

/** Splits a text into pieces, and marks the URLs, hashtags and mentions that a network links. */
export function markLinks(text: string, { linksWork, tagsWork, mentions }: Links): Piece[] {
  let rest = 0
  const marked: Piece[] = []
  for (const { start, end, url } of findLinks(text)) {
    marked.push(...markTags(text.slice(rest, start)), { piece: url, isLink: linksWork })
    rest = end
  }
  marked.push(...markTags(text.slice(rest)))
  return marked

  function isLinked(tag: string): boolean {
    return /^[#＃]/.test(tag) ? tagsWork : mentions !== null && IS_MENTION[mentions].test(tag)
  }

  function markTags(between: string): Piece[] {
    return between
      .split(LINKED)
      .map((piece, index) => ({ piece, isLink: index % 2 === 1 && isLinked(piece) }))
  }
}
