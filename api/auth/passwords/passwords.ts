import { argon2 } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import type { Context } from '#api/context.ts'
import { keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'

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
 * Hashes a sign-up's password with a secret salt derived from its e-mail. A single hash then finds the sign-up with that password
 * among all that are pending for the e-mail.
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

/** Number of hashing workers. It leaves one core free for everything else. */
const POOL_SIZE = Math.max(1, availableParallelism() - 1)
/** A hash takes 50 to 100 ms, and a failed login hashes twice, so an admitted request waits at most about three seconds. */
const REQUESTS_PER_SLOT = 20
const RETRY_AFTER_SECONDS = 3

/**
 * Hashes at most `slots` passwords at once. argon2id occupies a core while it runs, so without a limit 200 concurrent logins
 * would delay everybody else.
 */
export function openHashingPool(slots: number, requests = slots * REQUESTS_PER_SLOT) {
  const waiting: (() => void)[] = []
  let running = 0
  let admitted = 0

  return {
    /**
     * Runs a request that hashes, unless too many others are in flight. Call it before anything else, so that a rejected
     * request costs nothing and doesn't count as an attempt.
     * @throws {DomainError} `busy`
     */
    async admit<T>(request: () => Promise<T>): Promise<T> {
      if (admitted >= requests) throw busy()
      admitted++
      try {
        return await request()
      } finally {
        admitted--
      }
    },

    /**
     * Runs one hash when a slot is free, in order of arrival.
     * @throws {DomainError} `busy` when the queue is full
     */
    async run<T>(hash: () => Promise<T>): Promise<T> {
      if (running < slots) running++
      else if (waiting.length >= requests) throw busy()
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await hash()
      } finally {
        // Hands a freed slot directly to the first in the queue, so that no newcomer can take it.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

export const hashingPool = openHashingPool(POOL_SIZE)

const busy = () =>
  new DomainError('busy', 'Many people are signing in right now. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
