import { and, asc, desc, eq, gte, inArray, isNull, lte, ne, type SQL } from 'drizzle-orm'

import { isOwnItem } from '#api/accounts/own-accounts.ts'
import { isAllowedIn, isIn, requireRole, roleIn } from '#api/auth/access/membership.ts'
import type { UserContext, Inside } from '#api/context.ts'
import { containsText } from '#api/db/conditions.ts'
import { isAfterCursor, pageOf } from '#api/db/pagination.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import {
  inboxActs,
  type InboxActRow,
  inboxItems,
  inboxNotes,
  inboxReads,
  inboxReplies,
  type InboxReplyRow,
  inboxThreads,
  type InboxItemRow,
} from '#api/db/schema/businesses/inbox.ts'
import { alias } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import {
  INBOX_MESSAGES,
  INBOX_NETWORKS,
  type InboxCountQuery,
  type InboxCounts,
  type InboxFilter,
  type InboxItem,
  type InboxItemAct,
  type InboxQuery,
  type InboxReply,
  type InboxStatus,
} from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'

/**
 * Returns an item of one of the caller's businesses.
 * @throws {DomainError} `not_found`, also for another business's; `forbidden` without the permission
 */
export async function loadItem(
  ctx: Inside<UserContext>,
  id: string,
  { permission = 'see' }: { permission?: Permission } = {},
): Promise<InboxItemRow> {
  const [item] = await ctx.db
    .select()
    .from(inboxItems)
    .where(and(eq(inboxItems.id, id), isAllowedIn(ctx, inboxItems.domainId)))
  const role = item && (await roleIn(ctx, item.domainId))
  if (!role) throw new DomainError('not_found', INBOX_MESSAGES.gone)
  requireRole(role, permission)
  return item
}

const replier = alias(users, 'replier')
const writer = alias(users, 'writer')
const actor = alias(users, 'actor')
const assigned = alias(users, 'assigned')

/** Lists open items oldest first, and all others newest first. */
export async function listInbox(
  ctx: UserContext,
  query: InboxQuery,
): Promise<{ items: InboxItem[]; nextCursor: string | null }> {
  const isOpen = query.state === 'open'
  const inOrder = isOpen ? asc : desc
  const { createdAt, id } = inboxItems
  const rows = await select(ctx)
    .where(
      and(
        matchesQuery(ctx, query),
        isAfterCursor({ at: createdAt, id }, query.cursor, isOpen ? 'ascending' : 'descending'),
      ),
    )
    .orderBy(inOrder(createdAt), inOrder(id))
    .limit(query.limit + 1)
  const { page, nextCursor } = pageOf(rows, query.limit, ({ item }) => ({ at: item.createdAt, id: item.id }))
  return { items: page.map(toItem), nextCursor }
}

/** Reads an item. @throws {DomainError} `not_found`, also for an item of another business */
export async function readItem(ctx: Pick<UserContext, 'db' | 'userId'>, id: string): Promise<InboxItem> {
  const [row] = await select(ctx).where(and(eq(inboxItems.id, id), isAllowedIn(ctx, inboxItems.domainId)))
  if (!row) throw new DomainError('not_found', INBOX_MESSAGES.gone)
  return toItem(row)
}

const select = ({ db }: Pick<UserContext, 'db'>) =>
  db
    .select({
      item: inboxItems,
      thread: { excerpt: inboxThreads.excerpt, permalink: inboxThreads.permalink },
      reply: inboxReplies,
      replier: replier.fullname,
      writer: writer.fullname,
      act: inboxActs,
      actor: actor.fullname,
      assignee: assigned.fullname,
      notes: db.$count(inboxNotes, eq(inboxNotes.itemId, inboxItems.id)),
    })
    .from(inboxItems)
    .leftJoin(
      inboxThreads,
      and(eq(inboxThreads.accountId, inboxItems.accountId), eq(inboxThreads.externalId, inboxItems.threadId)),
    )
    .leftJoin(inboxReplies, eq(inboxReplies.itemId, inboxItems.id))
    .leftJoin(replier, eq(replier.id, inboxItems.replierId))
    .leftJoin(writer, eq(writer.id, inboxReplies.userId))
    .leftJoin(inboxActs, eq(inboxActs.itemId, inboxItems.id))
    .leftJoin(actor, eq(actor.id, inboxActs.userId))
    .leftJoin(assigned, eq(assigned.id, inboxItems.assigneeId))

