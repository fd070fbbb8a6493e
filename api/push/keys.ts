import { eq, exists } from 'drizzle-orm'
import webPush from 'web-push'

import type { Context } from '#api/context.ts'
import { isSealedElsewhere } from '#api/db/sealed.ts'
import { pushKeys, pushSubscriptions } from './table.ts'

const ONLY = 1

/**
 * The key pair that push services know this installation by (RFC 8292), made when it is first wanted. Of two processes that
 * make one at once, both use the one that was kept.
 */
export async function readPushKeys(ctx: Context): Promise<{ publicKey: string; privateKey: string }> {
  const { db, box } = ctx
  const [kept] = await db.select().from(pushKeys).where(eq(pushKeys.id, ONLY))
  if (kept) return { publicKey: kept.publicKey, privateKey: box.open(kept.sealedPrivateKey) }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insert(pushKeys)
    .values({ id: ONLY, publicKey, sealedPrivateKey: box.seal(privateKey) })
    .onConflictDoNothing()
  return await readPushKeys(ctx)
}

/** For an APP_SECRET that is lost: the key goes, and the browsers that know it, which have to be turned on again. */
export async function dropPushKeysSealedElsewhere({ db, box }: Context): Promise<number> {
  const lost = isSealedElsewhere(box, pushKeys.sealedPrivateKey)
  const [browsers] = await db.batch([
    db.delete(pushSubscriptions).where(exists(db.select().from(pushKeys).where(lost))),
    db.delete(pushKeys).where(lost),
  ])
  return browsers.rowsAffected
}
