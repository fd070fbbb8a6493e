export type Link = { start: number; end: number; url: string }

const SCHEME = /https?:\/\//gi
const SCHEME_HERE = /https?:\/\//iy

/** Matches a run of letters of any script. It belongs to a link as a whole, unless one of the following patterns ends it. */
const LETTERS = /[\p{L}\p{M}\p{Nd}\u200C\u200D]+/uy
/** Matches characters of such a run that end a link: emoji, and marks without width. */
const NO_LETTER = /[\p{ExtPict}\p{DI}\u20E3]/gu
/** Don't end a link between two letters, because scripts such as Persian use them within words. */
const JOINERS = /[\u200C\u200D]/
const KEYCAP_MARKS = /^\uFE0F?\u20E3/
/** Matches letters of scripts that are written without spaces, or whose particles follow a link directly. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
/** Matches the rest of a host's label if another label follows. */
const LABEL_BEFORE_DOT = /[\p{L}\p{M}\p{Nd}-]*\.[\p{L}\p{Nd}]/uy
const HAS_HOST = /:\/\/[^/?#]*?[\p{L}\p{Nd}]/u

const codes = (characters: string) => new Set(Array.from(characters, character => character.charCodeAt(0)))
const WORD = codes('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
/** RFC 3986's other characters, without brackets. */
const SIGNS = codes("-._~/?#@!$&'*+,;=:%")
/** Part of a link, except at its end, where they belong to the sentence. */
const PUNCTUATION = codes(".,;:!?'*_~")
/** End a link that is directly followed by another. */
const BETWEEN_LINKS = codes(".,;!'*~")
const CLOSING = codes(')]}')
const CLOSES: Partial<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const KEYCAPS = codes('0123456789#*')
const END_OF_HOST = codes('/?#')

/**
 * Returns the links of a text as readers see them. A link may contain balanced brackets and letters of any script (RFC 3987). It
 * ends before trailing punctuation, quotes, emoji and invisible marks. It also ends where letters of a script without spaces, such
 * as Japanese or Thai, directly follow Latin ones. Reads each character once.
 */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  SCHEME.lastIndex = 0
  for (let match = SCHEME.exec(text); match; match = SCHEME.exec(text)) {
    const host = match.index + match[0].length
    const { end, read } = endOfLink(text, host)
    SCHEME.lastIndex = Math.max(read, host)
    const url = text.slice(match.index, end)
    if (HAS_HOST.test(url)) links.push({ start: match.index, end, url })
  }
  return links
}

/** @returns the end of the link, and the position up to which the text was read to find it */
function endOfLink(text: string, host: number): { end: number; read: number } {
  const open: { at: number; closing: string }[] = []
  let isHost = true
  let at = host
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (WORD.has(code)) continue
    if (SIGNS.has(code)) {
      if (BETWEEN_LINKS.has(code) && isScheme(text, at + 1)) break
      if (END_OF_HOST.has(code)) isHost = false
      continue
    }
    const closing = CLOSES[text.charAt(at)]
    if (closing) {
      if (isScheme(text, at + 1)) break
      open.push({ at, closing })
    } else if (CLOSING.has(code)) {
      if (open.pop()?.closing !== text.charAt(at)) break
      if (!isScheme(text, at + 1)) continue
      at++
      break
    } else {
      const end = endOfLetters(text, at, isHost)
      if (end <= at) {
        at = end
        break
      }
      at = end - 1
    }
  }
  let end = Math.min(at, open[0]?.at ?? at)
  while (end > host && PUNCTUATION.has(text.charCodeAt(end - 1))) end--
  return { end, read: at }
}

/**
 * Returns the end of a link's letters that begin at `start` with a character beyond ASCII. The end is before `start` if that
 * character makes a keycap emoji of the digit before it.
 */
function endOfLetters(text: string, start: number, isHost: boolean): number {
  LETTERS.lastIndex = start
  const [letters = ''] = LETTERS.exec(text) ?? []
  const before = text.charCodeAt(start - 1)
  if (WORD.has(before) && UNSPACED.test(String.fromCodePoint(text.codePointAt(start) ?? 0))) {
    LABEL_BEFORE_DOT.lastIndex = start
    if (!isHost || !LABEL_BEFORE_DOT.test(text)) return start
  }
  for (const { 0: found, index } of letters.matchAll(NO_LETTER)) {
    if (JOINERS.test(found) && index > 0 && index + 1 < letters.length) continue
    const isKeycap = index === 0 && KEYCAP_MARKS.test(letters) && KEYCAPS.has(before)
    return start + index - (isKeycap ? 1 : 0)
  }
  return start + letters.length
}

function isScheme(text: string, at: number): boolean {
  SCHEME_HERE.lastIndex = at
  return SCHEME_HERE.test(text)
}
