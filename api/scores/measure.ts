import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import { hostname } from 'node:os'

import { AuditError } from '#api/audits/audit.ts'
import type { Context, Inside } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { write } from '#api/db/write.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'
import type { Scores } from '#shared/scores.ts'
import { broadcastChange, nextNight } from './queue.ts'

const MAX_TRIES = 3
const RETRY_MS = 30_000

/** Measures due websites, as many at once as the auditor allows. Aborting `signal` queues the running ones for a retry. */
export const createAuditPool = (ctx: Context, signal?: AbortSignal): WorkerPool =>
  createWorkerPool({
    size: ctx.auditor.concurrency,
    claim: capacity => claimDueAudits(ctx, capacity),
    work: claimed => measure(ctx, claimed, signal),
    onError: error => ctx.log.error({ err: error }, 'an audit’s result was not saved'),
  })

/** Measures until no website is due. */
export async function measureDue(ctx: Context, signal?: AbortSignal): Promise<void> {
  const pool = createAuditPool(ctx, signal)
  await pool.tick()
  await pool.idle()
}

async function claimDueAudits(ctx: Context, capacity: number): Promise<Claimed[]> {
  const claimed: Claimed[] = []
  while (claimed.length < capacity) {
    const next = await claimDueAudit(ctx)
    if (!next) break
    claimed.push(next)
  }
  return claimed
}

async function measure(ctx: Context, claimed: Claimed, signal?: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const renew = async () => {
    const isHeld = await renewClaim(ctx, claimed).catch(() => true)
    if (!isHeld) lost.abort()
  }
  const renewing = setInterval(() => void renew(), RENEW_MS)
  const started = performance.now()
  const { id: auditId, attempt, tries, url, trusted } = claimed
  try {
    if (tries > MAX_TRIES) throw new AuditError('service', INTERRUPTED)
    const signals = AbortSignal.any([lost.signal, ...(signal ? [signal] : [])])
    const { scores } = await ctx.auditor.audit({ url, trusted, signal: signals })
    await saveScores(ctx, claimed, scores)
    ctx.log.info({ auditId, attempt, ms: Math.round(performance.now() - started) }, 'measured')
  } catch (error) {
    if (signal?.aborted) return await requeue(ctx, claimed)
    const known = error instanceof AuditError ? error : new AuditError('transient', INTERRUPTED)
    if (known !== error) ctx.log.error({ auditId, attempt, err: error }, 'measuring failed')
    ctx.log.info({ auditId, attempt, kind: known.kind, reason: known.message }, 'not measured')
    await saveFailure(ctx, claimed, known)
  } finally {
    clearInterval(renewing)
  }
}

const INTERRUPTED = 'Measuring was interrupted several times. We’ll try again tonight.'

async function saveScores(ctx: Context, claimed: Claimed, measured: Scores): Promise<void> {
  const { source } = ctx.auditor
  await write(ctx, async ctx => {
    const { db, now } = ctx
    const wakeAt = nextNight(claimed.id, now())
    if (!(await end(ctx, claimed, { state: 'ready', message: null, tries: 0, wakeAt }))) return
    await db.insert(scores).values({
      auditId: claimed.id,
      measuredAt: now(),
      source,
      performance: measured.performance,
      accessibility: measured.accessibility,
      bestPractices: measured['best-practices'],
      seo: measured.seo,
    })
  })
}

/** Retries a transient failure soon, up to the maximum, and others the next night. Earlier scores stay. */
const saveFailure = (ctx: Context, claimed: Claimed, { kind, message }: AuditError): Promise<void> =>
  write(ctx, async ctx => {
    const retry = kind === 'transient' && claimed.tries < MAX_TRIES
    const outcome = retry
      ? ({ state: 'queued', wakeAt: new Date(+ctx.now() + RETRY_MS) } as const)
      : ({ state: 'failed', message, tries: 0, wakeAt: nextNight(claimed.id, ctx.now()) } as const)
    await end(ctx, claimed, outcome)
  })

type Outcome = Partial<Omit<typeof audits.$inferInsert, 'id'>>

/** Ends an audit, and broadcasts its outcome. @returns false if the claim is lost */
async function end(ctx: Inside<Context>, claimed: Claimed, outcome: Outcome): Promise<boolean> {
  const ended = await ctx.db
    .update(audits)
    .set({ ...outcome, machine: null })
    .where(isClaimedByUs(claimed))
    .returning({ id: audits.id })
  if (ended.length === 0) return false
  await broadcastChange(ctx, claimed.id)
  return true
}

/** Queues an audit that a shutdown interrupted, so that the next process claims it immediately. */
async function requeue({ db, now }: Context, claimed: Claimed): Promise<void> {
  await db
    .update(audits)
    .set({ state: 'queued', machine: null, tries: claimed.tries - 1, wakeAt: now() })
    .where(isClaimedByUs(claimed))
}

const LEASE_MS = 30_000
export const RENEW_MS = 10_000

export type Claimed = { id: string; attempt: number; tries: number; url: string; trusted: boolean }

/**
 * Claims a due audit, requested ones first, unless this machine runs as many as its auditor can. The attempt number is the
 * fencing token of later writes.
 */
async function claimDueAudit(ctx: Context): Promise<Claimed | undefined> {
  if ((await ctx.db.$count(audits, lte(audits.wakeAt, ctx.now()))) === 0) return undefined
  const { concurrency } = ctx.auditor
  return write(ctx, async ctx => {
    const { db, now, config } = ctx
    const machine = hostname()
    const isRunning = and(eq(audits.machine, machine), eq(audits.state, 'running'), gt(audits.wakeAt, now()))
    if ((await db.$count(audits, isRunning)) >= concurrency) return undefined
    const [due] = await db
      .select({ audit: audits, url: domains.websiteUrl })
      .from(audits)
      .leftJoin(domains, eq(domains.id, audits.domainId))
      .where(lte(audits.wakeAt, now()))
      .orderBy(desc(eq(audits.state, 'queued')), asc(audits.wakeAt))
      .limit(1)
    if (!due) return undefined
    const { id } = due.audit
    const counts = { attempt: due.audit.attempt + 1, tries: due.audit.tries + 1 }
    await db
      .update(audits)
      .set({ state: 'running', machine, ...counts, wakeAt: new Date(+now() + LEASE_MS) })
      .where(eq(audits.id, id))
    await broadcastChange(ctx, id)
    return { id, ...counts, url: due.url ?? config.siteUrl, trusted: due.url === null }
  })
}

/** Returns false if the claim is lost: another process has it, or the website has changed. */
async function renewClaim({ db, now }: Context, claimed: Claimed): Promise<boolean> {
  const renewed = await db
    .update(audits)
    .set({ wakeAt: new Date(+now() + LEASE_MS) })
    .where(isClaimedByUs(claimed))
    .returning({ id: audits.id })
  return renewed.length > 0
}

export const isClaimedByUs = ({ id, attempt }: Claimed) =>
  and(eq(audits.id, id), eq(audits.attempt, attempt), eq(audits.state, 'running'))
