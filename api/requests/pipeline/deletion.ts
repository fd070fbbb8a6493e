import { and, isNotNull, isNull } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { hasId, type Kind, readRequest, requestGone, requestsChanged, type WithHistory } from '../inbox.ts'
import { eventInserts } from './changes.ts'

/** Hides a request. It can be restored for a day and is then deleted, with its history. */
export async function deleteRequest(ctx: UserContext, kind: Kind, id: string): Promise<void> {
  const { db, now } = ctx
  const [deleted] = await db.batch([
    db
      .update(requests)
      .set({ deletedAt: now() })
      .where(and(hasId(kind, id), isNull(requests.deletedAt)))
      .returning({ id: requests.id }),
    eventInserts(ctx, id, [{ kind: 'deleted', act: {} }]),
    requestsChanged(ctx),
  ])
  if (deleted.length === 0) throw requestGone()
}

export async function restoreRequest<K extends Kind>(
  ctx: UserContext,
  kind: K,
  id: string,
): Promise<WithHistory<K>> {
  const { db } = ctx
  const [restored] = await db.batch([
    db
      .update(requests)
      .set({ deletedAt: null })
      .where(and(hasId(kind, id), isNotNull(requests.deletedAt)))
      .returning({ id: requests.id }),
    eventInserts(ctx, id, [{ kind: 'restored', act: {} }]),
    requestsChanged(ctx),
  ])
  if (restored.length === 0) throw requestGone()
  return await readRequest(ctx, kind, id)
}
