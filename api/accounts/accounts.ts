import { and, eq, inArray, isNull, lt, ne, or, not, type SQL } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  ACCOUNT_MESSAGES,
  describeLostAccess,
  reconnectAdvice,
  type AccountDetails,
  type PageInfo,
  type PublicProfile,
} from '#shared/accounts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { markNeedsReconnect, reconnectCauseOf } from './needs-reconnect.ts'
import {
  findAccount,
  removeAccount,
  requireSelectedDestination,
  type AccountKey,
  isOwnLogin,
  profileValues,
  selectedDestination,
  businessesOfPages,
} from './sign-in/connection.ts'
import { listPagesOf, toPageInfo } from './sign-in/facebook.ts'
import { withValidToken } from './tokens/renewal.ts'
import { accountForPublishing, decryptOrLog, decryptUserToken } from './tokens/tokens.ts'

/** Returns a business's accounts that can have posts. Posts for one that needs reconnecting are held until then. */
export function connectedAccounts(ctx: Inside<UserContext>, domainId: string): Promise<Account[]> {
  return ctx.db
    .select()
    .from(accounts)
    .where(
      and(
        isAllowedIn(ctx, accounts.domainId),
        eq(accounts.domainId, domainId),
        inArray(accounts.status, ['connected', 'needs_reconnect']),
      ),
    )
}

/** Starts a cool-down of an account. Never shortens an existing one. */
export async function startCoolDown({ db }: Context, accountId: string, until: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ coolDownUntil: until })
    .where(
      and(eq(accounts.id, accountId), or(isNull(accounts.coolDownUntil), lt(accounts.coolDownUntil, until))),
    )
}

/** Disconnects the network's account from the selected business and holds its scheduled deliveries. */
export async function disconnectAccount(ctx: UserContext, network: NetworkId): Promise<void> {
  const slot = await requireSelectedDestination(ctx, network)
  const account = await findAccount(ctx, slot)
  if (!account) throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  await removeAccount(ctx, account)
  await revokeLogin(ctx, account, ne(accounts.id, account.id))
}

/**
 * Returns the selected business's account on a network, with its token.
 * @throws {DomainError} `not_found` if there is none, `conflict` if it needs reconnecting or no business is selected
 */
export async function requireSelectedAccount(
  ctx: UserContext,
  network: NetworkId,
  permission: Permission,
): Promise<{ account: Account; token: string }> {
  const account = await findAccount(ctx, await requireSelectedDestination(ctx, network, permission))
  if (!account || account.status === 'choosing')
    throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  const linked = await accountForPublishing(ctx, account.id)
  if (!linked?.token || linked.account.status !== 'connected') throw signedOut(account)
  return linked
}

export const signedOut = ({
  network,
  name,
  reconnectCause: cause,
}: Pick<Account, 'network' | 'name' | 'reconnectCause'>) =>
  new DomainError(
    'conflict',
    `${describeLostAccess(network, name, cause)}. Reconnect it in Social Hub${reconnectAdvice(network, cause)}.`,
  )

/**
 * Revokes a user's logins at the networks. Instagram has no such call: its tokens are only deleted.
 * @param stays SQL condition for the accounts that their business keeps
 * @returns false if a network could not be reached and a retry makes sense
 */
export async function revokeLoginsOf(ctx: Context, userId: string, stays: SQL): Promise<boolean> {
  const goes = allOf(eq(accounts.userId, userId), not(stays))
  const own = await ctx.db.select().from(accounts).where(goes)
  const logins = new Map(own.map(account => [`${account.network} ${account.providerUserId}`, account]))
  const done: boolean[] = []
  for (const account of logins.values()) done.push(await revokeLogin(ctx, account, not(goes)))
  return !done.includes(false)
}

/**
 * Revokes a login unless another account uses it too, since that invalidates all tokens of the person at the network.
 * @param others SQL condition for the accounts that keep the login
 * @returns false if the network could not be reached and a retry makes sense
 */
async function revokeLogin(ctx: Context, account: Account, others: SQL): Promise<boolean> {
  const { network, providerUserId } = account
  const { login } = ctx.networks[network]
  if (!('revoke' in login)) return true
  const isInUse = and(eq(accounts.network, network), eq(accounts.providerUserId, providerUserId), others)
  if ((await ctx.db.$count(accounts, isInUse)) > 0) return true
  const token = decryptOrLog(ctx, account, () => decryptUserToken(ctx, account))
  if (!token) return true
  try {
    await login.revoke(token)
    return true
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: account.id, failure: error.code }, 'login could not be revoked')
    // A token that the network rejects is already revoked.
    return error.kind === 'reconnect' || error.kind === 'permanent'
  }
}

/** Maximum wait for the provider. Afterwards the stored details are shown. */
const MAX_WAIT_MS = 5000

