import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'

import { revokeGrant } from '#api/accounts/disconnect.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import type { Context } from '#api/context.ts'
import { isUnbound } from '#api/db/encrypted.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { NetworkError, type Renewal } from '#api/networks/core/network.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import {
  findLinkedAccount,
  decryptToken,
  decryptUserToken,
  encryptToken,
  encryptUserToken,
  type LinkedAccount,
} from './tokens.ts'

const CHECK_INTERVAL_MS = 250
const MAX_CHECKS = 60

/**
 * Returns the account with a token that is valid for a call. Renews tokens that last for hours.
 * @param rejectedToken a token that the provider rejected before it expired
 * @throws {NetworkError} `reconnect` if the user's grant has ended, `transient` if the network can't be reached
 */
export async function withValidToken(
  ctx: Context,
  linked: LinkedAccount,
  rejectedToken?: string,
): Promise<LinkedAccount> {
  let current = linked
  for (let check = 0; check < MAX_CHECKS; check++) {
    const { account, token } = current
    const { renewal } = ctx.networks[account.network].account
    if (renewal?.before !== 'call' || account.status !== 'connected') return current
    const ends = +(account.tokenExpiresAt ?? 0)
    if (token !== rejectedToken && ends - +ctx.now() > renewal.minLifeMs) return current
    const renewed = await withRenewalLock(ctx, account.id, renewal.lockMs, () =>
      renewToken(ctx, account.id, renewal, rejectedToken),
    )
    if (renewed) return renewed
    await ctx.pause(CHECK_INTERVAL_MS)
    current = (await findLinkedAccount(ctx, account.id)) ?? current
  }
  const { name } = networks[linked.account.network]
  throw new NetworkError('transient', 'login/renewing', `Our sign-in to ${name} is being renewed.`)
}

/** True if only the access token was rejected, so that the user's grant may still yield another one. */
export async function canBeRenewed(
  ctx: Context,
  linked: LinkedAccount,
  refusal: NetworkError,
): Promise<boolean> {
  const { renewal } = ctx.networks[linked.account.network].account
  if (!renewal?.expiredTokenCodes.includes(refusal.code)) return false
  try {
    return (await withValidToken(ctx, linked, linked.token)).token !== linked.token
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return error.kind !== 'reconnect'
  }
}

async function renewToken(
  ctx: Context,
  id: string,
  { minLifeMs, renew }: Renewal,
  rejectedToken?: string,
): Promise<LinkedAccount> {
  const linked = await findLinkedAccount(ctx, id)
  if (!linked) throw new NetworkError('transient', 'login/gone', 'The account is not connected any more.')
  const { account, token } = linked
  const isNew = token !== rejectedToken && +(account.tokenExpiresAt ?? 0) - +ctx.now() > minLifeMs
  if (isNew || account.status !== 'connected') return linked
  const { accessToken, expiresAt, userToken } = await renew(decryptUserToken(ctx, account))
  const [renewed] = await ctx.db
    .update(accounts)
    .set({
      encryptedToken: encryptToken(ctx, account, accessToken),
      ...(userToken && { encryptedUserToken: encryptUserToken(ctx, account, userToken) }),
      tokenExpiresAt: expiresAt,
      updatedAt: ctx.now(),
    })
    .where(and(eq(accounts.id, id), eq(accounts.encryptedUserToken, account.encryptedUserToken)))
    .returning()
  if (renewed) return { account: renewed, token: accessToken }
  // The account was disconnected or replaced meanwhile. That revoked only its previous grant.
  const { network, providerUserId } = account
  if (userToken) await revokeGrant(ctx, { network, providerUserId, token: () => userToken })
  return linked
}

/** Lifetime of the lock. It exceeds the duration of a renewal, so it only expires if its process died. */
const LOCK_MS = 30_000

/**
 * Holds the lock of an account's renewal during `work`. Of two concurrent renewals, the older token might be stored last.
 * @returns undefined if another caller has the lock
 */