type Row = Awaited<ReturnType<typeof select>>[number]

const STATES: Record<InboxFilter, SQL> = {
  open: eq(inboxItems.state, 'open'),
  answered: eq(inboxItems.state, 'answered'),
  closed: inArray(inboxItems.state, ['closed', 'removed']),
  all: ne(inboxItems.state, 'removed'),
}

/** SQL condition of a query. Each state has an index of its own. */
function matchesQuery(
  ctx: UserContext,
  { state, domainId, network, kind, stars, search, assignee }: InboxQuery,
) {
  const [lowest, highest] = (stars ?? '').split('-').map(Number)
  return and(
    // An item may be assigned in any of the businesses that have connected its account.
    assignee ? isIn(ctx, inboxItems.domainId, domainId) : isOwnItem(ctx, domainId, inboxItems),
    STATES[state],
    network ? eq(inboxItems.network, network) : undefined,
    kind ? eq(inboxItems.kind, kind) : undefined,
    lowest ? and(gte(inboxItems.stars, lowest), lte(inboxItems.stars, highest ?? lowest)) : undefined,
    assignee ? isAssigned(ctx, assignee) : undefined,
    search ? containsText([inboxItems.searchText, inboxItems.text], search) : undefined,
  )
}

const isAssigned = ({ userId }: UserContext, assignee: string) =>
  assignee === 'none'
    ? isNull(inboxItems.assigneeId)
    : eq(inboxItems.assigneeId, assignee === 'me' ? userId : assignee)

/** Counts the open items of one business, or of all of the caller's. */
export async function countInbox(ctx: UserContext, { domainId }: InboxCountQuery): Promise<InboxCounts> {
  const isOpen = and(isOwnItem(ctx, domainId, inboxItems), eq(inboxItems.state, 'open'))
  const [open, unread] = await Promise.all([
    ctx.db.$count(inboxItems, isOpen),
    ctx.db.$count(inboxItems, and(isOpen, isNull(inboxItems.readAt))),
  ])
  return { open, unread }
}

/**
 * Returns when the accounts were last read, whether one hasn't been read yet, and which can't be read until somebody reconnects them.
 */
export async function inboxStatus(ctx: UserContext, { domainId }: InboxCountQuery): Promise<InboxStatus> {
  const rows = await ctx.db
    .select({
      domainId: accounts.domainId,
      network: accounts.network,
      status: accounts.status,
      coolDownUntil: accounts.coolDownUntil,
      readAt: inboxReads.readAt,
      failures: inboxReads.failures,
      lacksPermission: inboxReads.lacksPermission,
    })
    .from(accounts)
    .leftJoin(inboxReads, eq(inboxReads.accountId, accounts.id))
    .where(
      and(
        isIn(ctx, accounts.domainId, domainId),
        inArray(accounts.network, INBOX_NETWORKS),
        ne(accounts.status, 'choosing'),
      ),
    )
  const isPaused = ({ coolDownUntil }: { coolDownUntil: Date | null }) => +(coolDownUntil ?? 0) > +ctx.now()
  const reads = rows.flatMap(({ status, readAt, ...account }) =>
    status === 'connected' && readAt && !isPaused(account) ? [+readAt] : [],
  )
  return {
    accounts: rows.length,
    checkedAt: reads.length > 0 ? new Date(Math.min(...reads)).toISOString() : null,
    isReading: rows.some(({ status, readAt, failures }) => status === 'connected' && !readAt && !failures),
    troubles: rows.flatMap(({ status, lacksPermission, ...account }) => {
      const { domainId, network } = account
      if (status === 'needs_reconnect') return { domainId, network, cause: 'signed_out' as const }
      if (isPaused(account)) return { domainId, network, cause: 'paused' as const }
      return lacksPermission ? { domainId, network, cause: 'permission' as const } : []
    }),
  }
}

