import { and, eq, ne } from 'drizzle-orm'

import { roleIn } from '#api/auth/access/membership.ts'
import { addDomain, removeDomain } from '#api/businesses/domains.ts'
import { invite } from '#api/businesses/members/invitations.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { deleteMails } from '#api/outbox/mail.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { type CreateClient, PIPELINE_MESSAGES, type UndoClient } from '#shared/requests/pipeline.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { requireUnchanged, saveStage } from './changes.ts'
import { findRequest, type Kind, readRequest, type Row, type WithHistory } from './inbox.ts'

const mailIdOf = (domainId: string) => `client-invitation:${domainId}`

/** Delay of the mail, which is sent once the business can't be undone any more. */
const MAIL_DELAY_MS = UNDO_MS + 5000

/**
 * Creates a business from a request, marks the request as won, and invites the business's owner. Until the owner accepts, the
 * calling administrator owns the business. A request has at most one client: a repeated or concurrent call returns the existing
 * one.
 * @throws {DomainError} `conflict` with the current values if a colleague changed the request since `version`; `not_found`,
 * `rate_limited`
 */
export async function createClient<K extends Kind>(
  ctx: UserContext,
  kind: K,
  requestId: string,
  { version, email, ...input }: CreateClient,
): Promise<WithHistory<K>> {
  if ((await findRequest(ctx, kind, requestId)).domainId !== null) return readRequest(ctx, kind, requestId)
  await limit(ctx, { ...LIMITS.createClient, key: ctx.userId })
  return write(ctx, async ctx => {
    const { domainId } = await findRequest(ctx, kind, requestId)
    if (domainId === null) {
      const row = await requireUnchanged(ctx, kind, { id: requestId, version })
      const id = await addDomain(ctx, input)
      await saveStage(ctx, row, { status: 'won', domainId: id }, [
        { kind: 'client', act: { domainId: id, businessName: input.businessName } },
        ...statusEvents(row, 'won'),
      ])
      const mail = { id: mailIdOf(id), delayMs: MAIL_DELAY_MS }
      if (email) await invite(ctx, id, { email, role: 'owner', mail })
    }
    return await readRequest(ctx, kind, requestId)
  })
}

/**
 * Deletes a business that was just created from a request, and withdraws its invitation before the mail is sent.
 * @throws {DomainError} `conflict` once somebody works with the business, or if the request has changed since `version`
 */
export const undoClient = <K extends Kind>(
  ctx: UserContext,
  kind: K,
  requestId: string,
  { version, status }: UndoClient,
): Promise<WithHistory<K>> =>
  write(ctx, async ctx => {
    const { domainId } = await findRequest(ctx, kind, requestId)
    if (domainId === null) return await readRequest(ctx, kind, requestId)
    const row = await requireUnchanged(ctx, kind, { id: requestId, version })
    if (await isInUse(ctx, domainId)) throw new DomainError('conflict', PIPELINE_MESSAGES.clientInUse)
    const { client } = await readRequest(ctx, kind, requestId)
    await removeDomain(ctx, domainId)
    await deleteMails(ctx, [mailIdOf(domainId)])
    const act = { domainId, businessName: client?.businessName ?? '', undone: true }
    await saveStage(ctx, row, { status }, [{ kind: 'client', act }, ...statusEvents(row, status)])
    return await readRequest(ctx, kind, requestId)
  })

/** Returns true if the business isn't the caller's alone, or has posts, drafts or accounts. */
async function isInUse(ctx: Inside<UserContext>, domainId: string): Promise<boolean> {
  const { db, userId } = ctx
  const ours = await roleIn(ctx, domainId)
  const counts = await Promise.all([
    db.$count(members, and(eq(members.domainId, domainId), ne(members.userId, userId))),
    db.$count(posts, eq(posts.domainId, domainId)),
    db.$count(drafts, eq(drafts.domainId, domainId)),
    db.$count(accounts, eq(accounts.domainId, domainId)),
  ])
  return ours !== 'owner' || counts.some(count => count > 0)
}

const statusEvents = ({ status: from }: Row, to: Row['status']) =>
  from === to ? [] : [{ kind: 'status', act: { from, to } } as const]
