import type { Context } from '#api/context.ts'
import { firstComments } from './table.ts'

type Planned = { id: string; firstComment: string }

/** For the batch that makes the deliveries: they wait until their delivery is out. */
export function firstCommentInserts({ db, now }: Context, planned: readonly Planned[]) {
  const rows = planned.flatMap(({ id, firstComment }) =>
    firstComment.trim() === ''
      ? []
      : { deliveryId: id, message: firstComment.trim(), state: 'waiting' as const, updatedAt: now() },
  )
  return rows.length > 0 ? [db.insert(firstComments).values(rows)] : []
}
