import type { NetworkId } from '#shared/networks.ts'

/** Lower-case marks that choose something, in the languages of common plans. */
const YES = new Set(
  'true yes y x 1 ✓ ✔ ☑ ✅ on ja j oui o si sí s sim vero vrai wahr verdadero verdadeiro waar prawda tak post feed reel posts beitrag publication publicación publicacion update'.split(
    ' ',
  ),
)
const NO = new Set(
  'false no n 0 off nein non não nao nee nie falsch faux falso onwaar ☐ ❌ ✖ - – — n/a none skip'.split(' '),
)

const MAX_MARK = 20

/** Returns true for a mark that chooses something, false for its opposite or an empty cell, undefined for other text. */
export function readMark(text: string): boolean | undefined {
  if (text.length > MAX_MARK) return undefined
  // A variation selector may follow an emoji.
  const mark = text.trim().toLowerCase().replaceAll('\uFE0F', '')
  if (mark === '' || NO.has(mark)) return false
  return YES.has(mark) ? true : undefined
}

/** Matches kinds of posts that we don't publish: stories, and the events and offers of Google. */
export const OTHER_KINDS =
  /\b(story|stories|historia|storia|event|offer|evento|oferta|poll|document|carousel pdf)\b/i

const NETWORKS: Record<string, NetworkId | 'other'> = {
  facebook: 'facebook',
  fb: 'facebook',
  'facebook page': 'facebook',
  instagram: 'instagram',
  ig: 'instagram',
  insta: 'instagram',
  google: 'google',
  gbp: 'google',
  gmb: 'google',
  'instagram business': 'instagram',
  'google business': 'google',
  'google business profile': 'google',
  'google my business': 'google',
  ...Object.fromEntries(
    'twitter x linkedin pinterest tiktok youtube threads bluesky mastodon telegram whatsapp snapchat reddit tumblr xing'
      .split(' ')
      .map(name => [name, 'other' as const]),
  ),
}

/**
 * Returns `other` for a network that we don't publish to, and undefined for a name that isn't one. A page or account may stand
 * behind the network, as in “Facebook - Acme”.
 */
export function networkNamed(name: string): NetworkId | 'other' | undefined {
  const [short = ''] = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .split(/\s[-–—]\s|[:(]/, 1)
  const isOwn = short.length === name.length || !(OTHER_KINDS.test(name) || /\bgroup\b/i.test(name))
  return isOwn && Object.hasOwn(NETWORKS, short.trim()) ? NETWORKS[short.trim()] : undefined
}

/** Splits a cell of networks into their names. */
export const splitNetworks = (text: string): string[] =>
  text
    .split(/[,;|/+&\n]|\b(?:and|und|et|y|e)\b/)
    .map(name => name.trim())
    .filter(Boolean)

export const isEveryNetwork = (name: string) => /^(all|alle|tous|toutes|todos|todas|tutti|tutte)$/i.test(name)

/** Returns true for a cell that names at least one network. */
export const namesNetwork = (cell: string) =>
  splitNetworks(cell.slice(0, 500)).some(name => networkNamed(name) !== undefined || isEveryNetwork(name))
