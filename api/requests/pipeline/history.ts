import { asc, eq, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'

import type { Context } from '#api/context.ts'
import { requestEvents } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { mailStateOf } from '#api/outbox/mail.ts'
import type { RequestActs, RequestEvent } from '#shared/requests/pipeline.ts'

/** Name of an administrator whose account has been deleted. */
const FORMER = 'a former colleague'

const MAIL_PREFIX = 'request-reply:'
export const replyMailId = (eventId: string) => `${MAIL_PREFIX}${eventId}`

/** SQL condition for the outcomes of replies whose request is gone. */
export const isForgottenReply = (mailId: SQLiteColumn) =>
  sql`${mailId} like ${`${MAIL_PREFIX}%`}
    and substr(${mailId}, ${MAIL_PREFIX.length + 1}) not in (select id from ${requestEvents})`

const { id, kind, act, at, byId, requestId } = requestEvents
const before = alias(users, 'assignee_before')
const after = alias(users, 'assignee_after')

/** Returns the history of a request, oldest first. */
export async function readHistory(ctx: Context, request: string): Promise<RequestEvent[]> {
  const rows = await ctx.db
    .select({
      id,
      kind,
      act,
      at,
      by: users.fullname,
      mail: mailStateOf(ctx, sql`${MAIL_PREFIX} || ${id}`),
      before: before.fullname,
      after: after.fullname,
    })
    .from(requestEvents)
    .leftJoin(users, eq(users.id, byId))
    .leftJoin(before, eq(before.id, sql`${act} ->> 'from'`))
    .leftJoin(after, eq(after.id, sql`${act} ->> 'to'`))
    .where(eq(requestId, request))
    .orderBy(asc(at), asc(sql`${requestEvents}.rowid`))
  return rows.map(row => {
    const entry = { _id: row.id, at: row.at.toISOString(), by: row.by }
    switch (row.kind) {
      case 'reply':
        return { ...entry, kind: row.kind, ...(row.act as RequestActs['reply']), mail: row.mail }
      case 'note':
        return { ...entry, kind: row.kind, ...(row.act as RequestActs['note']) }
      case 'status':
        return { ...entry, kind: row.kind, ...(row.act as RequestActs['status']) }
      case 'assignee': {
        const { from, to } = row.act as RequestActs['assignee']
        const names = { from: from && (row.before ?? FORMER), to: to && (row.after ?? FORMER) }
        return { ...entry, kind: row.kind, ...names }
      }
      case 'deleted':
      case 'restored':
        return { ...entry, kind: row.kind }
      case 'client':
        return { ...entry, kind: row.kind, ...(row.act as RequestActs['client']) }
    }
  })
}
