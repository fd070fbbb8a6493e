import { askAsAccount } from '#api/accounts/health.ts'
import { accountForPublishing, type LinkedAccount } from '#api/accounts/accounts.ts'
import { accounts } from '#api/accounts/table.ts'
import type { Context } from '#api/context.ts'
import { NetworkError } from '#api/networks/network.ts'
import type { NetworkId } from '#shared/networks.ts'
import { and, desc, eq } from 'drizzle-orm'
import { claimProbe, closeOutage, openOutage, prolongOutage } from './outages.ts'

const AT_MOST_ACCOUNTS = 5

/** Asks each network whose probe is due whether it accepts this installation again. */
export async function probeOutages(ctx: Context): Promise<void> {
  for (let outage = await claimProbe(ctx); outage; outage = await claimProbe(ctx)) {
    const linked = await anyAccount(ctx, outage.network)
    const refusal = linked && (await askWhetherAccepted(ctx, linked))
    if (refusal) await prolongOutage(ctx, outage, refusal)
    else await closeOutage(ctx, outage)
  }
}

/**
 * Stops sending to the network, once a second call shows that the refusal wasn't about the first alone. A limit needs no
 * second call: it would be spent for nothing.
 * @returns when to try again; undefined when the network accepts us after all
 */
export async function confirmOutage(
  ctx: Context,
  linked: LinkedAccount,
  refusal: NetworkError,
): Promise<Date | undefined> {
  const { network } = linked.account
  if (refusal.retryAt) return openOutage(ctx, network, refusal)
  const again = await askWhetherAccepted(ctx, linked)
  return again && openOutage(ctx, network, again.kind === 'installation' ? again : refusal)
}

/** @returns the refusal, or the trouble that leaves it open; undefined when the network knows us, whatever it says of the account */
async function askWhetherAccepted(ctx: Context, linked: LinkedAccount): Promise<NetworkError | undefined> {
  try {
    await askAsAccount(ctx, linked)
    return undefined
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return ['installation', 'passing', 'unknown'].includes(error.kind) ? error : undefined
  }
}

async function anyAccount(ctx: Context, network: NetworkId): Promise<LinkedAccount | undefined> {
  const candidates = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.network, network), eq(accounts.status, 'connected')))
    .orderBy(desc(accounts.updatedAt))
    .limit(AT_MOST_ACCOUNTS)
  for (const { id } of candidates) {
    const linked = await accountForPublishing(ctx, id)
    if (linked?.token) return linked
  }
  return undefined
}
