import { eq } from 'drizzle-orm'

import {
  attemptCall,
  unconfirmed,
  type ClaimedCall,
  createCaller,
  failed,
  persistOutcome,
  sendCall,
  type UnsentOutcome,
  type ReadyCall,
} from '#api/accounts/calls.ts'
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
import { MAX_FAILURES, MAX_UNCERTAINTY_MS } from '#api/deliveries/backoff.ts'
import { CLOCK_TOLERANCE_MS } from '#api/networks/core/call-time.ts'
import type { Inbox, RemoteItem } from '#api/networks/core/inbox.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { hasNoEffect } from '#shared/inbox.ts'
import { actReasons, replyReasons } from './reasons.ts'
import { markRemoved, saveSeen } from './save-item.ts'

/** Maximum wait of an answer or act, for example for a sign-in. Afterwards it may be outdated. */
const MAX_WAIT_MS = 7 * DAY_MS
/**
 * Time in which a network may still execute a call. Until then, the answer's absence isn't conclusive, unless a repeat would replace
 * the answer.
 */
const ABSENT_AFTER_MS = 2 * MINUTE_MS

const limits = {
  owners: inboxItems,
  calling: 'sending',
  max: 8,
  maxPerAccount: 2,
  /** Longer than an attempt, whose calls have their own time limits. */
  leaseMs: 3 * MINUTE_MS,
} as const
export const replies = { name: 'answer', table: inboxReplies, key: inboxReplies.itemId, ...limits }
export const acts = { name: 'act', table: inboxActs, key: inboxActs.itemId, ...limits }

