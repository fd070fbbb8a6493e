import { and, desc, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { NetworkId } from '#shared/networks.ts'
import { readOwnProfile } from './health.ts'
import { claimProbe, closeOutage, openOutage, prolongOutage } from './outages.ts'
import { accountForPublishing, type LinkedAccount } from './tokens/linked-account.ts'

const MAX_CANDIDATES = 5

/** Probes each network whose probe is due, to find out if it accepts this installation again. */
export async function probeOutages(ctx: Context): Promise<void> {
  for (let outage = await claimProbe(ctx); outage; outage = await claimProbe(ctx)) {
    const linked = await anyAccount(ctx, outage.network)
    const error = linked && (await probe(ctx, linked))
    if (error) await prolongOutage(ctx, outage, error)
    else await closeOutage(ctx, outage)
  }
}

/**
 * Opens an outage once a second call confirms that the error wasn't specific to the first. Skips that call for a rate limit,
 * since it would only use up more of the budget.
 * @returns time of the next probe; undefined if the network accepts us after all
 */
export async function confirmOutage(
  ctx: Context,
  linked: LinkedAccount,
  error: NetworkError,
): Promise<Date | undefined> {
  const { network } = linked.account
  if (error.retryAt) return openOutage(ctx, network, error)
  const second = await probe(ctx, linked)
  return second && openOutage(ctx, network, second.kind === 'installation' ? second : error)
}

/** @returns the error, conclusive or not; undefined if the network accepts us, even if it rejects the account */
async function probe(ctx: Context, linked: LinkedAccount): Promise<NetworkError | undefined> {
  try {
    await readOwnProfile(ctx, linked)
    return undefined
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return ['installation', 'transient', 'unknown'].includes(error.kind) ? error : undefined
  }
}

async function anyAccount(ctx: Context, network: NetworkId): Promise<LinkedAccount | undefined> {
  const candidates = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.network, network), eq(accounts.status, 'connected')))
    .orderBy(desc(accounts.updatedAt))
    .limit(MAX_CANDIDATES)
  for (const { id } of candidates) {
    const linked = await accountForPublishing(ctx, id)
    if (linked?.token) return linked
  }
  return undefined
}
