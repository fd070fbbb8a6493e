import { sql } from 'drizzle-orm'

import { AuditError } from '#api/audits/audit.ts'
import type { Context } from '#api/context.ts'
import { audits, scores } from '#api/db/schema/scores.ts'
import type { Scores } from '#shared/scores.ts'
import { claimDueAudit, type Claimed, isOurs, RENEW_MS, renewClaim } from './claim.ts'
import { nextNight } from './night.ts'
import { broadcastChange } from './tell.ts'

const MAX_TRIES = 3
const RETRY_MS = 30_000

/** Measures what is due until nothing is, as many at once as the auditor takes. `signal` breaks it off and loses nothing. */
export async function measureDue(ctx: Context, signal?: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: ctx.auditor.atOnce }, () => measureOneByOne(ctx, signal)))
}

async function measureOneByOne(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const claimed = signal?.aborted ? undefined : await claimDueAudit(ctx)
    if (!claimed) return
    await measure(ctx, claimed, signal)
  }
}

async function measure(ctx: Context, claimed: Claimed, signal?: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const renew = async () => {
    const ours = await renewClaim(ctx, claimed).catch(() => true)
    if (!ours) lost.abort()
  }
  const renewing = setInterval(() => void renew(), RENEW_MS)
  const started = performance.now()
  const { id: auditId, attempt, tries, url, trusted } = claimed
  try {
    if (tries > MAX_TRIES) throw new AuditError('service', BROKE_OFF)
    const signals = AbortSignal.any([lost.signal, ...(signal ? [signal] : [])])
    await keepScores(ctx, claimed, await ctx.auditor.audit({ url, trusted, signal: signals }))
    ctx.log.info({ auditId, attempt, ms: Math.round(performance.now() - started) }, 'measured')
  } catch (error) {
    if (signal?.aborted) return await giveBack(ctx, claimed)
    const known = error instanceof AuditError ? error : new AuditError('transient', BROKE_OFF)
    if (known !== error) ctx.log.error({ auditId, attempt, err: error }, 'measuring failed')
    ctx.log.info({ auditId, attempt, kind: known.kind, reason: known.message }, 'not measured')
    await keepFailure(ctx, claimed, known)
  } finally {
    clearInterval(renewing)
  }
}

const BROKE_OFF = 'The measuring broke off several times. The next try is tonight.'

async function keepScores(ctx: Context, claimed: Claimed, four: Scores): Promise<void> {
  const { db, now, auditor } = ctx
  const ours = db
    .select({ ours: sql`1` })
    .from(audits)
    .where(isOurs(claimed))
  await db.batch([
    db.insert(scores).select(
      sql`select null, ${claimed.id}, ${+now()}, ${auditor.source}, ${four.performance}, ${four.accessibility},
            ${four['best-practices']}, ${four.seo} where exists ${ours}`,
    ),
    db
      .update(audits)
      .set({ state: 'ready', message: null, tries: 0, machine: null, wakeAt: nextNight(claimed.id, now()) })
      .where(isOurs(claimed)),
    broadcastChange(ctx, claimed.id, sql`changes() > 0`),
  ])
}

/** What may pass is tried again soon, a few times; everything else tonight. The scores that there are stay. */
async function keepFailure(ctx: Context, claimed: Claimed, { kind, message }: AuditError): Promise<void> {
  const { db, now } = ctx
  const again = kind === 'transient' && claimed.tries < MAX_TRIES
  await db.batch([
    db
      .update(audits)
      .set(
        again
          ? { state: 'queued', machine: null, wakeAt: new Date(+now() + RETRY_MS) }
          : { state: 'failed', message, tries: 0, machine: null, wakeAt: nextNight(claimed.id, now()) },
      )
      .where(isOurs(claimed)),
    broadcastChange(ctx, claimed.id, sql`changes() > 0`),
  ])
}

/** Of what is broken off because this process ends: the next one takes it up at once. */
async function giveBack({ db, now }: Context, claimed: Claimed): Promise<void> {
  await db
    .update(audits)
    .set({ state: 'queued', machine: null, tries: claimed.tries - 1, wakeAt: now() })
    .where(isOurs(claimed))
}
