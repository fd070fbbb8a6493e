import { and, exists, isNull, sql } from 'drizzle-orm'

import { nameOf } from '#api/auth/access/membership.ts'
import { newInvitation } from '#api/businesses/members/invitations.ts'
import { newDomain } from '#api/businesses/new-domain.ts'
import { unusedDomainDelete } from '#api/businesses/unused-domain.ts'
import { withStoppedClock, type UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { forgetMails } from '#api/outbox/mail.ts'
import { type Kind, readRequest, requestsChanged, type WithHistory } from '#api/requests/inbox.ts'
import {
  changedMeanwhile,
  findRequest,
  isAsRead,
  type Row,
  stageChange,
} from '#api/requests/pipeline/changes.ts'
import { type CreateClient, PIPELINE_MESSAGES, type UndoClient } from '#shared/requests/pipeline.ts'
import { UNDO_MS } from '#shared/timings.ts'

const mailIdOf = (domainId: string) => `client-invitation:${domainId}`

/** The mail is sent when the time for undoing is over. */
const MAIL_DELAY_MS = UNDO_MS + 5000

/**
 * Creates a business from a request, marks the request as won, and invites the business's owner. Until the owner accepts, the
 * calling administrator owns the business. A request has at most one client: a repeated or concurrent call returns the existing one.
 * @throws {DomainError} `conflict` with the current values if a colleague changed the request since `version`; `not_found`,
 * `rate_limited`
 */
export async function createClient<K extends Kind>(
  runningCtx: UserContext,
  kind: K,
  requestId: string,
  { version, email, ...input }: CreateClient,
): Promise<WithHistory<K>> {
  const ctx = withStoppedClock(runningCtx)
  const row = await findRequest(ctx, kind, requestId)
  if (row.domainId !== null) return await readRequest(ctx, kind, requestId)
  await limit(ctx, { ...LIMITS.createClient, key: ctx.userId })
  if (row.version === version) {
    const id = crypto.randomUUID()
    const { businessName } = input
    const isFirst = and(isAsRead(row), isNull(requests.domainId))
    const inviter = await nameOf(ctx)
    const mail = { id: mailIdOf(id), delayMs: MAIL_DELAY_MS }
    await ctx.db.batch([
      ...newDomain(ctx, id, input, exists(ctx.db.select({ id: requests.id }).from(requests).where(isFirst))),
      ...stageChange(ctx, row, { status: 'won', domainId: id }, [
        { kind: 'client', act: { domainId: id, businessName } },
        ...statusEvents(row, 'won'),
      ]),
      requestsChanged(ctx),
      ...(email
        ? newInvitation(ctx, { domainId: id, businessName, email, role: 'owner', inviter, mail })
        : []),
    ])
    ctx.wake('audits', 'send-mail')
  }
  const current = await findRequest(ctx, kind, requestId)
  if (current.domainId === null) throw await changedMeanwhile(ctx, kind, requestId)
  return await readRequest(ctx, kind, requestId)
}

/**
 * Deletes a business that was just created from a request, and withdraws its invitation before the mail is sent.
 * @throws {DomainError} `conflict` once somebody works with the business, or if the request has changed since `version`
 */
export async function undoClient<K extends Kind>(
  runningCtx: UserContext,
  kind: K,
  requestId: string,
  { version, status }: UndoClient,
): Promise<WithHistory<K>> {
  const ctx = withStoppedClock(runningCtx)
  const row = await findRequest(ctx, kind, requestId)
  const { domainId } = row
  if (domainId === null) return await readRequest(ctx, kind, requestId)
  if (row.version !== version) throw await changedMeanwhile(ctx, kind, requestId)
  const { client } = await readRequest(ctx, kind, requestId)
  const isGone = sql`not exists (select 1 from ${domains} where ${domains.id} = ${domainId})`
  const act = { domainId, businessName: client?.businessName ?? '', undone: true }
  const [, deleted] = await ctx.db.batch([
    ...unusedDomainDelete(
      ctx,
      domainId,
      exists(ctx.db.select({ id: requests.id }).from(requests).where(isAsRead(row))),
    ),
    ...stageChange(ctx, row, { status }, [{ kind: 'client', act }, ...statusEvents(row, status)], isGone),
    requestsChanged(ctx),
    forgetMails(ctx, [mailIdOf(domainId)], isGone),
  ])
  if (deleted.length === 0) throw new DomainError('conflict', PIPELINE_MESSAGES.clientInUse)
  return await readRequest(ctx, kind, requestId)
}

const statusEvents = ({ status: from }: Row, to: Row['status']) =>
  from === to ? [] : [{ kind: 'status', act: { from, to } } as const]
