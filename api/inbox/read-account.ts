import { and, eq } from 'drizzle-orm'

import { startCoolDown } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { accountForPublishing, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { inboxItems, inboxReads, inboxThreads } from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { usageMeter } from '#api/deliveries/usage-meter.ts'
import type { Inbox, InboxAccess, InboxThread, ThreadRead } from '#api/networks/core/inbox.ts'
import { budgetMeter } from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { isPermission } from '#api/networks/meta/failures.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { shortened } from '#shared/text/graphemes.ts'
import { markRemoved, type Owner, saveItem } from './save-item.ts'
import { claimDueRead, type DueRead, isClaimOf, scheduleNewAccounts } from './schedule.ts'

const READ_EVERY_MS = 10 * MINUTE_MS
/** Random delay, so that accounts connected together aren't due together. */
const SPREAD_MS = 2 * MINUTE_MS
const FIRST_RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = 6 * HOUR_MS

/** Calls of one read, beside the list of posts. What remains is read at the next. */
const MAX_THREADS = 10
/** An edit or hiding changes no count, so a thread with comments is read again after this time. */
const REREAD_MS = 2 * HOUR_MS
/** A thread without a count, such as all reviews, is listed whole again after this time, to notice deletions. */
const LIST_EVERY_MS = 6 * HOUR_MS
/** Changes may be listed a little later than they were made. */
const SLACK_MS = HOUR_MS

const MAX_EXCERPT = 280

/** Reads the reviews and comments of due accounts one by one, for at most `forMs`. */
export async function readDueInboxes(ctx: Context, forMs = 12_000): Promise<void> {
  await scheduleNewAccounts(ctx)
  const until = +ctx.now() + forMs
  for (let due = await claimDueRead(ctx); due; due = await claimDueRead(ctx)) {
    await readAccount(ctx, due)
    if (+ctx.now() >= until) return
  }
}

async function readAccount(ctx: Context, due: DueRead): Promise<void> {
  const found = await accountForPublishing(ctx, due.accountId)
  const inbox = found && ctx.networks[found.account.network].inbox
  if (!inbox || found.account.status !== 'connected') return await postpone(ctx, due, READ_EVERY_MS)
  let linked = found
  const meter = usageMeter()
  try {
    linked = await withValidToken(ctx, found)
    await readThreads(ctx, due, { linked, inbox, record: meter.record })
    await ctx.db
      .update(inboxReads)
      .set({
        wakeAt: new Date(+ctx.now() + READ_EVERY_MS + Math.random() * SPREAD_MS),
        readAt: ctx.now(),
        failures: 0,
        lacksPermission: false,
      })
      .where(isClaimOf(due))
  } catch (error) {
    await afterFailure(ctx, due, { linked, error })
  } finally {
    const until = meter.coolDownUntil(ctx.now())
    if (until) await startCoolDown(ctx, due.accountId, until)
  }
}

type Reading = { linked: LinkedAccount; inbox: Inbox; record: InboxAccess['onUsage'] }

async function readThreads(ctx: Context, due: DueRead, { linked, inbox, record }: Reading): Promise<void> {
  const { account, token } = linked
  const budget = budgetMeter()
  const access: InboxAccess = {
    accountId: account.providerId,
    username: account.username,
    token,
    now: ctx.now,
    onUsage(usage) {
      record(usage)
      budget.onUsage(usage)
    },
  }
  const owner: Owner = { account, isFirstRead: due.readAt === null }
  for (const { thread, since } of await wantedThreads(ctx, account.id, await inbox.threads(access))) {
    if (!budget.hasBudget()) return
    const readAt = ctx.now()
    const read = await inbox.items(access, thread.id, { since })
    await storeThread(ctx, due, { owner, thread, read, readAt })
  }
}

/** Returns the threads that may have changed, those that were never read or not for the longest time first. */
async function wantedThreads({ db, now }: Context, accountId: string, threads: InboxThread[]) {
  const saved = await db.select().from(inboxThreads).where(eq(inboxThreads.accountId, accountId))
  const known = new Map(saved.map(thread => [thread.externalId, thread]))
  return threads
    .flatMap(thread => {
      const before = known.get(thread.id)
      const readAt = before?.readAt ?? new Date(0)
      const isChanged = thread.count === null || thread.count !== (before?.count ?? 0)
      const isOld = Boolean(thread.count) && +now() - +readAt > REREAD_MS
      if (!isChanged && !isOld) return []
      const isListed = before?.listedAt && +now() - +before.listedAt < LIST_EVERY_MS
      return { thread, readAt, since: isListed ? new Date(+readAt - SLACK_MS) : undefined }
    })
    .toSorted((a, b) => +a.readAt - +b.readAt)
    .slice(0, MAX_THREADS)
}

type ToStore = { owner: Owner; thread: InboxThread; read: ThreadRead; readAt: Date }

/** Saves a thread unless another process has claimed the account since. */
const storeThread = (ctx: Context, due: DueRead, { owner, thread, read, readAt }: ToStore): Promise<void> =>
  write(ctx, async ctx => {
    const { db } = ctx
    const { accountId } = due
    if ((await db.$count(inboxReads, isClaimOf(due))) === 0) return
    const ofThread = and(eq(inboxItems.accountId, accountId), eq(inboxItems.threadId, thread.id))
    const saved = await db.select().from(inboxItems).where(ofThread)
    const known = new Map(saved.map(item => [item.externalId, item]))
    let isChanged = false
    // Comments have whole seconds, so their order is that of their ids.
    const oldestFirst = read.items.toReversed().toSorted((a, b) => +a.createdAt - +b.createdAt)
    for (const item of oldestFirst)
      isChanged = (await saveItem(ctx, owner, { item, before: known.get(item.externalId) })) || isChanged
    if (read.isComplete) {
      const listed = new Set(read.items.map(({ externalId }) => externalId))
      const gone = saved.filter(({ externalId, state }) => state !== 'removed' && !listed.has(externalId))
      await markRemoved(
        ctx,
        gone.map(({ id }) => id),
      )
      isChanged ||= gone.length > 0
    }
    const values = {
      excerpt: shortened(thread.text.trim(), MAX_EXCERPT),
      permalink: thread.permalink,
      count: thread.count,
      readAt,
      ...(read.isComplete && { listedAt: readAt }),
    }
    await db
      .insert(inboxThreads)
      .values({ accountId, externalId: thread.id, ...values })
      .onConflictDoUpdate({ target: [inboxThreads.accountId, inboxThreads.externalId], set: values })
    if (isChanged) await liveInsertFor(ctx, owner.account.domainId, 'inbox', {})
  })

async function afterFailure(
  ctx: Context,
  due: DueRead,
  { linked, error }: { linked: LinkedAccount; error: unknown },
): Promise<void> {
  if (!(error instanceof NetworkError)) {
    ctx.log.error({ accountId: due.accountId, err: error }, 'reading an inbox failed unexpectedly')
    return await postpone(ctx, due, MAX_RETRY_MS, { failures: due.failures + 1 })
  }
  ctx.log.warn({ accountId: due.accountId, failure: error.code, kind: error.kind }, 'inbox not read')
  if (isPermission(error.code) || error.code === 'google/PERMISSION_DENIED')
    return await postpone(ctx, due, DAY_MS / 4, { lacksPermission: true, failures: due.failures + 1 })
  if (error.kind === 'reconnect' && !(await canBeRenewed(ctx, linked, error)))
    await markNeedsReconnect(ctx, due.accountId, linked.token, error)
  if (error.kind === 'installation') await confirmOutage(ctx, linked, error)
  if (error.kind === 'wait' && error.retryAt) await startCoolDown(ctx, due.accountId, error.retryAt)
  const waitMs = error.retryAt
    ? Math.max(MINUTE_MS, +error.retryAt - +ctx.now())
    : Math.min(FIRST_RETRY_MS * 2 ** due.failures, MAX_RETRY_MS)
  await postpone(ctx, due, waitMs, { failures: due.failures + 1 })
}

async function postpone(
  { db, now }: Context,
  due: DueRead,
  waitMs: number,
  more: Partial<Pick<DueRead, 'failures' | 'lacksPermission'>> = {},
): Promise<void> {
  await db
    .update(inboxReads)
    .set({ wakeAt: new Date(+now() + waitMs), ...more })
    .where(isClaimOf(due))
}
