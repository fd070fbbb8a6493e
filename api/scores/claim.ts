import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import { hostname } from 'node:os'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { broadcastChange } from './broadcast.ts'

const LEASE_MS = 30_000
export const RENEW_MS = 10_000

export type Claimed = { id: string; attempt: number; tries: number; url: string; trusted: boolean }

/**
 * Claims a due audit, requested ones first. A single guarded update keeps two processes from claiming the same audit, and a
 * machine from claiming more than its auditor can run at once. The attempt number is the fencing token of later writes.
 */
export async function claimDueAudit(ctx: Context): Promise<Claimed | undefined> {
  const { db, now, auditor, config } = ctx
  const at = now()
  const machine = hostname()
  const isDue = lte(audits.wakeAt, at)
  const [due] = await db
    .select({ id: audits.id, url: domains.websiteUrl })
    .from(audits)
    .leftJoin(domains, eq(domains.id, audits.domainId))
    .where(isDue)
    .orderBy(sql`${audits.state} = 'queued' desc`, asc(audits.wakeAt))
    .limit(1)
  if (!due) return undefined

  const running = db.$count(
    audits,
    and(eq(audits.machine, machine), eq(audits.state, 'running'), sql`${audits.wakeAt} > ${+at}`),
  )
  const [[claimed]] = await db.batch([
    db
      .update(audits)
      .set({
        state: 'running',
        machine,
        attempt: sql`${audits.attempt} + 1`,
        tries: sql`${audits.tries} + 1`,
        wakeAt: new Date(+at + LEASE_MS),
      })
      .where(and(eq(audits.id, due.id), isDue, lt(running, auditor.concurrency)))
      .returning({ id: audits.id, attempt: audits.attempt, tries: audits.tries }),
    broadcastChange(ctx, due.id, sql`changes() > 0`),
  ])
  return claimed && { ...claimed, url: due.url ?? config.siteUrl, trusted: due.url === null }
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
