import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Seals what must be readable again (provider tokens, mail waiting to be sent) with AES-256-GCM. */
export type SecretBox = {
  /** Names the key; what it sealed begins with it. */
  keyId: string
  seal(text: string): string
  open(sealed: string): string
}

/** `keyId.iv.tag.ciphertext`, base64url; the key is derived from APP_SECRET, the id names the key that sealed. */
export function secretBox(appSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'currawong secret box', 32))
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    keyId,
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [keyId, ...[iv, cipher.getAuthTag(), ciphertext].map(part => part.toString('base64url'))].join(
        '.',
      )
    },
    open(sealed) {
      const [id, iv, tag, ciphertext] = sealed.split('.')
      if (id !== keyId) throw new Error(`Sealed with key ${id}; APP_SECRET has changed`)
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv!, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag!, 'base64url'))
      return Buffer.concat([
        decipher.update(Buffer.from(ciphertext!, 'base64url')),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
