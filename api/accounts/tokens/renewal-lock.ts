import { and, eq, isNull, lt, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/accounts.ts'

/** True for one caller at a time, on whichever process: a token that is renewed twice at once may end up the older one. */
export async function lockForRenewal({ db, now }: Context, id: string, lockMs: number): Promise<boolean> {
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
