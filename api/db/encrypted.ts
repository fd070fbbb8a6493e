import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

import { BOUND_PATTERN, type Cipher } from '#api/runtime/crypto/cipher.ts'

/** Matches ciphertexts that were made with another APP_SECRET and can't be decrypted. */
export const isEncryptedWithAnotherKey = ({ keyId }: Cipher, column: SQLWrapper): SQL =>
  sql`${column} not like ${`${keyId}.%`}`

/** Matches ciphertexts that release 0.1.0 made with this key: they aren't bound to a row, so they are re-encrypted. */
export const isUnbound = ({ keyId }: Cipher, column: SQLWrapper): SQL =>
  sql`${column} like ${`${keyId}.%`} and ${column} not like ${BOUND_PATTERN}`
