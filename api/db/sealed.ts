import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

import { BOUND_PATTERN, type SecretBox } from '#api/crypto/secret-box.ts'

/** What was sealed with another APP_SECRET, and so can't be opened. */
export const isSealedElsewhere = ({ keyId }: SecretBox, column: SQLWrapper): SQL =>
  sql`${column} not like ${`${keyId}.%`}`

/** What release 0.1.0 sealed with this key: readable at any place, so it is sealed again. */
export const isUnbound = ({ keyId }: SecretBox, column: SQLWrapper): SQL =>
  sql`${column} like ${`${keyId}.%`} and ${column} not like ${BOUND_PATTERN}`
