import { NETWORK_NAMES, OTHER_NETWORK_NAMES } from '#api/networks/names.ts'
import { META_NETWORKS, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { fold } from '#shared/text/fold.ts'

const marks = (text: string) => new Set(text.split(/\s+/).map(fold))

/** Marks that choose something, in the languages of common plans. */
const YES = marks(`true yes y x 1 1.0 1,0 ok on ✓ ✔ ☑ ✅ ● • ■ ◉ ⬤ 🟢 🔵
  ja j oui o sí s sim da áno ano igen tak evet kyllä jah taip jā ναι да так 是 はい 예 네
  vero vrai wahr verdadero verdadeiro waar prawda pravda igaz sant sand doğru истина правда
  post feed reel posts beitrag publication publicación update`)
const NO = marks(`false no n 0 0.0 0,0 off ☐ ❌ ✖ - n/a none skip
  nein non não nee nie ne nem nej nei ei hayır нет ні 否 いいえ 아니요
  falsch faux falso onwaar fałsz nepravda hamis falskt yanlış ложь`)

const PARTS_OF_DAY = marks(`morning mid-morning noon midday lunch lunchtime afternoon evening night
  früh morgens vormittag vormittags mittag mittags nachmittag nachmittags abend abends nacht
  matin midi après-midi soir soirée nuit mañana mediodía tarde noche mattina mezzogiorno pomeriggio sera notte
  manhã noite ochtend middag namiddag avond rano południe popołudnie wieczór`)

/** Returns true for a time of day in words, such as Morning. */
export const isPartOfDay = (text: string) => mayBeMark(text) && PARTS_OF_DAY.has(fold(text).trim())

const MAX_MARK = 20

/** Returns true for a cell that may be a mark, by its length. */
export const mayBeMark = (cell: string) => cell.length <= MAX_MARK

/** Returns true for a mark that chooses something, false for its opposite or an empty cell, undefined for other text. */
export function readMark(text: string): boolean | undefined {
  if (!mayBeMark(text)) return undefined
  const mark = fold(text).trim()
  if (mark === '' || NO.has(mark)) return false
  return YES.has(mark) ? true : undefined
}

/** Matches a story, in the languages of common plans. */
export const STORY = /\b(story|stories|storys|historia|storia)\b/i

/** Matches the kinds of posts that aren't stories, behind a network or alone. */
export const POST_KIND = /\b(posts?|reels?|feed|carousel|beitrag|update)\b/i

/** Matches kinds of posts that we don't import: the events and offers of Google, and what other networks have. */
export const OTHER_KINDS = /\b(event|offer|evento|oferta|poll|document|carousel pdf)\b/i

const NETWORKS: Record<string, NetworkId | 'other'> = {
  ...Object.fromEntries(NETWORK_IDS.flatMap(id => NETWORK_NAMES[id].map(name => [name, id]))),
  ...Object.fromEntries(OTHER_NETWORK_NAMES.map(name => [name, 'other' as const])),
}

/**
 * Returns `other` for a network that we don't publish to, and undefined for a name that isn't one. A page or account may stand
 * behind the network, as in “Facebook - Acme”.
 */
export function parseNetwork(name: string): NetworkId | 'other' | undefined {
  const [short = ''] = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .split(/\s[-–—]\s|[:(]/, 1)
  const isOwn = short.length === name.length || !(OTHER_KINDS.test(name) || /\bgroup\b/i.test(name))
  const network = short.trim().replace(KINDS, '')
  return isOwn && Object.hasOwn(NETWORKS, network) ? NETWORKS[network] : undefined
}

/** Matches a kind of post that we publish behind a network: “Instagram Reel”, “GMB post”. */
const KINDS = / (posts?|reels?|stor(?:y|ies)|feed|beitrag|update)$/

const STORY_MARK = /^(?:(.+)[ -])?(story|stories|storys|historia|storia)$/i

/** True for a cell that is nothing but “Story” or “Instagram story”: one that only contains the word is a text. */
export function isStoryMark(cell: string): boolean {
  const [mark, network] = STORY_MARK.exec(cell.trim()) ?? []
  return mark !== undefined && (network === undefined || parseNetwork(network) !== undefined)
}

/** Splits a cell of networks into their names. Meta stands for its two networks. */
export const splitNetworks = (text: string): string[] =>
  text
    .split(/[,;|/+&\n•·]|\b(?:and|und|et|y|e|i|a|en|og|och)\b/i)
    .map(name => name.trim())
    .filter(Boolean)
    .flatMap(name => {
      if (/^meta$/i.test(name)) return META_NETWORKS
      const words = name.split(/\s+/)
      return words.every(word => parseNetwork(word) !== undefined) ? words : [name]
    })

export const meansAllNetworks = (name: string) =>
  /^(all|alle|tous|toutes|todos|todas|tutti|tutte)$/i.test(name)

export const containsNetwork = (cell: string) =>
  splitNetworks(cell.slice(0, 500)).some(name => parseNetwork(name) !== undefined || meansAllNetworks(name))