/** Returns the values of a new answer or act, which may replace an earlier one. */
export const newCall = ({ userId, now }: Inside<UserContext>) => ({
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
type Sent = { state: 'sent'; externalId: string; at: Date; text: string }
type Done = { state: 'sent' }

/** The outcome of an attempt, and the item as the network shows it, if it was read. */
type Attempted<Success> = { outcome: Success | UnsentOutcome; seen?: RemoteItem | 'gone' }

/** Returns the input of `attemptCall` that answers and acts share. */
function attemptInput<Call extends Reply | Act>({ networks }: Context, claimed: Call) {
  const { begunAt, createdAt } = claimed.call
  const until = new Date(begunAt ? +begunAt + MAX_UNCERTAINTY_MS : +createdAt + MAX_WAIT_MS)
  return { claimed, adapter: networks[claimed.owner.network].inbox, until }
}

/** Sends answers to reviews and comments. */
export const createReplySender = (ctx: Context) =>
  createCaller<Reply, Attempted<Sent>>(ctx, replies, {
    attempt: claimed =>
      attemptCall(ctx, {
        ...attemptInput(ctx, claimed),
        reasons: replyReasons,
        run: work => readAndSend(ctx, work),
      }),
    settle: (claimed, attempted) => settleReply(ctx, claimed, attempted),
  })

/** Hides, shows, likes and deletes items on their networks. */
export const createActSender = (ctx: Context) =>
  createCaller<Act, Attempted<Done>>(ctx, acts, {
    attempt: claimed =>
      attemptCall(ctx, {
        ...attemptInput(ctx, claimed),
        reasons: actReasons,
        run: work => readAndAct(ctx, work),
      }),
    settle: (claimed, attempted) => settleAct(ctx, claimed, attempted),
  })

/**
 * Reads the item first: an earlier call may have published the answer, somebody may have answered on the network, or the author may
 * have edited the item.
 * @throws {NetworkError} if a read fails
 */
async function readAndSend(
  ctx: Context,
  work: ReadyCall<Reply, Inbox>,
): Promise<Attempted<Sent> | undefined> {
  const { call: reply, owner: item, adapter: inbox, access, name } = work
  const { begunAt } = reply
  const seen = await inbox.find(access, item)
  if (!seen) return { ...failed(replyReasons.gone(name)), seen: 'gone' }
  const answers = seen.replies.filter(({ isRejected }) => !isRejected)
  if (begunAt) {
    const ours = answers.find(
      ({ text, at }) => isSameText(text, reply.message) && +at >= +begunAt - CLOCK_TOLERANCE_MS,
    )
    if (ours) return { outcome: { state: 'sent', externalId: ours.id, at: ours.at, text: ours.text }, seen }
    if (!inbox.replacesReplies && +ctx.now() - +begunAt < ABSENT_AFTER_MS)
      return { outcome: unconfirmed(ctx, work, begunAt), seen }
    if (reply.failures + 1 >= MAX_FAILURES) return { ...failed(replyReasons.neverTaken(name)), seen }
  }
  if (answers.length > 0) return { ...failed(replyReasons.answeredThere(name)), seen }
  const isEdited = item.version !== reply.version || seen.text !== item.text || seen.stars !== item.stars
  if (isEdited) return { ...failed(replyReasons.edited()), seen }
  const outcome = await sendCall<Reply, Sent>(ctx, {
    queue: replies,
    work,
    failures: begunAt ? reply.failures + 1 : reply.failures,
    make: async () => ({
      state: 'sent',
      externalId: await inbox.reply(access, item, reply.message),
      at: ctx.now(),
      text: reply.message,
    }),
  })
  return outcome && { outcome, seen }
}

/**
 * Reads the item first, and makes no call if it is already in the wanted state. Acts are idempotent, so a repeat needs no wait.
 * @throws {NetworkError} if a read fails
 */
async function readAndAct(ctx: Context, work: ReadyCall<Act, Inbox>): Promise<Attempted<Done> | undefined> {
  const { call, owner: item, adapter: inbox, access, name } = work
  const seen = await inbox.find(access, item)
  if (!seen)
    return call.act === 'delete'
      ? { outcome: { state: 'sent' }, seen: 'gone' }
      : { ...failed(actReasons.gone(name)), seen: 'gone' }
  const is = { hidden: seen.isHidden, liked: seen.isLiked ?? false }
  if (hasNoEffect(call.act, is)) return { outcome: { state: 'sent' }, seen }
  const failures = call.begunAt ? call.failures + 1 : call.failures
  if (failures >= MAX_FAILURES) return { ...failed(actReasons.neverTaken(name)), seen }
  if (call.version !== null && (item.version !== call.version || seen.text !== item.text))
    return { ...failed(actReasons.edited()), seen }
  const outcome = await sendCall<Act, Done>(ctx, {
    queue: acts,
    work,
    failures,
    async make() {
      await inbox.act?.(access, item, call.act)
      return { state: 'sent' }
    },
  })
  return outcome && { outcome, seen: outcome.state === 'sent' ? applyAct(call, seen) : seen }
}

/** Returns the item after the act. */
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

/** Persists an outcome, and the item as the attempt read it. */
const settleReply = (ctx: Context, claimed: Reply, { outcome, seen }: Attempted<Sent>) =>
  write(ctx, async ctx => {
    const { call: reply, owner: item } = claimed
    const { db } = ctx
    if (!(await persistOutcome(ctx, replies, claimed, outcome))) return
    if (outcome.state === 'sent') {
      const { text, at, externalId } = outcome
      await db.update(inboxReplies).set({ externalId }).where(eq(inboxReplies.itemId, item.id))
      await db
        .update(inboxItems)
        .set({ state: 'answered', replyText: text, repliedAt: at, replierId: reply.userId })
        .where(eq(inboxItems.id, item.id))
    } else if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && outcome.state === 'failed') await saveSeen(ctx, item, { seen, userId: reply.userId })
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
  })

const settleAct = (ctx: Context, claimed: Act, { outcome, seen }: Attempted<Done>) =>
  write(ctx, async ctx => {
    const { call, owner: item } = claimed
    if (!(await persistOutcome(ctx, acts, claimed, outcome))) return
    if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && ['sent', 'failed'].includes(outcome.state))
      await saveSeen(ctx, item, { seen, userId: call.userId })
    await publishToBusiness(ctx, item.domainId, 'inbox', {})
  })
