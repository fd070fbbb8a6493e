import { eq } from 'drizzle-orm'

import {
  attemptCall,
  failedOutcome,
  type ReadyCall,
  sendCall,
  unconfirmedOutcome,
} from '#api/calls/attempt.ts'
import {
  type ClaimedCall,
  createCallWorkers,
  persistOutcome,
  type UnsuccessfulOutcome,
} from '#api/calls/queue.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import {
  type InboxActRow,
  type InboxItemRow,
  inboxActs,
  inboxItems,
  inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { MAX_UNCERTAINTY_MS } from '#api/deliveries/backoff.ts'
import { CLOCK_TOLERANCE_MS } from '#api/networks/core/call-time.ts'
import type { Inbox, RemoteItem } from '#api/networks/core/inbox.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { hasNoEffect, INBOX_MESSAGES } from '#shared/inbox.ts'
import { actReasons, replyReasons } from './reasons.ts'
import { markRemoved, saveReadItem } from './save-item.ts'

/** Maximum age of an unsent reply or act, because later it may no longer be wanted. */
const MAX_WAIT_MS = 7 * DAY_MS
/** A network may execute a call late, so until then the reply's absence proves nothing. */
const ABSENT_AFTER_MS = 2 * MINUTE_MS

const limits = {
  owners: inboxItems,
  calling: 'sending',
  max: 8,
  maxPerAccount: 2,
  /** Longer than an attempt, whose calls have their own time limits. */
  leaseMs: 3 * MINUTE_MS,
} as const
export const replyQueue = { name: 'reply', table: inboxReplies, key: inboxReplies.itemId, ...limits }
export const actQueue = { name: 'act', table: inboxActs, key: inboxActs.itemId, ...limits }

/** Returns the values of a new reply or act, which replaces the item's earlier one. */
export const newCallValues = ({ userId, now }: Inside<UserContext>) => ({
  userId,
  state: 'waiting' as const,
  wakeAt: now(),
  failures: 0,
  begunAt: null,
  reason: '',
  reasonCode: '',
  createdAt: now(),
  updatedAt: now(),
})

type Reply = ClaimedCall<InboxReplyRow, InboxItemRow>
type Act = ClaimedCall<InboxActRow, InboxItemRow>
type SentReply = { state: 'sent'; externalId: string; at: Date; text: string }
type SentAct = { state: 'sent' }

/** `seen`: the item as the attempt read it, if it did. */
type Attempt<Success> = { outcome: Success | UnsuccessfulOutcome; seen?: RemoteItem | 'gone' }

/** Returns the input of `attemptCall` that replies and acts share. */
function attemptInput<Call extends Reply | Act>({ networks }: Context, claimed: Call) {
  const { begunAt, createdAt } = claimed.call
  const until = new Date(begunAt ? +begunAt + MAX_UNCERTAINTY_MS : +createdAt + MAX_WAIT_MS)
  return { claimed, adapter: networks[claimed.owner.network].inbox, until }
}

/** Sends replies to reviews and comments. */
export const createReplySender = (ctx: Context) =>
  createCallWorkers<Reply, Attempt<SentReply>>(ctx, replyQueue, {
    attempt: claimed =>
      attemptCall(ctx, {
        ...attemptInput(ctx, claimed),
        reasons: replyReasons,
        run: ready => readAndSend(ctx, ready),
      }),
    settle: (claimed, attempted) => settleReply(ctx, claimed, attempted),
  })

/** Hides, shows, likes and deletes items on their networks. */
export const createActSender = (ctx: Context) =>
  createCallWorkers<Act, Attempt<SentAct>>(ctx, actQueue, {
    attempt: claimed =>
      attemptCall(ctx, {
        ...attemptInput(ctx, claimed),
        reasons: actReasons,
        run: ready => readAndAct(ctx, ready),
      }),
    settle: (claimed, attempted) => settleAct(ctx, claimed, attempted),
  })

/**
 * Reads the item first: an earlier call may have published the reply, somebody may have replied on the network, or the author may
 * have edited the item.
 * @throws {NetworkError} if a read fails
 */
async function readAndSend(
  ctx: Context,
  ready: ReadyCall<Reply, Inbox>,
): Promise<Attempt<SentReply> | undefined> {
  const { call: reply, owner: item, adapter: inbox, access, name } = ready
  const { begunAt } = reply
  const seen = await inbox.find(access, item)
  if (!seen) return { outcome: failedOutcome(replyReasons.gone(name)), seen: 'gone' }
  if (reply.externalId !== null) return await editSent(ctx, ready, { seen, replyId: reply.externalId })
  const replies = seen.replies.filter(({ isRejected }) => !isRejected)
  if (begunAt) {
    const ours = replies.find(
      ({ text, at }) => isSameText(text, reply.message) && +at >= +begunAt - CLOCK_TOLERANCE_MS,
    )
    if (ours) {
      // The network's clock may be behind ours, by which a later change of the answer is recognised.
      const at = ours.at < begunAt ? begunAt : ours.at
      return { outcome: { state: 'sent', externalId: ours.id, at, text: ours.text }, seen }
    }
    if (!inbox.replacesReplies && +ctx.now() - +begunAt < ABSENT_AFTER_MS)
      return { outcome: unconfirmedOutcome(ctx, ready, begunAt), seen }
  }
  if (replies.length > 0) return { outcome: failedOutcome(replyReasons.answeredThere(name)), seen }
  const isEdited = item.version !== reply.version || seen.text !== item.text || seen.stars !== item.stars
  if (isEdited) return { outcome: failedOutcome(replyReasons.edited()), seen }
  const outcome = await sendCall<Reply, SentReply>(ctx, {
    queue: replyQueue,
    ready,
    make: async () => ({
      state: 'sent',
      externalId: await inbox.reply(access, item, reply.message),
      at: ctx.now(),
      text: reply.message,
    }),
  })
  return outcome && { outcome, seen }
}

