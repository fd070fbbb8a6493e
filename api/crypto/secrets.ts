import { createHmac, timingSafeEqual } from 'node:crypto'
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'

/** 256 random bits, as 52 letters and digits. */
export const newToken = () => encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(32)))

/** A token that whoever has the secret can make again: for one thing alone, and as hard to guess as a new one. */
export const keyedToken = (secret: string, text: string) =>
  encodeBase32LowerCaseNoPadding(createHmac('sha256', secret).update(text).digest())

/** What is stored in place of a token: SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string) => Bun.CryptoHasher.hash('sha256', token, 'hex')

/** A uniformly random code of `digits` digits. */
export function newCode(digits: number): string {
  const limit = 10 ** digits
  const range = Math.floor(2 ** 32 / limit) * limit
  for (;;) {
    const number = crypto.getRandomValues(new Uint32Array(1))[0]!
    if (number < range) return String(number % limit).padStart(digits, '0')
  }
}

/** A keyed hash, for short codes and signed addresses, which a bare hash would not protect. */
export const keyedHash = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
