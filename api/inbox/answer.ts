import { and, eq } from 'drizzle-orm'

import { withdraw } from '#api/accounts/calls.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  inboxActs,
  type InboxActRow,
  type InboxItemRow,
  inboxItems,
  inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  type ChangeItem,
  INBOX_MESSAGES,
  type InboxItem,
  type ReplyInput,
  replyProblem,
} from '#shared/inbox.ts'
import { momentsIn } from '#shared/moments.ts'
import { networks } from '#shared/networks.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { readItem } from './list.ts'
import { loadItem } from './load.ts'
import { replyReasons } from './reasons.ts'
import { newCall, replies } from './send.ts'

/**
 * Accepts an answer, which a worker then sends. Each item gets one.
 * @throws {DomainError} `conflict` if the item was answered, deleted or changed since the caller saw it; `forbidden` without the
 *   permission to publish
 */
export const answerItem = (
  ctx: UserContext,
  id: string,
  { message, version }: ReplyInput,
): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const item = await loadItem(ctx, id, 'publish')
    const text = message.trim()
    const problem = replyProblem(item.network, text)
    if (problem) throw invalidField('message', problem)
    const [known] = await db.select().from(inboxReplies).where(eq(inboxReplies.itemId, id))
    await requireUnanswered(ctx, item, known)
    await requireKept(ctx, id)
    if (item.hidden && networks[item.network].inbox?.hiddenItems === 'unanswerable')
      throw new DomainError('conflict', INBOX_MESSAGES.hiddenFirst)
    if (item.version !== version) throw new DomainError('conflict', INBOX_MESSAGES.edited)
    const values = { message: text, version, externalId: null, ...newCall(ctx) }
    await db
      .insert(inboxReplies)
      .values({ itemId: id, ...values })
      .onConflictDoUpdate({ target: inboxReplies.itemId, set: values })
    await db
      .update(inboxItems)
      .set({ readAt: item.readAt ?? now() })
      .where(eq(inboxItems.id, id))
    await recordActivity(ctx, {
      domainId: item.domainId,
      act: item.kind === 'review' ? 'inbox.review' : 'inbox.comment',
      details: { network: item.network, author: item.author },
    })
    await liveInsertFor(ctx, item.domainId, 'inbox', {})
    ctx.wake('send-replies')
    return await readItem(ctx, id)
  })

/** Requires that nobody has answered. @throws {DomainError} `conflict` that says who has answered the item, or is answering it */
async function requireUnanswered(
  ctx: Inside<UserContext>,
  item: InboxItemRow,
  reply: InboxReplyRow | undefined,
): Promise<void> {
  if (item.state === 'removed') throw new DomainError('conflict', INBOX_MESSAGES.gone)
  if (reply && ['waiting', 'sending', 'unconfirmed'].includes(reply.state))
    throw new DomainError(
      'conflict',
      reply.userId === ctx.userId
        ? INBOX_MESSAGES.sendingYours
        : INBOX_MESSAGES.sending(await nameOf(ctx, reply.userId)),
    )
  if (item.state !== 'answered') return
  if (!item.replierId || !item.repliedAt)
    throw new DomainError('conflict', INBOX_MESSAGES.answeredThere(networks[item.network].shortName))
  const time = await timeOf(ctx, item.domainId, item.repliedAt)
  throw new DomainError('conflict', INBOX_MESSAGES.answered(await nameOf(ctx, item.replierId), time))
}

/** Requires that nobody hides or deletes the item. @throws {DomainError} `conflict` that says who does */
async function requireKept(ctx: Inside<UserContext>, id: string): Promise<void> {
  const [last] = await ctx.db.select().from(inboxActs).where(eq(inboxActs.itemId, id))
  if (last && isUnderWay(last) && ['hide', 'delete'].includes(last.act))
    throw new DomainError('conflict', await doingNow(ctx, last))
}

export const isUnderWay = ({ state }: InboxActRow) => state !== 'sent' && state !== 'failed'

/** Says who is acting on an item. */
export const doingNow = async (ctx: Inside<UserContext>, { userId, act }: InboxActRow): Promise<string> =>
  `${userId === ctx.userId ? 'You’re' : `${await nameOf(ctx, userId)} is`} ${DOING[act]} this at the moment.`

const DOING: Record<InboxAct, string> = {
  hide: 'hiding',
  show: 'showing',
  like: 'liking',
  unlike: 'unliking',
  delete: 'deleting',
}

/** Formats a moment in a business's time zone. */
export async function timeOf({ db }: Inside<UserContext>, domainId: string, at: Date): Promise<string> {
  const [business] = await db
    .select({ timeZone: domains.timeZone })
    .from(domains)
    .where(eq(domains.id, domainId))
  return momentsIn('en').dayTime(at, business?.timeZone ?? 'UTC')
}

export async function nameOf({ db, userId }: Inside<UserContext>, id: string | null): Promise<string> {
  if (id === userId) return 'You'
  const [person] = id ? await db.select({ name: users.fullname }).from(users).where(eq(users.id, id)) : []
  return person?.name ?? 'A former member'
}

/**
 * Changes what members do with an item: whether it needs an answer, who takes care of it, and that it was read. Closing it
 * withdraws an answer that isn't sent yet; one that may be public is settled all the same.
 * @throws {DomainError} `conflict` if the network has answered or deleted it meanwhile
 */
export const changeItem = (ctx: UserContext, id: string, change: ChangeItem): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const isOnlyRead = change.state === undefined && change.assignee === undefined
    const item = await loadItem(ctx, id, isOnlyRead ? 'see' : change.state ? 'publish' : 'comment')
    if (change.state && !['open', 'closed'].includes(item.state))
      throw new DomainError(
        'conflict',
        item.state === 'removed'
          ? INBOX_MESSAGES.gone
          : INBOX_MESSAGES.answeredThere(networks[item.network].shortName),
      )
    if (change.state === 'closed') await withdraw(ctx, replies, id, replyReasons.withdrawn())
    if (change.assignee) await requireMember(ctx, item.domainId, change.assignee)
    const values = {
      ...(change.state && { state: change.state }),
      ...(change.assignee !== undefined && { assigneeId: change.assignee }),
      ...((change.read || change.state) && !item.readAt && { readAt: now() }),
    }
    if (Object.keys(values).length > 0) {
      await db.update(inboxItems).set(values).where(eq(inboxItems.id, id))
      await liveInsertFor(ctx, item.domainId, 'inbox', {})
    }
    return await readItem(ctx, id)
  })

async function requireMember({ db }: Inside<UserContext>, domainId: string, userId: string): Promise<void> {
  const isThis = and(eq(members.domainId, domainId), eq(members.userId, userId))
  if ((await db.$count(members, isThis)) === 0) throw invalidField('assignee', INBOX_MESSAGES.notMember)
}
