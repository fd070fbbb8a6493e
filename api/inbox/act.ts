import { eq, and } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import { withdrawCall } from '#api/calls/queue.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  inboxActs,
  type InboxItemRow,
  inboxItems,
  type InboxActRow,
  inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { DomainError, invalidField, requireValid } from '#api/runtime/errors.ts'
import { dateFormats } from '#shared/date-formats.ts'
import {
  type ActInput,
  moderatesComments,
  INBOX_MESSAGES,
  type InboxItem,
  hasNoEffect,
  type ChangeItem,
  type ReplyInput,
  replyProblem,
} from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { isEditable, loadItem, readItem } from './list.ts'
import { actReasons, replyReasons } from './reasons.ts'
import { actQueue, newCallValues, replyQueue } from './send.ts'

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
    const item = await loadItem(ctx, id, { permission: 'publish' })
    await requireNoReplyInFlight(ctx, item)
    await requireUnanswered(ctx, item)
    if (item.hidden && networks[item.network].inbox?.hiddenItems === 'unanswerable')
      throw new DomainError('conflict', INBOX_MESSAGES.hiddenFirst)
    await acceptReply(ctx, item, { message, version, externalId: null })
    await db
      .update(inboxItems)
      .set({ readAt: item.readAt ?? now() })
      .where(eq(inboxItems.id, id))
    return await readItem(ctx, id)
  })

/**
 * Accepts a new text for an answer that was sent from here, which a worker then sends.
 * @throws {DomainError} as `answerItem`; `conflict` also if the answer isn't ours, or the network doesn't let us change it
 */
export const editAnswer = (
  ctx: UserContext,
  id: string,
  { message, version }: ReplyInput,
): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const item = await loadItem(ctx, id, { permission: 'publish' })
    const reply = await requireNoReplyInFlight(ctx, item)
    if (!reply || !isEditable(item, reply)) throw new DomainError('conflict', INBOX_MESSAGES.notEditable)
    if (message.trim() !== item.replyText)
      await acceptReply(ctx, item, { message, version, externalId: reply.externalId })
    return await readItem(ctx, id)
  })

type AcceptedReply = ReplyInput & Pick<InboxReplyRow, 'externalId'>

async function acceptReply(
  ctx: Inside<UserContext>,
  item: InboxItemRow,
  { message, version, externalId }: AcceptedReply,
): Promise<void> {
  const text = message.trim()
  requireValid('message', replyProblem(item.network, text))
  await requireNotBeingHidden(ctx, item.id)
  if (item.version !== version) throw new DomainError('conflict', INBOX_MESSAGES.edited)
  const values = { message: text, version, externalId, ...newCallValues(ctx) }
  await ctx.db
    .insert(inboxReplies)
    .values({ itemId: item.id, ...values })
    .onConflictDoUpdate({ target: inboxReplies.itemId, set: values })
  await recordActivity(ctx, {
    domainId: item.domainId,
    act: externalId !== null ? 'inbox.edited' : item.kind === 'review' ? 'inbox.review' : 'inbox.comment',
    details: { network: item.network, author: item.author },
  })
  await publishToBusiness(ctx, item.domainId, 'inbox', {})
  ctx.wake('send-replies')
}

/**
 * Returns the item's last reply.
 * @throws {DomainError} `conflict` if the item is gone, or saying whose reply is in flight
 */
async function requireNoReplyInFlight(
  ctx: Inside<UserContext>,
  item: InboxItemRow,
): Promise<InboxReplyRow | undefined> {
  if (item.state === 'removed') throw new DomainError('conflict', INBOX_MESSAGES.gone)
  const [reply] = await ctx.db.select().from(inboxReplies).where(eq(inboxReplies.itemId, item.id))
  if (reply && isInFlight(reply))
    throw new DomainError(
      'conflict',
      reply.userId === ctx.userId
        ? INBOX_MESSAGES.sendingYours
        : INBOX_MESSAGES.sending(await nameOf(ctx, reply.userId)),
    )
  return reply
}

