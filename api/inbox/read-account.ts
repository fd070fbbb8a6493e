import { and, eq, lt, ne } from 'drizzle-orm'

import { startCoolDown, watchUsage } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context, Inside } from '#api/context.ts'
import { inboxItems, inboxReads, inboxThreads } from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { isForbidden } from '#api/networks/codes.ts'
import type { Inbox, InboxAccess, InboxThread, ThreadItems } from '#api/networks/core/inbox.ts'
import { budgetMeter } from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { chunksOf } from '#shared/chunks.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { truncate } from '#shared/text/graphemes.ts'
import { markRemoved, MAX_SAVED, type Owner, saveItems } from './save-item.ts'
import { type DueRead, isClaimOf, scheduleNewAccounts, readDue } from './schedule.ts'

const READ_EVERY_MS = 10 * MINUTE_MS
/** Maximum random delay, so that accounts connected at the same time aren't due at the same time. */
const SPREAD_MS = 2 * MINUTE_MS
const FIRST_RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = 6 * HOUR_MS

/** Maximum number of threads per read. */
const MAX_THREADS = 10
/** Interval at which threads with comments are read even if their count is unchanged, because edits and hiding don't change it. */
const REREAD_MS = 2 * HOUR_MS
/** Interval at which a thread is listed completely, to notice deletions. */
const LIST_EVERY_MS = 6 * HOUR_MS
/** Overlap of successive reads, because networks may list changes late. */
const OVERLAP_MS = HOUR_MS

const MAX_EXCERPT = 280

/** Reads the reviews and comments of due accounts one by one, for at most `forMs`. */
export async function readDueInboxes(ctx: Context, forMs = 12_000): Promise<void> {
  await scheduleNewAccounts(ctx)
  await readDue(ctx, forMs, due => readAccount(ctx, due))
}

async function readAccount(ctx: Context, due: DueRead): Promise<void> {
  const found = await findLinkedAccount(ctx, due.accountId)
  const inbox = found && ctx.networks[found.account.network].inbox
  if (!inbox || found.account.status !== 'connected') return await postpone(ctx, due, READ_EVERY_MS)
  let linked = found
  try {
    await watchUsage(ctx, due.accountId, async record => {
      linked = await withValidToken(ctx, found)
      await readThreads(ctx, due, { linked, inbox, record })
    })
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
  const threads = await inbox.threads(access)
  const readThread = async (thread: InboxThread, since?: Date) => {
    const readAt = ctx.now()
    const read = await inbox.items(access, thread.id, { since })
    await storeThread(ctx, due, { owner, thread, read, readAt, isWhole: !since })
  }
  for (const { thread, since } of await threadsToRead(ctx, account.id, threads)) {
    if (!budget.hasBudget()) return
    await readThread(thread, since)
  }
  const unlisted = await unlistedThread(ctx, account.id, threads)
  if (unlisted && budget.hasBudget()) await readUnlisted(ctx, due, unlisted, () => readThread(unlisted))
}

/** Returns the threads that may have changed: those never read first, then those read longest ago. */
async function threadsToRead({ db, now }: Context, accountId: string, threads: InboxThread[]) {
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
      return { thread, readAt, since: isListed ? new Date(+readAt - OVERLAP_MS) : undefined }
    })
    .toSorted((a, b) => +a.readAt - +b.readAt)
    .slice(0, MAX_THREADS)
}

/**
 * Returns a thread with open items that the network no longer lists, because it is old or was deleted: the one that was read
 * longest ago.
 */
async function unlistedThread({ db, now }: Context, accountId: string, threads: readonly InboxThread[]) {
  const listed = new Set(threads.map(({ id }) => id))
  const open = await db
    .selectDistinct({ thread: inboxThreads })
    .from(inboxThreads)
    .innerJoin(
      inboxItems,
      and(eq(inboxItems.accountId, inboxThreads.accountId), eq(inboxItems.threadId, inboxThreads.externalId)),
    )
    .where(
      and(
        eq(inboxThreads.accountId, accountId),
        eq(inboxItems.state, 'open'),
        lt(inboxThreads.readAt, new Date(+now() - LIST_EVERY_MS)),
      ),
    )
  const [oldest] = open
    .filter(({ thread }) => !listed.has(thread.externalId))
    .toSorted((a, b) => +a.thread.readAt - +b.thread.readAt)
  if (!oldest) return undefined
  const { externalId: id, excerpt: text, permalink, count } = oldest.thread
  return { id, text, permalink, count }
}

