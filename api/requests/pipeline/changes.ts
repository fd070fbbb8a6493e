import { and, asc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'

import { withStoppedClock, type Context, type UserContext } from '#api/context.ts'
import { keyedHash } from '#api/crypto/secrets.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { requestEvents, requests } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import {
  type ChangeRequest,
  type Colleague,
  type NoteOnRequest,
  PIPELINE_MESSAGES,
  type RequestActKind,
  type RequestActs,
} from '#shared/requests/pipeline.ts'
import { hasId, type Kind, readRequest, requestGone, requestsChanged, type WithHistory } from '../inbox.ts'

export type Row = typeof requests.$inferSelect
type Stage = Partial<Pick<Row, 'status' | 'assigneeId' | 'domainId'>>
type NewEvent = { [K in RequestActKind]: { id?: string; kind: K; act: RequestActs[K] } }[RequestActKind]

/** Lists the people to whom a request can be assigned, by name. */
export const listAdministrators = ({ db }: Context): Promise<Colleague[]> =>
  db
    .select({ _id: users.id, fullname: users.fullname })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.fullname), asc(users.id))

/**
 * Changes the status or the assignee of a request.
 * @throws {DomainError} `conflict` with the current values if a colleague changed it since `version`, `invalid`, `not_found`
 */
export async function changeRequest<K extends Kind>(
  runningCtx: UserContext,
  kind: K,
  id: string,
  { version, status, assigneeId }: ChangeRequest,
): Promise<WithHistory<K>> {
  const ctx = withStoppedClock(runningCtx)
  const row = await findRequest(ctx, kind, id)
  if (row.version !== version) throw await changedMeanwhile(ctx, kind, id)
  const set: Stage = {}
  const events: NewEvent[] = []
  if (status !== undefined && status !== row.status) {
    set.status = status
    events.push({ kind: 'status', act: { from: row.status, to: status } })
  }
  if (assigneeId !== undefined && assigneeId !== row.assigneeId) {
    if (assigneeId !== null) await requireAdministrator(ctx, assigneeId)
    set.assigneeId = assigneeId
    events.push({ kind: 'assignee', act: { from: row.assigneeId, to: assigneeId } })
  }
  if (events.length > 0) {
    const [changed] = await ctx.db.batch([...stageChange(ctx, row, set, events), requestsChanged(ctx)])
    if (changed.length === 0) throw await changedMeanwhile(ctx, kind, id)
  }
  return await readRequest(ctx, kind, id)
}

/** Adds a note. Its idempotency key keeps a repeated call from adding it twice. */
export async function noteOnRequest<K extends Kind>(
  ctx: UserContext,
  kind: K,
  id: string,
  { text }: NoteOnRequest,
  key?: string,
): Promise<WithHistory<K>> {
  const eventId = eventIdOf(ctx, key, ['note', id, text])
  const isThere = exists(
    ctx.db
      .select({ id: requests.id })
      .from(requests)
      .where(and(hasId(kind, id), isNull(requests.deletedAt))),
  )
  await ctx.db.batch([
    eventInserts(ctx, id, [{ id: eventId, kind: 'note', act: { text } }], isThere).onConflictDoNothing(),
    requestsChanged(ctx),
  ])
  return await readRequest(ctx, kind, id)
}

/** SQL condition on `requests`: nobody has changed it since `row` was read. */
export const isAsRead = (row: Row) =>
  and(hasId(row.kind, row.id), isNull(requests.deletedAt), eq(requests.version, row.version))

/**
 * Returns the unexecuted statements that change a request, if it hasn't changed since it was read and `when` holds, and
 * record who changed it. Afterwards `changes()` is positive only if the request was changed.
 */
export const stageChange = (ctx: UserContext, row: Row, set: Stage, events: NewEvent[], when?: SQL) =>
  [
    ctx.db
      .update(requests)
      .set({ ...set, version: row.version + 1 })
      .where(and(isAsRead(row), when))
      .returning({ id: requests.id }),
    eventInserts(ctx, row.id, events),
  ] as const

/** Records actions on a request if `when` holds. Returns the unexecuted statement for `db.batch`. */
export const eventInserts = (
  { db, userId, now }: UserContext,
  requestId: string,
  events: NewEvent[],
  when: SQL = sql`changes() > 0`,
) =>
  insertMany(
    db,
    requestEvents,
    {
      id: field('id'),
      requestId,
      byId: userId,
      kind: field('kind'),
      act: field('act'),
      at: now(),
    },
    sql`${fromRows(events.map(event => ({ id: crypto.randomUUID(), ...event })))} where ${when}`,
  )

/** Derives an event's id from the caller's idempotency key and the input; without a key each call is new. */
export const eventIdOf = ({ config, userId }: UserContext, key: string | undefined, input: string[]) =>
  key
    ? keyedHash(config.appSecret, 'request name', JSON.stringify([key, userId, input]))
    : crypto.randomUUID()

export async function findRequest({ db }: Context, kind: Kind, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(requests)
    .where(and(hasId(kind, id), isNull(requests.deletedAt)))
  if (!row) throw requestGone()
  return row
}

/** Returns the error for an administrator who hasn't seen the latest change, with the current values. */
export const changedMeanwhile = async (ctx: Context, kind: Kind, id: string) =>
  new DomainError('conflict', PIPELINE_MESSAGES.changed, { current: await readRequest(ctx, kind, id) })

async function requireAdministrator({ db }: Context, userId: string): Promise<void> {
  const isAdministrator = (await db.$count(users, and(eq(users.id, userId), eq(users.role, 'admin')))) > 0
  if (!isAdministrator) throw invalidField('assigneeId', PIPELINE_MESSAGES.notAdministrator)
}