/** Returns the details of the selected business's account on a network. */
export async function readSelectedAccount(ctx: UserContext, network: NetworkId): Promise<AccountDetails> {
  const slot = await selectedDestination(ctx, network)
  return slot ? await readAccount(ctx, slot) : { accountConnected: false }
}

/** Returns an account's current details from its provider, or else the stored ones. */
export async function readAccount(ctx: UserContext, slot: AccountKey): Promise<AccountDetails> {
  const { network } = slot
  const account = await findAccount(ctx, slot)
  if (!account || account.status === 'choosing') return { accountConnected: false }
  const also =
    network === 'instagram' ? (await businessesOfPages(ctx, slot)).get(account.providerId) : undefined
  const alsoConnectedTo = also !== undefined && { alsoConnectedTo: also }
  if (!(await canCallProvider(ctx)))
    return {
      ...toDetails(account, network === 'facebook' ? [selectedPage(account)] : []),
      ...alsoConnectedTo,
    }
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const [fresh, pagesInfo] = await Promise.all([
    refreshAccount(ctx, account, signal),
    network === 'facebook' ? listPagesOrSelected(ctx, account, signal) : [],
  ])
  return { ...toDetails(fresh, pagesInfo), ...alsoConnectedTo }
}

/** Returns false for a user who loads details too often, since all users share the provider's rate limit. */
async function canCallProvider(ctx: UserContext): Promise<boolean> {
  try {
    await limit(ctx, { ...LIMITS.readAccounts, key: ctx.userId })
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

async function refreshAccount(ctx: UserContext, account: Account, signal: AbortSignal): Promise<Account> {
  const linked = await accountForPublishing(ctx, account.id)
  if (!linked || linked.account.status !== 'connected') return linked?.account ?? account
  let current = linked
  try {
    current = await withValidToken(ctx, linked)
    return await storeProfile(ctx, account, await readProfile(ctx, current, signal))
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: account.id, failure: error.code, kind: error.kind }, 'account details not read')
    if (error.kind !== 'reconnect') return account
    await markNeedsReconnect(ctx, account.id, current.token, error)
    return { ...account, status: 'needs_reconnect', reconnectCause: reconnectCauseOf(error) }
  }
}

const readProfile = (
  { networks }: UserContext,
  { account, token }: { account: Account; token: string },
  signal: AbortSignal,
): Promise<PublicProfile> =>
  ({
    facebook: () => networks.facebook.login.readPage(account.providerId, token, signal),
    instagram: () => networks.instagram.login.readProfile(token, signal),
    google: async () => ({
      ...(await networks.google.login.readLocation(account.providerId, token, signal)),
      // A location has neither picture nor e-mail, so these belong to the person who signed in.
      picture: account.picture,
      email: account.profile.email ?? '',
    }),
  })[account.network]()

async function storeProfile(
  { db, now }: UserContext,
  account: Account,
  profile: PublicProfile,
): Promise<Account> {
  const [stored] = await db
    .update(accounts)
    .set({ ...profileValues(profile), updatedAt: now() })
    .where(and(eq(accounts.id, account.id), eq(accounts.providerId, account.providerId)))
    .returning()
  return stored ?? account
}

/**
 * Returns only the selected Page if the login is a colleague's or has expired. Page tokens may outlive the login that issued
 * them.
 */
async function listPagesOrSelected(
  ctx: UserContext,
  account: Account,
  signal: AbortSignal,
): Promise<PageInfo[]> {
  if (!isOwnLogin(ctx, account)) return [selectedPage(account)]
  try {
    return (await listPagesOf(ctx, account, signal)).found.map(toPageInfo)
  } catch (error) {
    ctx.log.warn(
      { accountId: account.id, failure: error instanceof NetworkError ? error.code : 'internal' },
      'pages not listed',
    )
    return [selectedPage(account)]
  }
}

const selectedPage = ({ providerId, name, picture }: Account): PageInfo => ({ id: providerId, name, picture })

function toDetails(account: Account, pagesInfo: PageInfo[]): AccountDetails {
  const { profile, name, username, picture, network } = account
  const email = profile.email ?? ''
  return {
    accountConnected: true,
    provider: network,
    status: account.status === 'needs_reconnect' ? 'needs_reconnect' : 'connected',
    reconnectCause: account.status === 'needs_reconnect' ? account.reconnectCause : null,
    providerId: account.providerId,
    profile: { name, picture, email },
    name,
    username,
    picture,
    location: profile.location ?? '',
    followers: profile.followers ?? null,
    following: profile.following ?? null,
    bio: profile.bio ?? '',
    link: profile.link ?? '',
    email,
    ...(network === 'facebook' && { pagesInfo, selectedPage: selectedPage(account) }),
  }
}