/** Changes the text of an answer that was sent. An unanswered call is repeated at once, because it is idempotent. */
async function editSent(
  ctx: Context,
  ready: ReadyCall<Reply, Inbox>,
  { seen, replyId }: { seen: RemoteItem; replyId: string },
): Promise<Attempt<SentReply> | undefined> {
  const { call: reply, owner: item, adapter: inbox, access, name } = ready
  const own = seen.replies.find(({ id }) => id === replyId)
  if (!own) return { outcome: failedOutcome(replyReasons.answerGone(name)), seen }
  const { message: text } = reply
  const sent: SentReply = { state: 'sent', externalId: replyId, at: item.repliedAt ?? own.at, text }
  if (isSameText(own.text, text)) return { outcome: sent, seen }
  if (!isSameText(own.text, item.replyText ?? ''))
    return { outcome: failedOutcome(replyReasons.answerChanged(name)), seen }
  if (item.version !== reply.version || seen.text !== item.text)
    return { outcome: failedOutcome(replyReasons.edited()), seen }
  const outcome = await sendCall<Reply, SentReply>(ctx, {
    queue: replyQueue,
    ready,
    async make() {
      if (!inbox.editReply) throw new NetworkError('permanent', 'edit', INBOX_MESSAGES.notEditable)
      await inbox.editReply(access, replyId, text)
      return sent
    },
  })
  return outcome && { outcome, seen }
}

/**
 * Reads the item first, and makes no call if it is already in the wanted state. An unanswered act is repeated at once, because acts
 * are idempotent.
 * @throws {NetworkError} if a read fails
 */
async function readAndAct(ctx: Context, ready: ReadyCall<Act, Inbox>): Promise<Attempt<SentAct> | undefined> {
  const { call, owner: item, adapter: inbox, access, name } = ready
  const seen = await inbox.find(access, item)
  if (!seen)
    return call.act === 'delete'
      ? { outcome: { state: 'sent' }, seen: 'gone' }
      : { outcome: failedOutcome(actReasons.gone(name)), seen: 'gone' }
  const current = { hidden: seen.isHidden, liked: seen.isLiked ?? false }
  if (hasNoEffect(call.act, current)) return { outcome: { state: 'sent' }, seen }
  if (call.version !== null && (item.version !== call.version || seen.text !== item.text))
    return { outcome: failedOutcome(actReasons.edited()), seen }
  const outcome = await sendCall<Act, SentAct>(ctx, {
    queue: actQueue,
    ready,
    async make() {
      if (!inbox.act) throw new NetworkError('permanent', 'act', `${name} doesn’t let us do this.`)
      await inbox.act(access, item, call.act)
      return { state: 'sent' }
    },
  })
  return outcome && { outcome, seen: outcome.state === 'sent' ? applyAct(call, seen) : seen }
}

function applyAct({ act }: InboxActRow, seen: RemoteItem): RemoteItem | 'gone' {
  switch (act) {
    case 'delete':
      return 'gone'
    case 'hide':
    case 'show':
      return { ...seen, isHidden: act === 'hide' }
    case 'like':
    case 'unlike':
      return { ...seen, isLiked: act === 'like' }
  }
}

const settleReply = (ctx: Context, claimed: Reply, { outcome, seen }: Attempt<SentReply>) =>
  write(ctx, async ctx => {
    const { call: reply, owner: item } = claimed
    const { db } = ctx
    if (!(await persistOutcome(ctx, replyQueue, claimed, outcome))) return
    if (outcome.state === 'sent') {
      const { text, at, externalId } = outcome
      await db.update(inboxReplies).set({ externalId }).where(eq(inboxReplies.itemId, item.id))
      await db
        .update(inboxItems)
        .set({ state: 'answered', replyText: text, repliedAt: at, replierId: item.replierId ?? reply.userId })
        .where(eq(inboxItems.id, item.id))
    } else if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && outcome.state === 'failed') await saveReadItem(ctx, item, { seen, userId: reply.userId })
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
  })

const settleAct = (ctx: Context, claimed: Act, { outcome, seen }: Attempt<SentAct>) =>
  write(ctx, async ctx => {
    const { call, owner: item } = claimed
    if (!(await persistOutcome(ctx, actQueue, claimed, outcome))) return
    if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && ['sent', 'failed'].includes(outcome.state))
      await saveReadItem(ctx, item, { seen, userId: call.userId })
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
  })
