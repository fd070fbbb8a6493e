import { and, eq, isNull, lt, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'

/** Exceeds the duration of a renewal, so that a lock expires only if its process died. */
const LOCK_MS = 30_000

/** Returns true for one caller at a time across processes, since the older of two concurrently renewed tokens might be stored. */
export async function lockForRenewal({ db, now }: Context, id: string, lockMs = LOCK_MS): Promise<boolean> {
  const at = now()
  const locked = await db
    .update(accounts)
    .set({ renewingUntil: new Date(+at + lockMs) })
    .where(and(eq(accounts.id, id), or(isNull(accounts.renewingUntil), lt(accounts.renewingUntil, at))))
    .returning({ id: accounts.id })
  return locked.length > 0
}

export async function unlockRenewal({ db }: Context, id: string): Promise<void> {
  await db.update(accounts).set({ renewingUntil: null }).where(eq(accounts.id, id))
}