function toItem(row: Row): InboxItem {
  const { item, thread } = row
  return {
    _id: item.id,
    domainId: item.domainId,
    network: item.network,
    kind: item.kind,
    author: item.author,
    text: item.text,
    stars: item.stars,
    createdAt: item.createdAt.toISOString(),
    editedAt: item.version > 1 ? item.updatedAt.toISOString() : null,
    version: item.version,
    state: item.state,
    hidden: item.hidden,
    liked: item.liked,
    read: item.readAt !== null,
    permalink: item.permalink,
    post: item.kind === 'comment' && thread ? { text: thread.excerpt, permalink: thread.permalink } : null,
    assignee: toPerson(item.assigneeId, row.assignee),
    reply: replyOf(row),
    notes: row.notes,
    act: row.act && toAct(row.act, row.actor),
  }
}

const toPerson = (id: string | null, fullname: string | null) =>
  id ? { _id: id, fullname: fullname ?? '' } : null

const toAct = (
  { userId, act, state, reason, reasonCode }: InboxActRow,
  fullname: string | null,
): InboxItemAct | null =>
  state === 'sent' || reasonCode === 'withdrawn'
    ? null
    : { act, state, reason, by: toPerson(userId, fullname) }

/** True for an answer that was sent from here, and whose text the network lets us change. */
export const isEditable = (item: InboxItemRow, reply: InboxReplyRow): boolean =>
  item.state === 'answered' &&
  item.replierId !== null &&
  reply.externalId !== null &&
  networks[item.network].inbox?.editsReplies === true

/** True if the answer's text was changed from here: that call was accepted after the answer had been sent. */
export const isEdited = ({ repliedAt }: InboxItemRow, { state, createdAt }: InboxReplyRow): boolean =>
  state === 'sent' && repliedAt !== null && createdAt > repliedAt

/** Returns the answer that the network shows or, without one, ours that is waiting, in flight or failed. */
function replyOf({ item, reply, replier: name, writer: author }: Row): InboxReply | null {
  if (item.state === 'answered' && item.replyText !== null) {
    const ours = reply && isEditable(item, reply) ? reply : null
    return {
      text: item.replyText,
      at: item.repliedAt?.toISOString() ?? null,
      state: 'sent',
      reason: '',
      by: toPerson(item.replierId, name),
      isEditable: ours !== null,
      isEdited: ours !== null && isEdited(item, ours),
      edit: reply && toEdit(reply),
    }
  }
  return reply && toReply(reply, author)
}

/** Returns the new text of an answer that its network shows, unless that is sent. */
const toEdit = ({
  externalId,
  message: text,
  state,
  reason,
  reasonCode,
}: InboxReplyRow): InboxReply['edit'] =>
  externalId === null || state === 'sent' || [...HIDDEN_REASONS, 'rejected'].includes(reasonCode)
    ? null
    : { text, state, reason }

/** Reasons of failed answers that aren't shown, because nobody would send them again. */
const HIDDEN_REASONS = ['deleted', 'withdrawn']

const toReply = (
  { userId, message, state, reason, reasonCode }: InboxReplyRow,
  fullname: string | null,
): InboxReply | null =>
  state === 'sent' || HIDDEN_REASONS.includes(reasonCode)
    ? null
    : {
        text: message,
        at: null,
        state,
        reason,
        by: toPerson(userId, fullname),
        isEditable: false,
        isEdited: false,
        edit: null,
      }