/** @throws {DomainError} `conflict`, saying who has answered the item */
async function requireUnanswered(ctx: Inside<UserContext>, item: InboxItemRow): Promise<void> {
  if (item.state !== 'answered') return
  if (!item.replierId || !item.repliedAt)
    throw new DomainError('conflict', INBOX_MESSAGES.answeredThere(networks[item.network].shortName))
  const time = await timeOf(ctx, item.domainId, item.repliedAt)
  throw new DomainError('conflict', INBOX_MESSAGES.answered(await nameOf(ctx, item.replierId), time))
}

/** @throws {DomainError} `conflict`, saying who is hiding or deleting the item */
async function requireNotBeingHidden(ctx: Inside<UserContext>, id: string): Promise<void> {
  const [last] = await ctx.db.select().from(inboxActs).where(eq(inboxActs.itemId, id))
  if (last && isInFlight(last) && ['hide', 'delete'].includes(last.act))
    throw new DomainError('conflict', await describeActing(ctx, last))
}

const isInFlight = ({ state }: Pick<InboxActRow, 'state'>) => state !== 'sent' && state !== 'failed'

const describeActing = async (ctx: Inside<UserContext>, { userId, act }: InboxActRow): Promise<string> =>
  `${userId === ctx.userId ? 'You’re' : `${await nameOf(ctx, userId)} is`} ${VERBS[act][0]} this at the moment.`

/** Forms of the verb for each act. */
const VERBS: Record<InboxAct, [doing: string, did: string, done: string]> = {
  hide: ['hiding', 'hid', 'hidden'],
  show: ['showing', 'showed', 'shown'],
  like: ['liking', 'liked', 'liked'],
  unlike: ['unliking', 'unliked', 'not liked'],
  delete: ['deleting', 'deleted', 'deleted'],
}

async function timeOf({ db }: Inside<UserContext>, domainId: string, at: Date): Promise<string> {
  const [business] = await db
    .select({ timeZone: domains.timeZone })
    .from(domains)
    .where(eq(domains.id, domainId))
  return dateFormats('en').dayTime(at, business?.timeZone ?? 'UTC')
}

async function nameOf({ db, userId }: Inside<UserContext>, id: string | null): Promise<string> {
  if (id === userId) return 'You'
  const [person] = id ? await db.select({ name: users.fullname }).from(users).where(eq(users.id, id)) : []
  return person?.name ?? 'A former member'
}

/**
 * Changes an item's state, its assignee, or that it was read. Closing it withdraws an answer that isn't sent yet; an answer that may
 * be public is still settled.
 * @throws {DomainError} `conflict` if the network has answered or deleted it meanwhile
 */
export const changeItem = (ctx: UserContext, id: string, change: ChangeItem): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const isOnlyRead = change.state === undefined && change.assignee === undefined
    const item = await loadItem(ctx, id, {
      permission: isOnlyRead ? 'see' : change.state ? 'publish' : 'comment',
    })
    if (change.state && !['open', 'closed'].includes(item.state))
      throw new DomainError(
        'conflict',
        item.state === 'removed'
          ? INBOX_MESSAGES.gone
          : INBOX_MESSAGES.answeredThere(networks[item.network].shortName),
      )
    if (change.state === 'closed') await withdrawCall(ctx, replyQueue, id, replyReasons.withdrawn())
    if (change.assignee) await requireMember(ctx, item.domainId, change.assignee)
    const values = {
      ...(change.state && { state: change.state }),
      ...(change.assignee !== undefined && { assigneeId: change.assignee }),
      ...((change.read || change.state) && !item.readAt && { readAt: now() }),
    }
    if (Object.keys(values).length > 0) {
      await db.update(inboxItems).set(values).where(eq(inboxItems.id, id))
      await publishToBusiness(ctx, item.domainId, 'inbox', {})
    }
    return await readItem(ctx, id)
  })

