import { eq, exists } from 'drizzle-orm'
import webPush from 'web-push'

import type { Context } from '#api/context.ts'
import { pushKeys, pushSubscriptions } from '#api/db/schema/push.ts'
import { isEncryptedElsewhere, isUnbound } from '#api/db/sealed.ts'

const ONLY = 1
export const PLACE = `push_keys ${ONLY} private key`

/**
 * The key pair that push services know this installation by (RFC 8292), made when it is first wanted. Of two processes that
 * make one at once, both use the one that was kept.
 */
export async function readPushKeys(ctx: Context): Promise<{ publicKey: string; privateKey: string }> {
  const { db, box } = ctx
  const [kept] = await db.select().from(pushKeys).where(eq(pushKeys.id, ONLY))
  if (kept) return { publicKey: kept.publicKey, privateKey: box.open(kept.encryptedPrivateKey, PLACE) }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insert(pushKeys)
    .values({ id: ONLY, publicKey, encryptedPrivateKey: box.seal(privateKey, PLACE) })
    .onConflictDoNothing()
  return await readPushKeys(ctx)
}

/** Re-encrypts the key if release 0.1.0 encrypted it without binding it to its row. */
export async function bindPushKeys({ db, box }: Context): Promise<void> {
  const [unbound] = await db.select().from(pushKeys).where(isUnbound(box, pushKeys.encryptedPrivateKey))
  if (!unbound) return
  const encryptedPrivateKey = box.seal(box.open(unbound.encryptedPrivateKey, PLACE), PLACE)
  await db
    .update(pushKeys)
    .set({ encryptedPrivateKey })
    .where(eq(pushKeys.encryptedPrivateKey, unbound.encryptedPrivateKey))
}

/** For an APP_SECRET that is lost: the key goes, and the browsers that know it, which have to be turned on again. */
export async function dropPushKeysEncryptedElsewhere({ db, box }: Context): Promise<number> {
  const lost = isEncryptedElsewhere(box, pushKeys.encryptedPrivateKey)
  const [browsers] = await db.batch([
    db.delete(pushSubscriptions).where(exists(db.select().from(pushKeys).where(lost))),
    db.delete(pushKeys).where(lost),
  ])
  return browsers.rowsAffected
}
