import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Returns 256 random bits as 52 letters and digits. */
export const newToken = () => encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(32)))

type Purpose =
  | 'bluesky client key'
  | 'booking link'
  | 'data deletion code'
  | 'email change code'
  | 'email change digits'
  | 'installation'
  | 'known device'
  | 'media address'
  | 'rate limit'
  | 'recovery code'
  | 'report link'
  | 'report mailing link'
  | 'request name'
  | 'review link pass'
  | 'review link pin'
  | 'sign-up code'
  | 'sign-up digits'
  | 'sign-up salt'
  | 'sign-up ticket'
  | 'unsubscribe link'

const keys = new Map<string, Buffer>()

/** Derives a key per purpose (HKDF, RFC 5869): one key reveals nothing about the others or APP_SECRET. */
function keyFor(appSecret: string, purpose: Purpose): Buffer {
  const name = `${purpose}\n${appSecret}`
  const known = keys.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', `currawong ${purpose}`, 32))
  keys.set(name, key)
  return key
}

/** Derives a token from a text: reproducible with the secret, and as hard to guess as a random one. */
export const keyedToken = (appSecret: string, purpose: Purpose, text: string) =>
  encodeBase32LowerCaseNoPadding(createHmac('sha256', keyFor(appSecret, purpose)).update(text).digest())

/** Derives 32 bytes, such as a private key. */
export const keyedBytes = (appSecret: string, purpose: Purpose, text: string): Buffer =>
  createHmac('sha256', keyFor(appSecret, purpose)).update(text).digest()

/** Hashes a token for storage; SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string) => Bun.CryptoHasher.hash('sha256', token, 'hex')

/** Derives a numeric code from a text. It is reproducible with the secret, and otherwise as hard to guess as a random one. */
export function keyedCode(appSecret: string, purpose: Purpose, text: string, digits: number): string {
  const bytes = createHmac('sha256', keyFor(appSecret, purpose)).update(text).digest()
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(digits)).padStart(digits, '0')
}

/** Returns a keyed hash, for short codes and signed URLs, which a plain hash would not protect. */
export const keyedHash = (appSecret: string, purpose: Purpose, text: string) =>
  createHmac('sha256', keyFor(appSecret, purpose)).update(text).digest('hex')

/** Returns the hash that release 0.1.0 made, keyed with APP_SECRET itself, so that its links and codes stay valid. */
export const formerKeyedHash = (appSecret: string, text: string) =>
  createHmac('sha256', appSecret).update(text).digest('hex')

/** Compares a given hash with the keyed hash of a text, in its current form and in that of release 0.1.0. */
export const isKeyedHash = (appSecret: string, purpose: Purpose, text: string, given: string): boolean =>
  timingSafeEquals(given, keyedHash(appSecret, purpose, text)) ||
  timingSafeEquals(given, formerKeyedHash(appSecret, text))

export function timingSafeEquals(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Secret = { appSecret: string }

/** Returns an opaque id of this installation, the same for every process with this APP_SECRET. */
export const instanceOf = ({ appSecret }: Secret): string =>
  keyedHash(appSecret, 'installation', 'instance').slice(0, 16)

/** Returns the key with which the doctor opens the event stream without a user's session. */
export const probeKeyOf = ({ appSecret }: Secret): string => keyedHash(appSecret, 'installation', 'probe')