async function requireMember({ db }: Inside<UserContext>, domainId: string, userId: string): Promise<void> {
  const isThis = and(eq(members.domainId, domainId), eq(members.userId, userId))
  if ((await db.$count(members, isThis)) === 0) throw invalidField('assignee', INBOX_MESSAGES.notMember)
}

/**
 * Accepts an act on an item, which a worker then performs on its network. An item has at most one act in flight.
 * @throws {DomainError} `conflict` that says who has done it or is doing it, or that the item is gone or was changed since the
 * caller saw it; `invalid` if the network doesn’t take it; `forbidden` without the permission to publish
 */
export const actOnItem = (ctx: UserContext, id: string, { act, version }: ActInput): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const { db } = ctx
    const item = await loadItem(ctx, id, { permission: 'publish' })
    const { shortName, inbox } = networks[item.network]
    if (!inbox?.acts.includes(act)) throw invalidField('act', `${shortName} doesn’t let us do this.`)
    if (item.state === 'removed') throw new DomainError('conflict', INBOX_MESSAGES.gone)
    const last = await requireActPossible(ctx, item, act)
    // Showing a comment that was hidden here approves it on networks with moderation, and reopens it unless a member closed it.
    const isOurs = last?.state === 'sent' && last.act === 'hide'
    if (act === 'show' && isOurs && item.state === 'closed' && moderatesComments(item.network))
      await db.update(inboxItems).set({ state: 'open' }).where(eq(inboxItems.id, id))
    if (version !== undefined && version !== item.version)
      throw new DomainError('conflict', INBOX_MESSAGES.editedBeforeAct)
    const values = { act, version: version ?? null, ...newCallValues(ctx) }
    await db
      .insert(inboxActs)
      .values({ itemId: id, ...values })
      .onConflictDoUpdate({ target: inboxActs.itemId, set: values })
    if (act === 'delete' || act === 'hide') await withdrawCall(ctx, replyQueue, id, replyReasons.withdrawn())
    await recordActivity(ctx, {
      domainId: item.domainId,
      act: `inbox.${act}`,
      details: { network: item.network, author: item.author },
    })
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
    ctx.wake('send-acts')
    return await readItem(ctx, id)
  })

/**
 * Withdraws an act that has not begun.
 * @throws {DomainError} `conflict` if it may have taken effect; otherwise as `loadItem`
 */
export const withdrawAct = (ctx: UserContext, id: string): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const item = await loadItem(ctx, id, { permission: 'publish' })
    if (!(await withdrawCall(ctx, actQueue, id, actReasons.withdrawn())))
      throw new DomainError('conflict', INBOX_MESSAGES.begun)
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
    return await readItem(ctx, id)
  })

/**
 * Requires that no act is in flight, and that this one would have an effect.
 * @returns the item's last act, which is done or failed
 */
async function requireActPossible(ctx: Inside<UserContext>, item: InboxItemRow, act: InboxAct) {
  const [last] = await ctx.db.select().from(inboxActs).where(eq(inboxActs.itemId, item.id))
  if (last && isInFlight(last))
    throw new DomainError(
      'conflict',
      last.userId === ctx.userId && last.act === act
        ? 'You’ve asked for this already. It’s on its way.'
        : await describeActing(ctx, last),
    )
  if (!hasNoEffect(act, item)) return last
  const [, did, done] = VERBS[act]
  if (last?.state !== 'sent' || last.act !== act)
    throw new DomainError('conflict', `This is already ${done} on ${networks[item.network].shortName}.`)
  const [name, time] = await Promise.all([
    nameOf(ctx, last.userId),
    timeOf(ctx, item.domainId, last.updatedAt),
  ])
  throw new DomainError('conflict', `${name} ${did} this at ${time}.`)
}
