import { and, asc, eq, gt, lte, or } from 'drizzle-orm'

import { AuditError, type AuditFailure, type AuditRequest } from '#api/audits/audit.ts'
import { MAX_URL } from '#api/audits/page/read-html.ts'
import type { Context } from '#api/context.ts'
import { reportPrints } from '#api/db/schema/businesses/reports.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { publicAudits } from '#api/db/schema/server/public-audits.ts'
import { write } from '#api/db/write.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'
import { AUDIT_MESSAGES } from '#shared/audits/audit.ts'
import type { Measurement } from '#shared/audits/measured.ts'
import type { PageFacts } from '#shared/audits/page-facts.ts'
import type { AuditResult } from '#shared/audits/result.ts'

/** Delays of the second and later tries. A machine is rarely too busy to start a browser for minutes. */
const RETRIES_MS = [5000, 30_000, 60_000]
const MAX_TRIES = RETRIES_MS.length + 1
/** Number of tries after which an audit is done without a measurement, if the facts of the page are known. */
const ENOUGH_TRIES = 3
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** Interval of checks whether a client needs the machine's only browser. */
const CHECK_CLIENTS_MS = 1000

type Claimed = { id: string; url: string; facts: PageFacts | null; attempt: number; tries: number }

/**
 * Audits visitors' websites, one at a time in all processes, and only while no client waits for the browser. Aborting `signal`
 * queues the running one again.
 */
export const createPublicAuditPool = (ctx: Context, signal?: AbortSignal): WorkerPool =>
  createWorkerPool({
    size: 1,
    claim: async () => (await claimNext(ctx)) ?? [],
    work: claimed => audit(ctx, claimed, signal),
    onError: error => ctx.log.error({ err: error }, 'a visitor’s audit was not saved'),
  })

/** Returns true if a client's audit or report is due or in progress. */
async function isNeededByClients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const [measured, printed] = await Promise.all([
    db.$count(audits, or(lte(audits.wakeAt, now()), eq(audits.state, 'running'))),
    db.$count(reportPrints, lte(reportPrints.wakeAt, now())),
  ])
  return measured + printed > 0
}

/** The attempt number is the fencing token of later writes. */
async function claimNext(ctx: Context): Promise<Claimed[] | undefined> {
  if (await isNeededByClients(ctx)) return undefined
  return write(ctx, async ({ db, now }) => {
    const isLeased = and(eq(publicAudits.state, 'running'), gt(publicAudits.wakeAt, now()))
    if ((await db.$count(publicAudits, isLeased)) > 0) return undefined
    const [due] = await db
      .select()
      .from(publicAudits)
      .where(lte(publicAudits.wakeAt, now()))
      .orderBy(asc(publicAudits.id))
      .limit(1)
    if (!due) return undefined
    const { id, url, facts } = due
    const counts = { attempt: due.attempt + 1, tries: due.tries + 1 }
    await db
      .update(publicAudits)
      .set({ state: 'running', ...counts, wakeAt: leaseEnd(now()) })
      .where(eq(publicAudits.id, id))
    return [{ id, url, facts, ...counts }]
  })
}

const leaseEnd = (now: Date) => new Date(+now + LEASE_MS)
const isOurs = ({ id, attempt }: Claimed) =>
  and(eq(publicAudits.id, id), eq(publicAudits.attempt, attempt), eq(publicAudits.state, 'running'))

