import { eq } from 'drizzle-orm'
import webPush from 'web-push'

import type { Context } from '#api/context.ts'
import { isEncryptedWithAnotherKey, isUnbound } from '#api/db/encrypted.ts'
import { pushKeys, pushSubscriptions } from '#api/db/schema/people/push.ts'
import { write } from '#api/db/write.ts'

const ROW_ID = 1
export const BINDING = `push_keys ${ROW_ID} private key`

/**
 * Returns the key pair that identifies this installation to push services (RFC 8292), and creates it at first use. If two
 * processes create one at the same time, both use the stored one.
 */
export async function readPushKeys(ctx: Context): Promise<{ publicKey: string; privateKey: string }> {
  const { db, cipher } = ctx
  const [stored] = await db.select().from(pushKeys).where(eq(pushKeys.id, ROW_ID))
  if (stored)
    return { publicKey: stored.publicKey, privateKey: cipher.decrypt(stored.encryptedPrivateKey, BINDING) }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insert(pushKeys)
    .values({ id: ROW_ID, publicKey, encryptedPrivateKey: cipher.encrypt(privateKey, BINDING) })
    .onConflictDoNothing()
  return await readPushKeys(ctx)
}

/** Re-encrypts the key if release 0.1.0 encrypted it without binding it to its row. */
export async function bindPushKeys({ db, cipher }: Context): Promise<void> {
  const [unbound] = await db.select().from(pushKeys).where(isUnbound(cipher, pushKeys.encryptedPrivateKey))
  if (!unbound) return
  const encryptedPrivateKey = cipher.encrypt(cipher.decrypt(unbound.encryptedPrivateKey, BINDING), BINDING)
  await db
    .update(pushKeys)
    .set({ encryptedPrivateKey })
    .where(eq(pushKeys.encryptedPrivateKey, unbound.encryptedPrivateKey))
}

/**
 * Deletes a key that was encrypted with a lost APP_SECRET, and the subscriptions made with it, which have to be renewed.
 * @returns the number of deleted subscriptions
 */
export const dropUnreadablePushKeys = (ctx: Context): Promise<number> =>
  write(ctx, async ({ db, cipher }) => {
    const lost = isEncryptedWithAnotherKey(cipher, pushKeys.encryptedPrivateKey)
    if ((await db.$count(pushKeys, lost)) === 0) return 0
    const { rowsAffected } = await db.delete(pushSubscriptions)
    await db.delete(pushKeys).where(lost)
    return rowsAffected
  })