/** Reads a thread that may be deleted. If the network refuses that, postpones the next attempt. */
async function readUnlisted(
  ctx: Context,
  { accountId }: DueRead,
  thread: InboxThread,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof NetworkError) || !(error.kind === 'permanent' || isForbidden(error))) throw error
    const isThread = and(eq(inboxThreads.accountId, accountId), eq(inboxThreads.externalId, thread.id))
    await ctx.db.update(inboxThreads).set({ readAt: ctx.now() }).where(isThread)
  }
}

/** `isWhole`: all items were requested, even if the network listed only the latest of very many. */
type ThreadToStore = { owner: Owner; thread: InboxThread; read: ThreadItems; readAt: Date; isWhole: boolean }

/**
 * Saves a thread in parts, until another process claims the account. The last part marks the thread as read, so after a crash the
 * whole thread is read again.
 */
async function storeThread(ctx: Context, due: DueRead, toStore: ThreadToStore): Promise<void> {
  const { owner, read } = toStore
  const listed = new Map(read.items.map(item => [item.externalId, item]))
  // Networks list comments newest first, and their times are whole seconds. The reversal keeps the order within a second.
  const oldestFirst = [...listed.values()].toReversed().toSorted((a, b) => +a.createdAt - +b.createdAt)
  for (const part of chunksOf(oldestFirst, MAX_SAVED)) {
    const isOurs = await storePart(ctx, due, { owner, save: ctx => saveItems(ctx, owner, part) })
    if (!isOurs) return
  }
  await storePart(ctx, due, { owner, save: ctx => finishThread(ctx, due, { ...toStore, listed }) })
}

/** Saves one part. @returns false if another process has claimed the account since */
const storePart = (
  ctx: Context,
  due: DueRead,
  { owner, save }: { owner: Owner; save: (ctx: Inside<Context>) => Promise<boolean> },
): Promise<boolean> =>
  write(ctx, async ctx => {
    if ((await ctx.db.$count(inboxReads, isClaimOf(due))) === 0) return false
    if (await save(ctx)) await publishToBusiness(ctx, owner.account.domainId, 'inbox', {})
    return true
  })

/**
 * Marks items that the network no longer lists as removed, and the thread as read.
 * @returns true if any item was removed
 */
async function finishThread(
  ctx: Inside<Context>,
  { accountId }: DueRead,
  { thread, read, readAt, isWhole, listed }: ThreadToStore & { listed: ReadonlyMap<string, unknown> },
): Promise<boolean> {
  const { db } = ctx
  const gone = read.isComplete
    ? (
        await db
          .select({ id: inboxItems.id, externalId: inboxItems.externalId })
          .from(inboxItems)
          .where(
            and(
              eq(inboxItems.accountId, accountId),
              eq(inboxItems.threadId, thread.id),
              ne(inboxItems.state, 'removed'),
            ),
          )
      ).filter(({ externalId }) => !listed.has(externalId))
    : []
  const goneIds = gone.map(({ id }) => id)
  await markRemoved(ctx, goneIds)
  const values = {
    excerpt: truncate(thread.text.trim(), MAX_EXCERPT),
    permalink: thread.permalink,
    count: thread.count,
    readAt,
    ...((read.isComplete || isWhole) && { listedAt: readAt }),
  }
  await db
    .insert(inboxThreads)
    .values({ accountId, externalId: thread.id, ...values })
    .onConflictDoUpdate({ target: [inboxThreads.accountId, inboxThreads.externalId], set: values })
  return gone.length > 0
}

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
  if (isForbidden(error))
    return await postpone(ctx, due, MAX_RETRY_MS, { lacksPermission: true, failures: due.failures + 1 })
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
