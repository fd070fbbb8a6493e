import { eq, sql } from 'drizzle-orm'

import { nameOf } from '#api/auth/access/membership.ts'
import { withStoppedClock, type UserContext } from '#api/context.ts'
import { requestEvents } from '#api/db/schema/businesses/requests.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { replyMail } from '#api/mail/reply-mail.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import { PIPELINE_MESSAGES, type ReplyToRequest } from '#shared/requests/pipeline.ts'
import { quoteOf, replyAddressOf } from '#shared/requests/replies.ts'
import { type Kind, readRequest, requestsChanged, type WithHistory } from '../inbox.ts'
import { changedMeanwhile, eventIdOf, findRequest, stageChange } from './changes.ts'
import { replyMailId } from './history.ts'

/**
 * Mails the sender of a request. A new request becomes contacted. Repeated calls with the same idempotency key send one
 * mail, even concurrent ones.
 * @throws {DomainError} `conflict` with the current values if a colleague changed it since `version`, for example by
 * replying; `invalid` without an e-mail, `not_found`, `rate_limited`
 */
export async function replyToRequest<K extends Kind>(
  runningCtx: UserContext,
  kind: K,
  id: string,
  { version, subject, text }: ReplyToRequest,
  key?: string,
): Promise<WithHistory<K>> {
  const ctx = withStoppedClock(runningCtx)
  const eventId = eventIdOf(ctx, key, ['reply', id, subject, text])
  const row = await findRequest(ctx, kind, id)
  if (await isRecorded(ctx, eventId)) return await readRequest(ctx, kind, id)
  await limit(ctx, { ...LIMITS.replyToRequest, key: ctx.userId })
  const to = replyAddressOf(row.content)
  if (!to) throw new DomainError('invalid', PIPELINE_MESSAGES.noEmail)
  if (row.version === version) {
    const mail = replyMail({
      to,
      subject,
      text,
      sender: await nameOf(ctx),
      quote: quoteOf(row.content),
      quotedAt: row.createdAt,
    })
    const wasNew = row.status === 'new'
    const [changed] = await ctx.db.batch([
      ...stageChange(ctx, row, wasNew ? { status: 'contacted' } : {}, [
        { id: eventId, kind: 'reply', act: { to, subject, text } },
        ...(wasNew ? [{ kind: 'status', act: { from: 'new', to: 'contacted' } } as const] : []),
      ]),
      mailInsert(ctx, {
        id: replyMailId(eventId),
        userId: row.userId ?? undefined,
        mail,
        isTracked: true,
        when: sql`changes() > 0`,
      }),
      requestsChanged(ctx),
    ])
    ctx.wake('send-mail')
    if (changed.length > 0) return await readRequest(ctx, kind, id)
  }
  if (await isRecorded(ctx, eventId)) return await readRequest(ctx, kind, id)
  throw await changedMeanwhile(ctx, kind, id)
}

const isRecorded = async ({ db }: UserContext, eventId: string) =>
  (await db.$count(requestEvents, eq(requestEvents.id, eventId))) > 0
