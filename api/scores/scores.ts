import { eq } from 'drizzle-orm'

import { AuditError } from '#api/audits/audit.ts'
import { noSuchBusinessError, requireMembership } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { eventTailOf } from '#api/outbox/live/tail.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { RECENT_MEASUREMENTS, type RefreshPerformance, type SiteScores } from '#shared/scores.ts'
import { REFRESH_WAIT_MS } from '#shared/timings.ts'
import { newestScores, toMeasurement } from './history.ts'
import { nextNight, queueFirstAudit, refreshAudit, SITE } from './queue.ts'

/**
 * Measures a business's website again.
 * @returns false if the audit is still running after a minute
 * @throws {DomainError} `not_found`, `rate_limited`, or `invalid` with the reason why the URL can't be measured
 */
export async function refreshScores(
  ctx: UserContext,
  { domainId, websiteURL }: RefreshPerformance,
): Promise<boolean> {
  const { db, userId } = ctx
  await requireMembership(ctx, domainId, 'configure')
  const [domain] = await db.select({ url: domains.websiteUrl }).from(domains).where(eq(domains.id, domainId))
  if (!domain) throw noSuchBusinessError()
  await limit(ctx, { ...LIMITS.refreshUser, key: userId })
  await limit(ctx, { ...LIMITS.refreshDomain, key: domainId })
  await checkWebsite(ctx, websiteURL)
  if (websiteURL !== domain.url)
    throw invalidField('websiteURL', 'This isn’t the website of this business. Save it there first.')

  const auditId = await write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    await queueFirstAudit(ctx, domainId)
    const [audit] = await ctx.db.select({ id: audits.id }).from(audits).where(eq(audits.domainId, domainId))
    if (!audit) throw noSuchBusinessError()
    await refreshAudit(ctx, audit.id)
    return audit.id
  })
  return await waitForOutcome(ctx, auditId)
}

async function checkWebsite({ auditor }: Context, url: string): Promise<void> {
  if (url === '') throw invalidField('websiteURL', 'Add a website to see its scores.')
  try {
    await auditor.check({ url })
  } catch (error) {
    if (!(error instanceof AuditError)) throw error
    if (error.kind === 'refused') throw invalidField('websiteURL', error.message)
  }
}

/** Waits for the end of the audit. @returns false if it hasn't ended after a minute */
async function waitForOutcome(ctx: UserContext, auditId: string): Promise<boolean> {
  const outcome = Promise.withResolvers<boolean>()
  outcome.promise.catch(() => {})
  const checkState = async () => {
    const [audit] = await ctx.db.select({ state: audits.state }).from(audits).where(eq(audits.id, auditId))
    if (audit?.state !== 'queued' && audit?.state !== 'running') outcome.resolve(true)
  }
  const onEvent = ({ type }: { type: string }) => {
    if (type === 'domain') checkState().catch(outcome.reject)
  }
  const stop = await eventTailOf(ctx).listen(ctx.userId, onEvent, () => outcome.resolve(false))
  try {
    await checkState()
    return await Promise.race([outcome.promise, ctx.pause(REFRESH_WAIT_MS).then(() => false)])
  } finally {
    stop()
  }
}

/** Schedules nightly measurements of the product's own site. */
export async function ensureSite({ db, now }: Context): Promise<void> {
  await db
    .insert(audits)
    .values({ id: SITE, state: 'ready', wakeAt: nextNight(SITE, now()) })
    .onConflictDoNothing()
}

export async function siteScores({ db, config }: UserContext): Promise<SiteScores> {
  const [audit] = await db.select().from(audits).where(eq(audits.id, SITE))
  const rows = await newestScores({ db }, SITE, RECENT_MEASUREMENTS)
  const status = audit?.state === 'ready' && rows.length === 0 ? 'none' : (audit?.state ?? 'none')
  return {
    url: config.siteUrl,
    status,
    ...(audit?.message && { message: audit.message }),
    history: rows.map(toMeasurement).toReversed(),
  }
}

/** @throws {DomainError} `rate_limited` */
export async function refreshSite(ctx: UserContext): Promise<SiteScores> {
  await limit(ctx, { ...LIMITS.refreshUser, key: ctx.userId })
  await limit(ctx, { ...LIMITS.refreshDomain, key: SITE })
  await ensureSite(ctx)
  await write(ctx, ctx => refreshAudit(ctx, SITE))
  return await siteScores(ctx)
}
