import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'

import type { Context } from '#api/context.ts'
import { keyedHash } from '#api/crypto/secrets.ts'
import { hashingPool } from './hashing-pool.ts'

/** OWASP's parameters for argon2id: 19 MiB and two passes, so that concurrent sign-ins fit into memory. Weaker in tests. */
const COST =
  process.env.NODE_ENV === 'test' ? { memoryCost: 64, timeCost: 1 } : { memoryCost: 19_456, timeCost: 2 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Runs every hash through the pool, and lets tests count them. */
export const hasher = {
  hash: (password: string) =>
    hashingPool.run(() => Bun.password.hash(password, { algorithm: 'argon2id', ...COST })),
  verify: (password: string, hash: string) => hashingPool.run(() => Bun.password.verify(password, hash)),
  async hashWithSalt(password: string, salt: Buffer): Promise<string> {
    const { memoryCost: memory, timeCost: passes } = COST
    const settings = { message: password, nonce: salt, parallelism: 1, tagLength: HASH_BYTES, memory, passes }
    const hash = await hashingPool.run(() => promisify(argon2)('argon2id', settings))
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
  },
}

/** The PHC string format writes Base64 without padding. */
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export const hashPassword = (password: string) => hasher.hash(password)

/**
 * Hashes a sign-up's password with a secret salt derived from its e-mail, so that a single hash finds the sign-up with that
 * password, however many are pending for the e-mail.
 */
export const hashSignupPassword = ({ config }: Context, email: string, password: string) =>
  hasher.hashWithSalt(
    password,
    Buffer.from(keyedHash(config.appSecret, 'sign-up salt', email), 'hex').subarray(0, SALT_BYTES),
  )

let standIn: Promise<string> | undefined

/** Returns false without a hash, after the same time as with one, so that timing doesn't reveal whether there is an account. */
export async function checkPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const right = await hasher.verify(password, hash ?? (await (standIn ??= hashPassword(crypto.randomUUID()))))
  return right && hash != null
}
