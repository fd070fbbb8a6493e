import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import { hostname } from 'node:os'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { write } from '#api/db/write.ts'
import { broadcastChange } from './broadcast.ts'

const LEASE_MS = 30_000
export const RENEW_MS = 10_000

export type Claimed = { id: string; attempt: number; tries: number; url: string; trusted: boolean }

/**
 * Claims a due audit, requested ones first, unless this machine runs as many as its auditor can. The attempt number is the
 * fencing token of later writes.
 */
export async function claimDueAudit(ctx: Context): Promise<Claimed | undefined> {
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
export async function renewClaim({ db, now }: Context, claimed: Claimed): Promise<boolean> {
  const renewed = await db
    .update(audits)
    .set({ wakeAt: new Date(+now() + LEASE_MS) })
    .where(isOurs(claimed))
    .returning({ id: audits.id })
  return renewed.length > 0
}

export const isOurs = ({ id, attempt }: Claimed) =>
  and(eq(audits.id, id), eq(audits.attempt, attempt), eq(audits.state, 'running'))