async function withRenewalLock<Result>(
  { db, now }: Context,
  id: string,
  lockMs = LOCK_MS,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const at = now()
  const locked = await db
    .update(accounts)
    .set({ renewingUntil: new Date(+at + lockMs) })
    .where(and(eq(accounts.id, id), or(isNull(accounts.renewingUntil), lt(accounts.renewingUntil, at))))
    .returning({ id: accounts.id })
  if (locked.length === 0) return undefined
  try {
    return await work()
  } finally {
    await db.update(accounts).set({ renewingUntil: null }).where(eq(accounts.id, id))
  }
}

const BATCH_SIZE = 100

/**
 * Re-encrypts tokens that release 0.1.0 didn't bind to their rows. Holds the renewal lock, since renewals compare ciphertexts.
 */
export async function bindTokens(ctx: Context): Promise<void> {
  const { db, cipher } = ctx
  const unbound = await db
    .select()
    .from(accounts)
    .where(or(isUnbound(cipher, accounts.encryptedToken), isUnbound(cipher, accounts.encryptedUserToken)))
    .limit(BATCH_SIZE)
  for (const account of unbound) await withRenewalLock(ctx, account.id, undefined, () => bind(ctx, account))
}

async function bind(ctx: Context, account: Account): Promise<void> {
  const { id, encryptedToken, encryptedUserToken } = account
  await ctx.db
    .update(accounts)
    .set({
      encryptedToken:
        encryptedToken && encryptToken(ctx, account, decryptToken(ctx, account, encryptedToken)),
      encryptedUserToken: encryptUserToken(ctx, account, decryptUserToken(ctx, account)),
    })
    .where(
      and(
        eq(accounts.id, id),
        eq(accounts.encryptedUserToken, encryptedUserToken),
        encryptedToken === null
          ? isNull(accounts.encryptedToken)
          : eq(accounts.encryptedToken, encryptedToken),
      ),
    )
}

/** Renews the tokens that last for weeks. An expired one can't be renewed. */
export async function refreshTokens(ctx: Context): Promise<void> {
  for (const network of NETWORK_IDS) {
    const { renewal } = ctx.networks[network].account
    if (renewal?.before === 'end') await refreshTokensOf(ctx, network, renewal)
  }
}

async function refreshTokensOf(ctx: Context, network: NetworkId, renewal: Renewal): Promise<void> {
  const { db, now } = ctx
  const due = await db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.network, network),
        eq(accounts.status, 'connected'),
        lt(accounts.tokenExpiresAt, new Date(now().getTime() + renewal.minLifeMs)),
      ),
    )
    .orderBy(asc(accounts.tokenExpiresAt))
    .limit(BATCH_SIZE)
  for (const { id } of due)
    await withRenewalLock(ctx, id, renewal.lockMs, () => refreshToken(ctx, id, renewal))
}

/** Marks the account if the provider rejects the token. After another failure, the next run tries again. */
async function refreshToken(ctx: Context, id: string, { renew }: Renewal): Promise<void> {
  const linked = await findLinkedAccount(ctx, id)
  if (linked?.account.status !== 'connected') return
  const { account, token } = linked
  try {
    const { accessToken, expiresAt, userToken = accessToken } = await renew(token)
    await ctx.db
      .update(accounts)
      .set({
        encryptedToken: encryptToken(ctx, account, accessToken),
        encryptedUserToken: encryptUserToken(ctx, account, userToken),
        tokenExpiresAt: expiresAt,
        updatedAt: ctx.now(),
      })
      .where(and(eq(accounts.id, id), eq(accounts.encryptedToken, account.encryptedToken ?? '')))
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: id, failure: error.code, kind: error.kind }, 'token not renewed')
    if (error.kind === 'reconnect') await markNeedsReconnect(ctx, id, token, error)
  }
}
