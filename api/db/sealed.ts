import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

import type { SecretBox } from '#api/crypto/secret-box.ts'

/** What was sealed with another APP_SECRET, and so can't be opened. */
export const isSealedElsewhere = ({ keyId }: SecretBox, column: SQLWrapper): SQL =>
  sql`${column} not like ${`${keyId}.%`}`
