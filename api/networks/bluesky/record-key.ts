import { createHash } from 'node:crypto'

const DAY_MICROSECONDS = 86_400_000_000n
const RANDOM_BITS = 10n
const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz'
const LENGTH = 13

/**
 * Derives a post's key from its delivery's id. A repeated call has the same key and can't publish a second post, even if the
 * database has lost the first call.
 */
export function recordKey(deliveryId: string): string {
  const [, time = '0'] = /^([\da-f]{12})/i.exec(deliveryId.replaceAll('-', '')) ?? []
  return keyOnDayOf(BigInt(`0x${time}`) * 1000n, deliveryId)
}

/** Derives the key of the reply that is a post's first comment. */
export const commentKey = (postKey: string) => keyOnDayOf(timeOf(postKey), `comment ${postKey}`)

/** Derives the key of the reply that answers somebody else's post. */
export const replyKey = (uri: string): string => keyFor('reply', uri)

/** Derives the key of the account's like of a post. */
export const likeKey = (uri: string): string => keyFor('like', uri)

function keyFor(purpose: string, uri: string): string {
  const key = uri.slice(uri.lastIndexOf('/') + 1)
  return keyOnDayOf(TID.test(key) ? timeOf(key) : 0n, `${purpose} ${uri}`)
}

const TID = /^[2-7a-z]{13}$/

/**
 * Derives a TID (https://atproto.com/specs/tid): a time in microseconds, and ten random bits. The hash of the seed chooses the
 * microsecond of the given day, and the bits, so collisions within an account are practically impossible.
 */
function keyOnDayOf(microseconds: bigint, seed: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`)
  const day = microseconds - (microseconds % DAY_MICROSECONDS)
  const time = day + ((hash >> RANDOM_BITS) % DAY_MICROSECONDS)
  let bits = (time << RANDOM_BITS) | (hash & ((1n << RANDOM_BITS) - 1n))
  let key = ''
  while (key.length < LENGTH) {
    key = ALPHABET.charAt(Number(bits & 31n)) + key
    bits >>= 5n
  }
  return key
}

const timeOf = (key: string) =>
  Array.from(key).reduce((bits, letter) => (bits << 5n) | BigInt(ALPHABET.indexOf(letter)), 0n) >> RANDOM_BITS
