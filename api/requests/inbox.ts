import { and, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { requestEvents, requests } from '#api/db/schema/requests.ts'
import { DomainError } from '#api/errors.ts'
import type { FeatureRequest, SupportRequest } from '#shared/requests.ts'

type Kinds = { support: SupportRequest; feature: FeatureRequest }
type Kind = keyof Kinds

const UNDO_MS = 24 * 60 * 60_000

/** Returns all requests of a kind, newest first. */
export async function listRequests<K extends Kind>({ db }: Context, kind: K): Promise<Kinds[K][]> {
  const rows = await db
    .select()
    .from(requests)
    .where(and(eq(requests.kind, kind), isNull(requests.deletedAt)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
  return rows.map(row => toRequest(row))
}

export async function readRequest<K extends Kind>({ db }: Context, kind: K, id: string): Promise<Kinds[K]> {
  const [row] = await db
    .select()
    .from(requests)
    .where(and(hasId(kind, id), isNull(requests.deletedAt)))
  if (!row) throw notFound()
  return toRequest(row)
}

/** Hides a request. It can be restored for a day and is then deleted. */
export async function deleteRequest({ db, now }: Context, kind: Kind, id: string): Promise<void> {
  const deleted = await db
    .update(requests)
    .set({ deletedAt: now() })
    .where(and(hasId(kind, id), isNull(requests.deletedAt)))
    .returning({ id: requests.id })
  if (deleted.length === 0) throw notFound()
}

export async function restoreRequest<K extends Kind>(
  { db }: Context,
  kind: K,
  id: string,
): Promise<Kinds[K]> {
  const [row] = await db
    .update(requests)
    .set({ deletedAt: null })
    .where(and(hasId(kind, id), isNotNull(requests.deletedAt)))
    .returning()
  if (!row) throw notFound()
  return toRequest(row)
}

export async function sweepRequests({ db, now }: Context): Promise<void> {
  await db.delete(requests).where(lte(requests.deletedAt, new Date(now().getTime() - UNDO_MS)))
}

const hasId = (kind: Kind, id: string) => and(eq(requests.kind, kind), eq(requests.id, id))

const toRequest = <K extends Kind>({ id, content, createdAt }: typeof requests.$inferSelect) =>
  ({ _id: id, ...content, createdAt: createdAt.toISOString() }) as Kinds[K]

const notFound = () => new DomainError('not_found', 'This request is not here any more.')

/**
 * Returns the condition for a user's requests, including those they sent as a visitor with their e-mail. A signed-in client's
 * e-mail field isn't compared, since it may name somebody else.
 */
export const isRequestOf = ({ id, email }: { id: string; email: string }) =>
  or(
    eq(requests.userId, id),
    and(isNull(requests.userId), sql`lower(${requests.content} ->> 'email') = ${email.toLowerCase()}`),
  )!

/** Returns the condition for the replies to a user's requests. */
export const isReplyTo = ({ db }: Pick<Context, 'db'>, person: { id: string; email: string }): SQL =>
  and(
    eq(requestEvents.kind, 'reply'),
    inArray(
      requestEvents.requestId,
      db.select({ id: requests.id }).from(requests).where(isRequestOf(person)),
    ),
  )!

/** Returns the unexecuted statement that deletes a user's requests. */
export const forgetRequestsOf = ({ db }: Context, person: { id: string; email: string }) =>
  db.delete(requests).where(isRequestOf(person))
