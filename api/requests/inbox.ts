import { and, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { requests } from '#api/db/schema/requests.ts'
import { DomainError } from '#api/errors.ts'
import type { FeatureRequest, SupportRequest } from '#shared/requests.ts'

type Kinds = { support: SupportRequest; feature: FeatureRequest }
type Kind = keyof Kinds

/** How long a deletion can be undone. */
const UNDO_MS = 24 * 60 * 60_000

/** Every request of a kind, newest first. */
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
    .where(and(isThis(kind, id), isNull(requests.deletedAt)))
  if (!row) throw notFound()
  return toRequest(row)
}

/** Takes a request out of the lists. It is forgotten a day later, and can be brought back until then. */
export async function deleteRequest({ db, now }: Context, kind: Kind, id: string): Promise<void> {
  const deleted = await db
    .update(requests)
    .set({ deletedAt: now() })
    .where(and(isThis(kind, id), isNull(requests.deletedAt)))
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
    .where(and(isThis(kind, id), isNotNull(requests.deletedAt)))
    .returning()
  if (!row) throw notFound()
  return toRequest(row)
}

export async function sweepRequests({ db, now }: Context): Promise<void> {
  await db.delete(requests).where(lte(requests.deletedAt, new Date(now().getTime() - UNDO_MS)))
}

const isThis = (kind: Kind, id: string) => and(eq(requests.kind, kind), eq(requests.id, id))

const toRequest = <K extends Kind>({ id, content, createdAt }: typeof requests.$inferSelect) =>
  ({ _id: id, ...content, createdAt: createdAt.toISOString() }) as Kinds[K]

const notFound = () => new DomainError('not_found', 'This request is not here any more.')

/** For a `where`: what somebody sent, signed in or, as a visitor, by their e-mail. A client may name another's e-mail. */
export const isRequestOf = ({ id, email }: { id: string; email: string }) =>
  or(
    eq(requests.userId, id),
    and(isNull(requests.userId), sql`lower(${requests.content} ->> 'email') = ${email.toLowerCase()}`),
  )!

/** For a caller's batch: forgets whatever a person asked the agency for. */
export const forgetRequestsOf = ({ db }: Context, person: { id: string; email: string }) =>
  db.delete(requests).where(isRequestOf(person))
