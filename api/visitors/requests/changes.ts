import { and, asc, eq, isNotNull } from 'drizzle-orm'

import { nameOf } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { requestEvents, requests } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { replyMail } from '#api/mail/templates.ts'
import { publishToAdministrators } from '#api/outbox/live-events.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  type ChangeRequest,
  type Colleague,
  type NoteOnRequest,
  PIPELINE_MESSAGES,
  type ReplyToRequest,
  type RequestActKind,
  type RequestActs,
} from '#shared/requests/pipeline.ts'
import { quoteOf, replyAddressOf } from '#shared/requests/replies.ts'
import {
  findRequest,
  hasId,
  type Kind,
  readRequest,
  replyMailId,
  requestGoneError,
  type Row,
  type WithHistory,
} from './inbox.ts'

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
export const changeRequest = <K extends Kind>(
  ctx: UserContext,
  kind: K,
  id: string,
  { version, status, assigneeId }: ChangeRequest,
): Promise<WithHistory<K>> =>
  write(ctx, async ctx => {
    const row = await requireUnchanged(ctx, kind, { id, version })
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
    if (events.length > 0) await saveStage(ctx, row, set, events)
    return await readRequest(ctx, kind, id)
  })

/** Adds a note. Its idempotency key keeps a repeated call from adding it twice. */
export const noteOnRequest = <K extends Kind>(
  ctx: UserContext,
  kind: K,
  id: string,
  { text }: NoteOnRequest,
  key?: string,
): Promise<WithHistory<K>> =>
  write(ctx, async ctx => {
    const eventId = eventIdOf(ctx, key, ['note', id, text])
    await findRequest(ctx, kind, id)
    if (!(await isRecorded(ctx, eventId)))
      await recordEvents(ctx, id, [{ id: eventId, kind: 'note', act: { text } }])
    return await readRequest(ctx, kind, id)
  })

/**
 * Mails the sender of a request. A new request becomes contacted. Repeated calls with the same idempotency key send one
 * mail, even concurrent ones.
 * @throws {DomainError} `conflict` with the current values if a colleague changed it since `version`, for example by
 * replying; `invalid` without an e-mail, `not_found`, `rate_limited`
 */
export async function replyToRequest<K extends Kind>(
  ctx: UserContext,
  kind: K,
  id: string,
  { version, subject, text }: ReplyToRequest,
  key?: string,
): Promise<WithHistory<K>> {
  const eventId = eventIdOf(ctx, key, ['reply', id, subject, text])
  if (await isRecorded(ctx, eventId)) return await readRequest(ctx, kind, id)
  const { content } = await findRequest(ctx, kind, id)
  await limit(ctx, { ...LIMITS.replyToRequest, key: ctx.userId })
  const to = replyAddressOf(content)
  if (!to) throw new DomainError('invalid', PIPELINE_MESSAGES.noEmail)
  return write(ctx, async ctx => {
    if (await isRecorded(ctx, eventId)) return await readRequest(ctx, kind, id)
    const row = await requireUnchanged(ctx, kind, { id, version })
    const isNew = row.status === 'new'
    await saveStage(ctx, row, isNew ? { status: 'contacted' } : {}, [
      { id: eventId, kind: 'reply', act: { to, subject, text } },
      ...(isNew ? [{ kind: 'status', act: { from: 'new', to: 'contacted' } } as const] : []),
    ])
    const mail = replyMail({
      to,
      subject,
      text,
      sender: await nameOf(ctx),
      quote: quoteOf(content),
      quotedAt: row.createdAt,
    })
    await queueMail(ctx, {
      id: replyMailId(eventId),
      userId: row.userId ?? undefined,
      mail,
      isTracked: true,
    })
    return await readRequest(ctx, kind, id)
  })
}

/** Hides a request. It can be restored for a day and is then deleted, with its history. */
export const deleteRequest = (ctx: UserContext, kind: Kind, id: string): Promise<void> =>
  write(ctx, async ctx => {
    await findRequest(ctx, kind, id)
    await ctx.db.update(requests).set({ deletedAt: ctx.now() }).where(eq(requests.id, id))
    await recordEvents(ctx, id, [{ kind: 'deleted', act: {} }])
  })

export const restoreRequest = <K extends Kind>(
  ctx: UserContext,
  kind: K,
  id: string,
): Promise<WithHistory<K>> =>
  write(ctx, async ctx => {
    const restored = await ctx.db
      .update(requests)
      .set({ deletedAt: null })
      .where(and(hasId(kind, id), isNotNull(requests.deletedAt)))
      .returning({ id: requests.id })
    if (restored.length === 0) throw requestGoneError()
    await recordEvents(ctx, id, [{ kind: 'restored', act: {} }])
    return await readRequest(ctx, kind, id)
  })

/** @throws {DomainError} `conflict` with the current values if a colleague changed the request since `version`; `not_found` */
export async function requireUnchanged(
  ctx: Inside<UserContext>,
  kind: Kind,
  { id, version }: { id: string; version: number },
): Promise<Row> {
  const row = await findRequest(ctx, kind, id)
  if (row.version === version) return row
  const current = await readRequest(ctx, kind, id)
  throw new DomainError('conflict', PIPELINE_MESSAGES.changed, { current })
}

/** Changes a request, and records who changed it. */
export async function saveStage(
  ctx: Inside<UserContext>,
  { id, version }: Row,
  stage: Stage,
  events: NewEvent[],
): Promise<void> {
  await ctx.db
    .update(requests)
    .set({ ...stage, version: version + 1 })
    .where(eq(requests.id, id))
  await recordEvents(ctx, id, events)
}

/** Records actions on a request, and notifies the administrators. */
async function recordEvents(ctx: Inside<UserContext>, requestId: string, events: NewEvent[]): Promise<void> {
  const common = { requestId, byId: ctx.userId, at: ctx.now() }
  await ctx.db
    .insert(requestEvents)
    .values(events.map(event => ({ id: crypto.randomUUID(), ...event, ...common })))
  await publishToAdministrators(ctx, 'requests')
}

/** Derives an event's id from the caller's idempotency key and the input; without a key each call is new. */
const eventIdOf = ({ config, userId }: Inside<UserContext>, key: string | undefined, input: string[]) =>
  key
    ? keyedHash(config.appSecret, 'request name', JSON.stringify([key, userId, input]))
    : crypto.randomUUID()

const isRecorded = async ({ db }: Inside<UserContext>, eventId: string) =>
  (await db.$count(requestEvents, eq(requestEvents.id, eventId))) > 0

async function requireAdministrator({ db }: Inside<Context>, userId: string): Promise<void> {
  const isAdministrator = (await db.$count(users, and(eq(users.id, userId), eq(users.role, 'admin')))) > 0
  if (!isAdministrator) throw invalidField('assigneeId', PIPELINE_MESSAGES.notAdministrator)
}
