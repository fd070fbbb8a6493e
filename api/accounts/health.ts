import { and, asc, between, desc, eq, exists, isNull, lt, or } from 'drizzle-orm'

import { withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount, type LinkedAccount, toConnectedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import type { NetworkId } from '#shared/networks.ts'
import { markNeedsReconnect } from './needs-reconnect.ts'
import { claimProbe, closeOutage, openOutage, extendOutage } from './outages.ts'

const BATCH_SIZE = 50

/**
 * Checks the accounts' tokens with their providers: daily, and hourly for an account with a post due within a day, so that people
 * are warned in time.
 */
export async function checkAccounts(ctx: Context): Promise<void> {
  const now = +ctx.now()
  const publishesSoon = exists(
    ctx.db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.accountId, accounts.id),
          eq(deliveries.state, 'scheduled'),
          between(deliveries.wakeAt, new Date(now), new Date(now + DAY_MS)),
        ),
      ),
  )
  const due = await ctx.db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.status, 'connected'),
        or(
          isNull(accounts.checkedAt),
          lt(accounts.checkedAt, new Date(now - DAY_MS)),
          and(lt(accounts.checkedAt, new Date(now - HOUR_MS)), publishesSoon),
        ),
      ),
    )
    .orderBy(asc(accounts.checkedAt))
    .limit(BATCH_SIZE)
  for (const account of due) await checkAccount(ctx, account)
}

async function checkAccount(ctx: Context, { id }: Account): Promise<void> {
  const linked = await findLinkedAccount(ctx, id)
  if (!linked?.token) return
  let current = linked
  try {
    current = await withValidToken(ctx, linked)
    await checkAccess(ctx, current)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: id, failure: error.code, kind: error.kind }, 'account check failed')
    if (error.kind === 'installation') await openOutage(ctx, linked.account.network, error)
    if (needsReconnect(error)) await markNeedsReconnect(ctx, id, current.token, error)
  }
  await ctx.db.update(accounts).set({ checkedAt: ctx.now() }).where(eq(accounts.id, id))
}

/** True if the user must sign in again: the token expired, belongs to another app or lost permissions. */
const needsReconnect = ({ kind, code }: NetworkError) => kind === 'reconnect' || code.startsWith('login/')

const checkAccess = (ctx: Context, linked: LinkedAccount) =>
  ctx.networks[linked.account.network].account.check(toConnectedAccount(ctx, linked))

const MAX_CANDIDATES = 5

/** Makes the due probes, each of which checks whether a network accepts this installation again. */
export async function probeOutages(ctx: Context): Promise<void> {
  for (let outage = await claimProbe(ctx); outage; outage = await claimProbe(ctx)) {
    const linked = await anyAccount(ctx, outage.network)
    const error = linked && (await probe(ctx, linked))
    if (error) await extendOutage(ctx, outage, error)
    else await closeOutage(ctx, outage)
  }
}

/**
 * Opens an outage if a second call confirms that the network rejects the installation. A rate limit needs no confirmation, which would
 * only use up more of the budget.
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

/** Returns undefined if the network accepts this installation, even if it rejects the account. */
async function probe(ctx: Context, linked: LinkedAccount): Promise<NetworkError | undefined> {
  try {
    await checkAccess(ctx, linked)
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
    const linked = await findLinkedAccount(ctx, id)
    if (linked?.token) return linked
  }
  return undefined
}
