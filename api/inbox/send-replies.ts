import { eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { inboxItems, inboxReplies, type InboxReplyRow } from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { MAX_FAILURES } from '#api/deliveries/backoff.ts'
import { CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import {
  type Attempted,
  attempt,
  checking,
  type Claimed,
  createCaller,
  failed,
  persist,
  send,
  type Work,
} from './call.ts'
import { replyReasons } from './reasons.ts'
import { markRemoved, saveSeen } from './save-item.ts'

/** A network may execute a call late, so until then the answer's absence proves nothing, unless a repeat would replace it. */
const ABSENT_AFTER_MS = 2 * MINUTE_MS

type Sent = { state: 'sent'; externalId: string; at: Date; text: string }

/** Sends answers to reviews and comments. */
export const createReplySender = (ctx: Context) =>
  createCaller<InboxReplyRow>(ctx, {
    table: inboxReplies,
    async work(claimed) {
      const attempted = await attempt(ctx, claimed, replyReasons, work => readAndSend(ctx, work))
      if (attempted) await settleReply(ctx, claimed, attempted)
    },
  })

/**
 * The item is read first: an earlier call may have published the answer, somebody may have answered on the network, and the author
 * may have changed what is answered.
 * @throws {NetworkError} if a read fails
 */
async function readAndSend(ctx: Context, work: Work<InboxReplyRow>): Promise<Attempted<Sent> | undefined> {
  const { call: reply, item, inbox, access, name } = work
  const { begunAt } = reply
  const seen = await inbox.find(access, item)
  if (!seen) return { ...failed(replyReasons.gone(name)), seen: 'gone' }
  const answers = seen.replies.filter(({ isRejected }) => !isRejected)
  if (begunAt) {
    const ours = answers.find(
      ({ text, at }) => isSameText(text, reply.message) && +at >= +begunAt - CLOCK_SLACK_MS,
    )
    if (ours) return { outcome: { state: 'sent', externalId: ours.id, at: ours.at, text: ours.text }, seen }
    if (!inbox.repeats && +ctx.now() - +begunAt < ABSENT_AFTER_MS)
      return { outcome: checking(ctx, work, begunAt), seen }
    if (reply.failures + 1 >= MAX_FAILURES) return { ...failed(replyReasons.neverTaken(name)), seen }
  }
  if (answers.length > 0) return { ...failed(replyReasons.answeredThere(name)), seen }
  const isEdited = item.version !== reply.version || seen.text !== item.text || seen.stars !== item.stars
  if (isEdited) return { ...failed(replyReasons.edited()), seen }
  const outcome = await send<InboxReplyRow, Sent>(ctx, {
    work,
    table: inboxReplies,
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

/** Persists an outcome, with what the attempt saw of the item. */
const settleReply = (
  ctx: Context,
  { call: reply, item }: Claimed<InboxReplyRow>,
  { outcome, seen }: Attempted<Sent>,
) =>
  write(ctx, async ctx => {
    const { db } = ctx
    if (!(await persist(ctx, inboxReplies, reply, outcome))) return
    if (outcome.state === 'sent') {
      const { text, at, externalId } = outcome
      await db.update(inboxReplies).set({ externalId }).where(eq(inboxReplies.itemId, item.id))
      await db
        .update(inboxItems)
        .set({ state: 'answered', replyText: text, repliedAt: at, replierId: reply.userId })
        .where(eq(inboxItems.id, item.id))
    } else if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && outcome.state === 'failed') await saveSeen(ctx, item, { seen, userId: reply.userId })
    await liveInsertFor(ctx, item.domainId, 'inbox', {})
  })
