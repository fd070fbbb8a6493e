import { POSTS_A_WEEK } from './templates.ts'

const SEPARATOR = /^[ \t]*-{3,}[ \t]*$/m
const [MIN_LETTERS, MAX_LETTERS] = [20, 320]

/** Latin letters, punctuation and spaces: no digits, symbols, emoji, or marks of links, mentions and Markdown. */
const PLAIN = /^(?:[\p{Script=Latin}\p{M} \n.,:;!?'’‘"“”()–—…&-]|\{business\})+$/u
/** Prices, offers, hours, awards and promises that nobody told us. */
const CLAIMS =
  /\b(?:awards?|award-winning|winners?|voted|best|finest|cheapest|lowest|biggest|discounts?|sale|on special|half price|free|guaranteed?|open (?:at|from|until|till|every|daily|late|early|all)|closed|since|years?|decades?|established|certified|licen[cs]ed|qualified|accredited|cents?|dollars?|o[’']clock|noon|midnight|www|https?)\b/i
const HOURS =
  /\b(?:at|from|until|till|by|before|after|to) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i

/**
 * Returns the posts of an AI's answer, in their order: null for one that is missing, repeats another, isn't plain text, or claims
 * something that we can't know.
 */
export function postsIn(answer: string): (string | null)[] {
  const parts = answer.split(SEPARATOR).map(part => part.trim().replaceAll(/\s*\n\s*/g, '\n'))
  return Array.from({ length: POSTS_A_WEEK }, (_, index) => {
    const part = parts[index] ?? ''
    return isFit(part) && parts.indexOf(part) === index ? part : null
  })
}

const isFit = (text: string) =>
  text.length >= MIN_LETTERS &&
  text.length <= MAX_LETTERS &&
  PLAIN.test(text) &&
  !CLAIMS.test(text) &&
  !HOURS.test(text)
