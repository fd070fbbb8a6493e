import { and, asc, eq, inArray, isNotNull, lte, not, notInArray, sql } from 'drizzle-orm'

import { startCoolDown } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { hasOutage } from '#api/accounts/outages.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { accountForPublishing, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { prepared } from '#api/db/prepared.ts'
import {
  type InboxItemRow,
  inboxItems,
  inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { MAX_FAILURES, MAX_UNCERTAINTY_MS, nextCheckAt, retryDelay } from '#api/deliveries/backoff.ts'
import { candidatesFor, type Capacity, fairShare } from '#api/deliveries/capacity.ts'
import { usageMeter } from '#api/deliveries/usage-meter.ts'
import { CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import type { Inbox, InboxAccess, RemoteItem } from '#api/networks/core/inbox.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { isForbidden } from '#api/networks/networks.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { createWorkerPool } from '#api/runtime/worker-pool.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import { replyReasons } from './reply-reasons.ts'
import { markRemoved, saveItems } from './save-item.ts'

const MAX_CONCURRENT = 8
/** Limit per account, so that a slow server can't starve the others. */
const MAX_PER_ACCOUNT = 2
/** Longer than an attempt, whose calls have limits of their own. */
const LEASE_MS = 3 * MINUTE_MS
/** A network may execute a call late, so until then the answer's absence proves nothing, unless a repeat would replace it. */
const ABSENT_AFTER_MS = 2 * MINUTE_MS
const ACCOUNT_WAIT_MS = 5 * MINUTE_MS
/** An answer that waits longer, such as for a sign-in, may no longer fit. */
const MAX_WAIT_MS = 7 * DAY_MS

type ClaimedReply = { reply: InboxReplyRow; item: InboxItemRow }

type ReplyOutcome =
  | { state: 'sent'; externalId: string; at: Date; text: string }
  /** Nothing was sent. The next attempt is at `at`. */
  | { state: 'waiting'; at: Date; reason: string; counts: boolean }
  | { state: 'unconfirmed'; at: Date; reason: string }
  | { state: 'failed'; reasonCode: string; reason: string }

/** The outcome of an attempt, and the item as its network has it, if it was read. */
type Attempted = { outcome: ReplyOutcome; seen?: RemoteItem | 'gone' }

/** Sends answers to reviews and comments. Several processes may share a database, thanks to claims. */
export function createReplySender(ctx: Context) {
  const inFlight = new Set<ClaimedReply>()
  const countOf = (accountId: string) =>
    [...inFlight].filter(({ item }) => item.accountId === accountId).length
  return createWorkerPool({
    size: MAX_CONCURRENT,
    claim: free =>
      claimDueReplies(ctx, {
        free,
        freeOf: accountId => MAX_PER_ACCOUNT - countOf(accountId),
        full: [...inFlight].map(({ item }) => item.accountId).filter(id => countOf(id) >= MAX_PER_ACCOUNT),
      }),
    async work(claimed) {
      inFlight.add(claimed)
      try {
        const attempted = await attemptReply(ctx, claimed)
        if (attempted) await settleReply(ctx, claimed, attempted)
      } finally {
        inFlight.delete(claimed)
      }
    },
    onError: error => ctx.log.error({ err: error }, 'an answer was not settled'),
  })
}

type Free = Pick<Capacity, 'free' | 'freeOf' | 'full'>

async function claimDueReplies({ db, now }: Context, capacity: Free): Promise<ClaimedReply[]> {
  const isDue = and(isNotNull(inboxReplies.wakeAt), lte(inboxReplies.wakeAt, now()))
  const candidates = await db
    .select({ id: inboxReplies.itemId, accountId: inboxItems.accountId })
    .from(inboxReplies)
    .innerJoin(inboxItems, eq(inboxItems.id, inboxReplies.itemId))
    .where(
      and(isDue, not(hasOutage(db, inboxItems.network)), notInArray(inboxItems.accountId, capacity.full)),
    )
    .orderBy(asc(inboxReplies.wakeAt))
    .limit(candidatesFor(capacity.free))
  const due = fairShare(candidates, capacity)
  if (due.length === 0) return []
  const replies = await db
    .update(inboxReplies)
    .set({
      state: sql`case ${inboxReplies.state} when 'waiting' then 'sending' else ${inboxReplies.state} end`,
      attempt: sql`${inboxReplies.attempt} + 1`,
      wakeAt: new Date(+now() + LEASE_MS),
    })
    .where(and(inArray(inboxReplies.itemId, due), isDue))
    .returning()
  if (replies.length === 0) return []
  const items = await db
    .select()
    .from(inboxItems)
    .where(
      inArray(
        inboxItems.id,
        replies.map(({ itemId }) => itemId),
      ),
    )
  return replies.flatMap(reply => {
    const item = items.find(({ id }) => id === reply.itemId)
    return item ? [{ reply, item }] : []
  })
}

const committed = prepared(db =>
  db
    .select({ attempt: inboxReplies.attempt, begunAt: inboxReplies.begunAt })
    .from(inboxReplies)
    .where(eq(inboxReplies.itemId, sql.placeholder('id')))
    .prepare(),
)

/**
 * Records the intent of the call and reads it back over another connection. Returns undefined if the call must not be made, because
 * another worker may have taken over or the database lost the intent.
 */
async function beginReply(
  ctx: Context,
  { itemId, attempt }: InboxReplyRow,
  failures: number,
): Promise<Date | undefined> {
  const { db, now } = ctx
  const begunAt = now()
  await db
    .update(inboxReplies)
    .set({ begunAt, failures })
    .where(and(eq(inboxReplies.itemId, itemId), eq(inboxReplies.attempt, attempt)))
  const [found] = await committed(db).execute({ id: itemId })
  const isOurs = found?.attempt === attempt && +(found.begunAt ?? 0) === +begunAt
  return isOurs && +now() - +begunAt < LEASE_MS ? begunAt : undefined
}

type Work = ClaimedReply & { linked: LinkedAccount; inbox: Inbox; access: InboxAccess; name: string }

/**
 * Attempts to send an answer. The item is read first: an earlier call may have published it, somebody may have answered on the
 * network, and the author may have changed what is answered.
 * @returns undefined if another worker has claimed the answer
 */
async function attemptReply(ctx: Context, claimed: ClaimedReply): Promise<Attempted | undefined> {
  const { reply, item } = claimed
  const { shortName: name } = networks[item.network]
  const now = ctx.now()
  if (reply.begunAt && +now - +reply.begunAt > MAX_UNCERTAINTY_MS) return failed(replyReasons.unknown(name))
  if (!reply.begunAt && +now - +reply.createdAt > MAX_WAIT_MS) return failed(replyReasons.expired(name))
  const linked = await accountForPublishing(ctx, item.accountId)
  const { inbox } = ctx.networks[item.network]
  if (!linked || !inbox) return failed(replyReasons.disconnected(name))
  const { account } = linked
  if (account.status !== 'connected') return wait(ctx, reply, replyReasons.signedOut(name))
  if (account.coolDownUntil && account.coolDownUntil > now)
    return wait(ctx, reply, replyReasons.paused(name), account.coolDownUntil)
  const meter = usageMeter()
  let work: Work | undefined
  try {
    const current = await withValidToken(ctx, linked)
    work = {
      ...claimed,
      linked: current,
      inbox,
      name,
      access: {
        accountId: account.providerId,
        username: account.username,
        token: current.token,
        now: ctx.now,
        onUsage: meter.record,
      },
    }
    return await readAndSend(ctx, work)
  } catch (error) {
    return await afterFailedRead(ctx, { claimed, linked: work?.linked ?? linked, error, name })
  } finally {
    const until = meter.coolDownUntil(ctx.now())
    if (until) await startCoolDown(ctx, account.id, until)
  }
}

/** @throws {NetworkError} if a read fails */
async function readAndSend(ctx: Context, work: Work): Promise<Attempted | undefined> {
  const { reply, item, inbox, access, name } = work
  const { begunAt } = reply
  const seen = await inbox.find(access, item)
  if (!seen) return { outcome: failed(replyReasons.gone(name)).outcome, seen: 'gone' }
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
  const outcome = await send(ctx, work, begunAt ? reply.failures + 1 : reply.failures)
  return outcome && { outcome, seen }
}

/** Sends the answer. A rejection proves that this call published nothing. */
async function send(ctx: Context, work: Work, failures: number): Promise<ReplyOutcome | undefined> {
  const { reply, item, inbox, access, linked, name } = work
  const begunAt = await beginReply(ctx, reply, failures)
  if (!begunAt) return undefined
  try {
    const externalId = await inbox.reply(access, item, reply.message)
    return { state: 'sent', externalId, at: ctx.now(), text: reply.message }
  } catch (error) {
    if (!(error instanceof NetworkError)) {
      ctx.log.error({ itemId: item.id, err: error }, 'an answer failed unexpectedly')
      return checking(ctx, work, begunAt)
    }
    switch (error.kind) {
      case 'unknown':
        return checking(ctx, work, begunAt)
      case 'permanent':
        return { state: 'failed', reasonCode: error.code, reason: error.message }
      case 'reconnect':
        if (isForbidden(error)) return failed(replyReasons.forbidden(name)).outcome
        if (await canBeRenewed(ctx, linked, error)) return retryOrFail(ctx, error, failures)
        await markNeedsReconnect(ctx, linked.account.id, linked.token, error)
        return waiting(ctx, replyReasons.signedOut(name))
      case 'wait':
      case 'preparing': {
        const until = error.retryAt ?? new Date(+ctx.now() + ACCOUNT_WAIT_MS)
        await startCoolDown(ctx, linked.account.id, until)
        return waiting(ctx, replyReasons.paused(name), until)
      }
      case 'installation': {
        const until = await confirmOutage(ctx, linked, error)
        return until
          ? waiting(ctx, replyReasons.outage(name), until)
          : { state: 'failed', reasonCode: error.code, reason: error.message }
      }
      case 'transient':
        return retryOrFail(ctx, error, failures)
    }
  }
}

type FailedRead = { claimed: ClaimedReply; linked: LinkedAccount; error: unknown; name: string }

/** A failed read proves nothing. An answer that may be public stays unconfirmed. */
async function afterFailedRead(
  ctx: Context,
  { claimed: { reply }, linked, error, name }: FailedRead,
): Promise<Attempted> {
  if (!(error instanceof NetworkError)) throw error
  const { account, token } = linked
  if (isForbidden(error)) return failed(replyReasons.forbidden(name))
  if (error.kind === 'reconnect' && !(await canBeRenewed(ctx, linked, error))) {
    await markNeedsReconnect(ctx, account.id, token, error)
    return wait(ctx, reply, replyReasons.signedOut(name))
  }
  if (error.kind === 'wait' && error.retryAt) {
    await startCoolDown(ctx, account.id, error.retryAt)
    return wait(ctx, reply, replyReasons.paused(name), error.retryAt)
  }
  if (error.kind === 'installation') await confirmOutage(ctx, linked, error)
  if (reply.begunAt)
    return wait(ctx, reply, replyReasons.checking(name), nextCheckAt(ctx.now(), reply.begunAt))
  return { outcome: retryOrFail(ctx, error, reply.failures) }
}

const failed = (why: { reasonCode: string; reason: string }): { outcome: ReplyOutcome } => ({
  outcome: { state: 'failed', ...why },
})

const checking = ({ now }: Context, { name }: Pick<Work, 'name'>, begunAt: Date): ReplyOutcome => ({
  state: 'unconfirmed',
  at: nextCheckAt(now(), begunAt),
  reason: replyReasons.checking(name),
})

const retryOrFail = ({ now }: Context, { code, message }: NetworkError, failures: number): ReplyOutcome =>
  failures + 1 >= MAX_FAILURES
    ? { state: 'failed', reasonCode: code, reason: message }
    : { state: 'waiting', at: new Date(+now() + retryDelay(failures)), reason: message, counts: true }

const waiting = (
  { now }: Context,
  reason: string,
  at = new Date(+now() + ACCOUNT_WAIT_MS),
): ReplyOutcome => ({ state: 'waiting', at, reason, counts: false })

/** Waits until the account works again. An answer that may be public stays unconfirmed. */
const wait = (ctx: Context, { begunAt }: InboxReplyRow, reason: string, at?: Date): Attempted => {
  const outcome = waiting(ctx, reason, at)
  return begunAt && outcome.state === 'waiting'
    ? { outcome: { state: 'unconfirmed', at: outcome.at, reason } }
    : { outcome }
}

/** Persists an outcome, fenced by the attempt number, with what the attempt saw of the item. */
const settleReply = (ctx: Context, { reply, item }: ClaimedReply, { outcome, seen }: Attempted) =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const isThis = eq(inboxReplies.itemId, reply.itemId)
    const [current] = await db.select().from(inboxReplies).where(isThis)
    if (current?.attempt !== reply.attempt) return
    await db
      .update(inboxReplies)
      .set({ ...changes(current, outcome), updatedAt: now() })
      .where(isThis)
    const isItem = eq(inboxItems.id, item.id)
    if (outcome.state === 'sent') {
      const { text, at } = outcome
      await db
        .update(inboxItems)
        .set({ state: 'answered', replyText: text, repliedAt: at, replierId: reply.userId })
        .where(isItem)
    } else if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && outcome.state === 'failed') {
      const { accountId: id, domainId, network } = item
      const account = { id, domainId, network, userId: reply.userId ?? '' }
      await saveItems(ctx, { account, isFirstRead: true }, [seen])
    }
    await liveInsertFor(ctx, item.domainId, 'inbox', {})
  })

function changes({ failures }: InboxReplyRow, outcome: ReplyOutcome): Partial<InboxReplyRow> {
  switch (outcome.state) {
    case 'sent':
      return {
        state: 'sent',
        wakeAt: null,
        begunAt: null,
        externalId: outcome.externalId,
        reason: '',
        reasonCode: '',
      }
    case 'waiting':
      return {
        state: 'waiting',
        wakeAt: outcome.at,
        begunAt: null,
        reason: outcome.reason,
        failures: failures + (outcome.counts ? 1 : 0),
      }
    case 'unconfirmed':
      return { state: 'unconfirmed', wakeAt: outcome.at, reason: outcome.reason }
    case 'failed':
      return {
        state: 'failed',
        wakeAt: null,
        begunAt: null,
        reason: outcome.reason,
        reasonCode: outcome.reasonCode,
      }
  }
}
