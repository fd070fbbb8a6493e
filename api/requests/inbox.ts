import { and, count, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { allOf, anyOf } from '#api/db/conditions.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { requestEvents, requests } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { mailOutcomes } from '#api/db/schema/server/mail.ts'
import { DomainError } from '#api/errors.ts'
import { liveSelect } from '#api/outbox/live-events.ts'
import { forgetMailOutcomes } from '#api/outbox/mail.ts'
import type { RequestEvent, RequestStage, UnansweredCounts } from '#shared/requests/pipeline.ts'
import type { FeatureRequest, SupportRequest } from '#shared/requests/requests.ts'
import { isForgottenReply, readHistory } from './pipeline/history.ts'

export type Kinds = { support: SupportRequest; feature: FeatureRequest }
export type Kind = keyof Kinds

const UNDO_MS = 24 * 60 * 60_000

/** Returns all requests of a kind, newest first. */
export async function listRequests<K extends Kind>({ db }: Context, kind: K): Promise<Kinds[K][]> {
  const rows = await selectRequests(db)
    .where(and(eq(requests.kind, kind), isNull(requests.deletedAt)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
  return rows.map(row => toRequest(row))
}

export type WithHistory<K extends Kind> = Kinds[K] & { history: RequestEvent[] }

/** Returns a request with its history. @throws {DomainError} `not_found` */
export async function readRequest<K extends Kind>(
  ctx: Context,
  kind: K,
  id: string,
): Promise<WithHistory<K>> {
  const [[row], history] = await Promise.all([
    selectRequests(ctx.db).where(and(hasId(kind, id), isNull(requests.deletedAt))),
    readHistory(ctx, id),
  ])
  if (!row) throw requestGone()
  return { ...toRequest<K>(row), history }
}

/** Deletes requests a day after an administrator deleted them, and the remains of replies to deleted requests. */
export async function sweepRequests(ctx: Context): Promise<void> {
  const { db, now } = ctx
  await db.delete(requests).where(lte(requests.deletedAt, new Date(now().getTime() - UNDO_MS)))
  await forgetMailOutcomes(ctx, isForgottenReply(mailOutcomes.id))
}

/** Counts the unanswered requests of each kind. */
export async function countUnanswered({ db }: Context): Promise<UnansweredCounts> {
  const rows = await db
    .select({ kind: requests.kind, n: count() })
    .from(requests)
    .where(and(eq(requests.status, 'new'), isNull(requests.deletedAt)))
    .groupBy(requests.kind)
  return { support: 0, feature: 0, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) }
}

/**
 * Notifies all administrators by a live event that requests have changed, if the preceding statement of the batch changed a
 * row. Returns the unexecuted statement.
 */
export const requestsChanged = (ctx: Context, when: SQL = sql`changes() > 0`) =>
  liveSelect(
    ctx,
    'requests',
    sql`select ${users.id} as user_id, '{}' as data from ${users} where ${eq(users.role, 'admin')} and ${when}`,
  )

export const hasId = (kind: Kind, id: string) => and(eq(requests.kind, kind), eq(requests.id, id))

const selectRequests = (db: Context['db']) =>
  db
    .select({
      request: requests,
      assignee: { _id: users.id, fullname: users.fullname },
      client: { _id: domains.id, businessName: domains.businessName },
    })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.assigneeId))
    .leftJoin(domains, eq(domains.id, requests.domainId))

type Row = Pick<RequestStage, 'assignee' | 'client'> & { request: typeof requests.$inferSelect }

const toRequest = <K extends Kind>({ request, assignee, client }: Row) => {
  const { id, content, createdAt, status, version } = request
  return {
    _id: id,
    ...content,
    createdAt: createdAt.toISOString(),
    status,
    assignee,
    client,
    version,
  } as Kinds[K]
}

export const requestGone = () => new DomainError('not_found', 'This request no longer exists.')

/**
 * Returns the condition for a user's requests, including those they sent as a visitor with their e-mail. A signed-in client's
 * e-mail field isn't compared, since it may name somebody else.
 */
export const isRequestOf = ({ id, email }: { id: string; email: string }) =>
  anyOf(
    eq(requests.userId, id),
    and(isNull(requests.userId), sql`lower(${requests.content} ->> 'email') = ${email.toLowerCase()}`),
  )

/** Returns the condition for the replies to a user's requests. */
export const isReplyTo = ({ db }: Pick<Context, 'db'>, person: { id: string; email: string }): SQL =>
  allOf(
    eq(requestEvents.kind, 'reply'),
    inArray(
      requestEvents.requestId,
      db.select({ id: requests.id }).from(requests).where(isRequestOf(person)),
    ),
  )

/** Returns the unexecuted statement that deletes a user's requests. */
export const forgetRequestsOf = ({ db }: Context, person: { id: string; email: string }) =>
  db.delete(requests).where(isRequestOf(person))
