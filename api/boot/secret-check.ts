import { sql } from 'drizzle-orm'

import { isEncryptedWithAnotherKey } from '#api/db/encrypted.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { unionAll } from '#api/db/schema/columns.ts'
import { pushKeys } from '#api/db/schema/people/push.ts'
import { authenticators } from '#api/db/schema/people/two-factor.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import { StartError } from '#api/runtime/errors.ts'
import type { Context } from '../context.ts'

/**
 * Refuses to start with a different secret: accounts would appear signed out, queued mail would be dropped, and two-step
 * sign-in would fail.
 * @throws {StartError} if anything in the database was encrypted with another APP_SECRET
 */
export async function requireSameSecret({ db, cipher }: Pick<Context, 'db' | 'cipher'>): Promise<void> {
  const one = { n: sql<number>`1` }
  const [found] = await unionAll(
    db.select(one).from(accounts).where(isEncryptedWithAnotherKey(cipher, accounts.encryptedUserToken)),
    db
      .select(one)
      .from(authenticators)
      .where(isEncryptedWithAnotherKey(cipher, authenticators.encryptedSecret)),
    db.select(one).from(pushKeys).where(isEncryptedWithAnotherKey(cipher, pushKeys.encryptedPrivateKey)),
    db.select(one).from(outbox).where(isEncryptedWithAnotherKey(cipher, outbox.encryptedMail)),
  ).limit(1)
  if (!found) return
  throw new StartError(
    'APP_SECRET is not the one that this database was encrypted with. Set the previous one (outside production it is in DATA_DIR/app-secret). If it is lost for good, `bun run admin lost secret` deletes the data that can no longer be decrypted.',
  )
}
