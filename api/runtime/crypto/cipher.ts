import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Marks a ciphertext that is bound to its row and column. Those of release 0.1.0 lack this suffix. */
const BOUND = 'bound'

/**
 * Encrypts secrets that must be readable again (provider tokens, queued mail) with AES-256-GCM. `binding` names the row and the
 * column, such as `push_keys 1 private key`, so that nobody with write access to the database can move a token to another row.
 */
export type Cipher = {
  /** Identifies the key, and prefixes each of its ciphertexts. */
  keyId: string
  encrypt(text: string, binding: string): string
  /** Decrypts a ciphertext. @throws {Error} if it was encrypted with another key or binding */
  decrypt(encrypted: string, binding: string): string
}

/** Derives the key from APP_SECRET. Ciphertexts have the form `keyId.iv.tag.ciphertext.bound`, base64url. */
export function createCipher(appSecret: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'currawong secret box', 32))
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    keyId,
    encrypt(text, binding) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(binding))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [iv, cipher.getAuthTag(), ciphertext].map(part => part.toString('base64url'))
      return [keyId, ...parts, BOUND].join('.')
    },
    decrypt(encrypted, binding) {
      const [id, iv = '', tag = '', ciphertext = '', bound] = encrypted.split('.')
      if (id !== keyId) throw new Error(`Encrypted with key ${id}; APP_SECRET has changed`)
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      if (bound === BOUND) decipher.setAAD(Buffer.from(binding))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([
        decipher.update(Buffer.from(ciphertext, 'base64url')),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/** Matches ciphertexts that are bound to a row and column, in SQL `like`. */
export const BOUND_PATTERN = `%.${BOUND}`