async function audit(ctx: Context, claimed: Claimed, stopping?: AbortSignal): Promise<void> {
  const giveWay = new AbortController()
  const renewing = setInterval(() => void renew(ctx, claimed).catch(() => {}), RENEW_MS)
  const watching = setInterval(() => {
    void isNeededByClients(ctx).then(
      isNeeded => isNeeded && giveWay.abort(),
      () => {},
    )
  }, CHECK_CLIENTS_MS)
  const signal = AbortSignal.any([giveWay.signal, ...(stopping ? [stopping] : [])])
  const startedAt = performance.now()
  try {
    const isOver = claimed.tries > MAX_TRIES
    if (isOver && !claimed.facts) throw new AuditError('site', AUDIT_MESSAGES.interrupted)
    const facts = claimed.facts ?? (await readFacts(ctx, claimed))
    if (facts && !claimed.facts) await ctx.db.update(publicAudits).set({ facts }).where(isOurs(claimed))
    const request: Measuring = {
      // A URL of the maximum length may have been cut, and would lead elsewhere.
      url: facts && facts.url.length < MAX_URL ? facts.url : claimed.url,
      signal,
      priority: claimed.tries > 1 ? 'low' : 'idle',
      optional: !facts ? [] : claimed.tries >= ENOUGH_TRIES ? ['service', 'transient'] : ['service'],
    }
    const measured = isOver ? null : await measure(ctx, request)
    if (signal.aborted) return await giveBack(ctx, claimed)
    await end(ctx, claimed, { state: 'done', result: { facts, measured } })
    ctx.log.info({ auditId: claimed.id, ms: Math.round(performance.now() - startedAt) }, 'audited')
  } catch (error) {
    if (signal.aborted) return await giveBack(ctx, claimed)
    const known =
      error instanceof AuditError ? error : new AuditError('transient', AUDIT_MESSAGES.interrupted)
    if (known !== error) ctx.log.error({ auditId: claimed.id, err: error }, 'auditing failed')
    await fail(ctx, claimed, known)
  } finally {
    clearInterval(renewing)
    clearInterval(watching)
  }
}

/** Returns null if only a browser may open the page. */
async function readFacts(ctx: Context, { url }: Claimed): Promise<PageFacts | null> {
  try {
    return await ctx.websites.readPage(url)
  } catch (error) {
    if (error instanceof AuditError && error.kind === 'transient') return null
    throw error
  }
}

type Measuring = AuditRequest & { optional: AuditFailure[] }

/** Returns null after an `optional` failure: the page's facts are enough. */
async function measure(ctx: Context, { optional, ...request }: Measuring): Promise<Measurement | null> {
  try {
    return await ctx.auditor.audit(request)
  } catch (error) {
    if (error instanceof AuditError && optional.includes(error.kind)) return null
    throw error
  }
}

/** Retries a transient failure; after the last try, the message says that the fault is ours. Other failures end the audit. */
async function fail(ctx: Context, claimed: Claimed, { kind, message }: AuditError): Promise<void> {
  if (kind !== 'transient') return await end(ctx, claimed, { state: 'failed', message })
  const wait = RETRIES_MS[claimed.tries - 1]
  if (wait === undefined)
    return await end(ctx, claimed, { state: 'failed', message: AUDIT_MESSAGES.overloaded })
  const wakeAt = new Date(+ctx.now() + wait)
  await ctx.db.update(publicAudits).set({ state: 'queued', wakeAt }).where(isOurs(claimed))
}

type Outcome = { state: 'done'; result: AuditResult } | { state: 'failed'; message: string }

/** Saves an outcome for this audit, and for all queued ones of the same URL. */
const end = (ctx: Context, claimed: Claimed, outcome: Outcome): Promise<void> =>
  write(ctx, async ({ db, now }) => {
    const ended = { ...outcome, facts: null, endedAt: now(), wakeAt: null }
    const ours = await db
      .update(publicAudits)
      .set(ended)
      .where(isOurs(claimed))
      .returning({ id: publicAudits.id })
    if (ours.length === 0) return
    await db
      .update(publicAudits)
      .set(ended)
      .where(and(eq(publicAudits.url, claimed.url), eq(publicAudits.state, 'queued')))
  })

/** Queues an audit that was stopped for a client or a shutdown. It is next. */
async function giveBack({ db, now }: Context, claimed: Claimed): Promise<void> {
  await db
    .update(publicAudits)
    .set({ state: 'queued', tries: claimed.tries - 1, wakeAt: now() })
    .where(isOurs(claimed))
}

async function renew({ db, now }: Context, claimed: Claimed): Promise<void> {
  await db
    .update(publicAudits)
    .set({ wakeAt: leaseEnd(now()) })
    .where(isOurs(claimed))
}
