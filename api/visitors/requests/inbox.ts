import { and, asc, count, desc, eq, inArray, isNull, like, lte, notInArray, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { allOf, anyOf } from '#api/db/conditions.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { requestEvents, requests } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { mailOutcomes } from '#api/db/schema/server/mail.ts'
import { deleteMailOutcomes, mailStates } from '#api/outbox/mail.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { RequestActs, RequestEvent, RequestStage, UnansweredCounts } from '#shared/requests/pipeline.ts'
import type { FeatureRequest, RequestSender, SupportRequest } from '#shared/requests/requests.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'

export type Row = typeof requests.$inferSelect
export type Kinds = { support: SupportRequest; feature: FeatureRequest }
export type Kind = keyof Kinds

const UNDO_MS = DAY_MS

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
  ctx: Inside<Context>,
  kind: K,
  id: string,
): Promise<WithHistory<K>> {
  const [[row], history] = await Promise.all([
    selectRequests(ctx.db).where(and(hasId(kind, id), isNull(requests.deletedAt))),
    readHistory(ctx, id),
  ])
  if (!row) throw requestGoneError()
  return { ...toRequest<K>(row), history }
}

/** Deletes requests a day after an administrator deleted them, with the outcomes of mailed replies to them. */
export async function sweepRequests(ctx: Context): Promise<void> {
  const { db, now } = ctx
  await db.delete(requests).where(lte(requests.deletedAt, new Date(now().getTime() - UNDO_MS)))
  const replies = db.select({ id: sql`${MAIL_PREFIX} || ${requestEvents.id}` }).from(requestEvents)
  const { id } = mailOutcomes
  await deleteMailOutcomes(ctx, allOf(like(id, `${MAIL_PREFIX}%`), notInArray(id, replies)))
}

export async function countUnanswered({ db }: Context): Promise<UnansweredCounts> {
  const rows = await db
    .select({ kind: requests.kind, n: count() })
    .from(requests)
    .where(and(eq(requests.status, 'new'), isNull(requests.deletedAt)))
    .groupBy(requests.kind)
  return { support: 0, feature: 0, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) }
}

/** @throws {DomainError} `not_found` */
export async function findRequest({ db }: Inside<Context>, kind: Kind, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(requests)
    .where(and(hasId(kind, id), isNull(requests.deletedAt)))
  if (!row) throw requestGoneError()
  return row
}

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

type Joined = Pick<RequestStage, 'assignee' | 'client'> & { request: Row }

const toRequest = <K extends Kind>({ request, assignee, client }: Joined) => {
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

export const requestGoneError = () => new DomainError('not_found', 'This request no longer exists.')

/**
 * Returns the condition for a user's requests, including those they sent as a visitor with their e-mail. A signed-in client's
 * e-mail field isn't compared, since it may name somebody else.
 */
export const isRequestOf = ({ id, email }: { id: string; email: string }) =>
  anyOf(
    eq(requests.userId, id),
    and(isNull(requests.userId), sql`lower(${requests.content} ->> 'email') = ${email.toLowerCase()}`),
  )

/**
 * Moves a user's requests to their new e-mail, so that replies reach it. Those that they sent as a visitor become theirs,
 * because no e-mail leads to them any more.
 */
export async function moveRequestsTo(
  { db }: Inside<Context>,
  person: { id: string; email: string },
  email: string,
): Promise<void> {
  const former = person.email.toLowerCase()
  for (const { id, content } of await db.select().from(requests).where(isRequestOf(person)))
    if (content.email.toLowerCase() === former)
      await db
        .update(requests)
        .set({ userId: person.id, content: { ...content, email } })
        .where(eq(requests.id, id))
}

/** Returns the condition for the replies to a user's requests. */
export const isReplyTo = ({ db }: Pick<Context, 'db'>, person: { id: string; email: string }): SQL =>
  allOf(
    eq(requestEvents.kind, 'reply'),
    inArray(
      requestEvents.requestId,
      db.select({ id: requests.id }).from(requests).where(isRequestOf(person)),
    ),
  )

/** Deletes a user's requests. */
export const forgetRequestsOf = ({ db }: Inside<Context>, person: { id: string; email: string }) =>
  db.delete(requests).where(isRequestOf(person))

/** Name of an administrator whose account has been deleted. */
const FORMER = 'a former colleague'

const MAIL_PREFIX = 'request-reply:'
export const replyMailId = (eventId: string) => `${MAIL_PREFIX}${eventId}`

/** Returns the history of a request, oldest first. */
async function readHistory(ctx: Inside<Context>, request: string): Promise<RequestEvent[]> {
  const rows = await ctx.db
    .select({ event: requestEvents, by: users.fullname })
    .from(requestEvents)
    .leftJoin(users, eq(users.id, requestEvents.byId))
    .where(eq(requestEvents.requestId, request))
    .orderBy(asc(requestEvents.at), asc(sql`${requestEvents}.rowid`))
  const assigned = rows.flatMap(({ event: { kind, act } }) => {
    const { from, to } = act as RequestActs['assignee']
    return kind === 'assignee' ? [from, to].filter(id => id !== null) : []
  })
  const replies = rows.flatMap(({ event: { id, kind } }) => (kind === 'reply' ? replyMailId(id) : []))
  const [people, mails] = await Promise.all([
    ctx.db.select({ id: users.id, fullname: users.fullname }).from(users).where(inArray(users.id, assigned)),
    mailStates(ctx, replies),
  ])
  const nameOf = (id: string | null) => id && (people.find(person => person.id === id)?.fullname ?? FORMER)
  return rows.map(({ event: { id, at, kind, act }, by }) => {
    const entry = { _id: id, at: at.toISOString(), by, kind, ...act }
    if (kind === 'reply') return { ...entry, mail: mails.get(replyMailId(id)) ?? 'failed' } as RequestEvent
    if (kind !== 'assignee') return entry as RequestEvent
    const { from, to } = act as RequestActs['assignee']
    return { ...entry, from: nameOf(from), to: nameOf(to) } as RequestEvent
  })
}

/**
 * Returns the part of the sender's profile that administrators may see, or null for a private profile or a visitor.
 */
export async function readSender({ db }: Context, kind: Kind, id: string): Promise<RequestSender | null> {
  const { fullname, mobile, bio, profileImage } = users
  const [sender] = await db
    .select({ fullname, mobile, bio, profileImage, visibility: settings.profileVisibility })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .leftJoin(settings, eq(settings.userId, users.id))
    .where(and(hasId(kind, id), isNull(requests.deletedAt)))
  const visibility = sender?.visibility ?? DEFAULT_SETTINGS.profileVisibility
  if (!sender || visibility === 'private') return null
  const shown = {
    fullname: sender.fullname,
    profileImage: sender.profileImage ? [{ fileName: sender.profileImage }] : [],
  }
  return visibility === 'public' ? { ...shown, mobile: sender.mobile, bio: sender.bio } : shown
}
