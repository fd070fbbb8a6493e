import { lte } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { oauthStates } from '#api/db/schema/businesses/accounts.ts'

export async function sweepOauthStates({ db, now }: Context): Promise<void> {
  await db.delete(oauthStates).where(lte(oauthStates.expiresAt, now()))
}
