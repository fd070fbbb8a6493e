import { and, eq, exists, isNull, lte, not, type SQLWrapper, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import type { Db } from '#api/db/client.ts'
import { type Outage, outages } from '#api/db/schema/server/outages.ts'
import type { NetworkError } from '#api/networks/core/network.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networks, type NetworkId } from '#shared/networks.ts'

const FIRST_PROBE_MS = MINUTE_MS / 2
const MAX_PROBE_MS = 10 * MINUTE_MS
/** An outage that recurs within this time resumes its backoff. */
const SAME_OUTAGE_MS = 60 * MINUTE_MS
/** Exceeds the duration of a probe, so that it only expires if a process dies during one. */
const PROBE_LEASE_MS = MINUTE_MS

const isOpen = isNull(outages.closedAt)

/** SQL condition: the network in this column has an open outage. */
export const hasOutage = (db: Pick<Db, 'select'>, network: SQLWrapper) =>
  exists(
    db
      .select({ network: outages.network })
      .from(outages)
      .where(and(sql`${outages.network} = ${network}`, isOpen)),
  )

export const currentOutages = ({ db }: Pick<Context, 'db'>): Promise<Outage[]> =>
  db.select().from(outages).where(isOpen)

/**
 * Stops sending to a network that rejects this installation, until a probe succeeds. Logs one error per outage, even if many
 * deliveries fail at once.
 * @returns time of the next probe
 */
export async function openOutage(ctx: Context, network: NetworkId, error: NetworkError): Promise<Date> {
  const now = ctx.now()
  const [known] = await ctx.db.select().from(outages).where(eq(outages.network, network))
  if (known && !known.closedAt) return known.probeAt
  const isSame = known?.closedAt && +now - +known.closedAt < SAME_OUTAGE_MS
  const refusals = isSame ? known.refusals + 1 : 1
  const values = {
    code: error.code,
    reason: error.message,
    openedAt: now,
    closedAt: null,
    refusals,
    probeAt: nextProbe(now, refusals, error.retryAt),
  }
  const [opened] = await ctx.db
    .insert(outages)
    .values({ network, ...values })
    .onConflictDoUpdate({ target: outages.network, set: values, setWhere: not(isOpen) })
    .returning()
  if (opened) logRejection(ctx, opened)
  return opened?.probeAt ?? values.probeAt
}

/** Schedules every probe for now, e.g. after a start with new settings. */
export const probeOutagesNow = ({ db, now }: Context) =>
  db.update(outages).set({ probeAt: now() }).where(isOpen)

export async function claimProbe(ctx: Context): Promise<Outage | undefined> {
  const now = ctx.now()
  const [candidate] = await ctx.db
    .select()
    .from(outages)
    .where(and(isOpen, lte(outages.probeAt, now)))
    .limit(1)
  if (!candidate) return undefined
  const [claimed] = await ctx.db
    .update(outages)
    .set({ probeAt: new Date(+now + PROBE_LEASE_MS) })
    .where(and(eq(outages.network, candidate.network), eq(outages.probeAt, candidate.probeAt), isOpen))
    .returning()
  return claimed
}

/** Extends an outage whose probe was rejected or inconclusive. */
export async function extendOutage(ctx: Context, outage: Outage, error: NetworkError): Promise<void> {
  const isRejected = error.kind === 'installation'
  const refusals = outage.refusals + (isRejected ? 1 : 0)
  const [prolonged] = await ctx.db
    .update(outages)
    .set({
      refusals,
      probeAt: nextProbe(ctx.now(), refusals, error.retryAt),
      ...(isRejected && { code: error.code, reason: error.message }),
    })
    .where(and(eq(outages.network, outage.network), isOpen))
    .returning()
  if (prolonged && isRejected) logRejection(ctx, prolonged)
}

/** Closes an outage, so that sending resumes. */
export async function closeOutage(ctx: Context, { network, openedAt }: Outage): Promise<void> {
  const closedAt = ctx.now()
  const [closed] = await ctx.db
    .update(outages)
    .set({ closedAt })
    .where(and(eq(outages.network, network), isOpen))
    .returning()
  if (!closed) return
  ctx.log.info(
    { network, minutes: Math.round((+closedAt - +openedAt) / MINUTE_MS) },
    'network accepts us again',
  )
  ctx.wake('publish')
}

/** Returns a delay that doubles from 30 seconds up to ten minutes, or the provider's own time if that is later. */
function nextProbe(now: Date, refusals: number, retryAt: Date | undefined): Date {
  const wait = Math.min(MAX_PROBE_MS, FIRST_PROBE_MS * 2 ** (refusals - 1))
  return new Date(Math.max(+now + wait, +(retryAt ?? 0)))
}

const logRejection = ({ log }: Context, { network, code, reason, probeAt }: Outage) =>
  log.error(
    { network, code, probeAt },
    `${networks[network].name} rejects this installation, so nothing is sent there until it accepts us again: ${reason}`,
  )
