import { eq } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { RECENT_MEASUREMENTS, type SiteScores } from '#shared/scores.ts'
import { SITE } from './broadcast.ts'
import { newestScores, toMeasurement } from './history.ts'
import { nextNight } from './night.ts'
import { refreshAudit } from './queue.ts'

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
