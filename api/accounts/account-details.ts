import { and, eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { AccountDetails, PageInfo, PublicProfile } from '#shared/accounts.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { markNeedsReconnect, reconnectCauseOf } from './needs-reconnect.ts'
import {
  findAccount,
  isOwnLogin,
  otherBusinessWith,
  profileValues,
  selectedKey,
} from './sign-in/connection.ts'
import { listPagesOf, toPageInfo } from './sign-in/facebook.ts'
import { withValidToken } from './tokens/renewal.ts'
import { findLinkedAccount, type AccountKey, toConnectedAccount } from './tokens/tokens.ts'

/** Maximum wait for the provider, after which the stored details are shown. */
const MAX_WAIT_MS = 5000

export async function readSelectedAccount(ctx: UserContext, network: NetworkId): Promise<AccountDetails> {
  const key = await selectedKey(ctx, network)
  return key ? await readAccount(ctx, key) : { accountConnected: false }
}

/** Returns an account's details from its provider or, if that fails, the stored ones. */
export async function readAccount(ctx: UserContext, key: AccountKey): Promise<AccountDetails> {
  const { network } = key
  const account = await findAccount(ctx, key)
  if (!account || account.status === 'choosing') return { accountConnected: false }
  const declared = networks[network].account
  const listsPages = declared.choice === 'Page'
  const also = await otherBusinessWith(ctx, key, account.providerId)
  const alsoConnectedTo = also !== undefined && { alsoConnectedTo: also }
  if (!(await canCallProvider(ctx)))
    return {
      ...toDetails(account, listsPages ? [selectedPage(account)] : []),
      ...alsoConnectedTo,
    }
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const [fresh, pagesInfo] = await Promise.all([
    refreshAccount(ctx, account, signal),
    listsPages ? listPagesOrSelected(ctx, account, signal) : [],
  ])
  return { ...toDetails(fresh, pagesInfo), ...alsoConnectedTo }
}

/** Returns false if the user loads details too often, because all users share the provider's rate limit. */
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
  const linked = await findLinkedAccount(ctx, account.id)
  if (!linked || linked.account.status !== 'connected') return linked?.account ?? account
  let current = linked
  try {
    current = await withValidToken(ctx, linked)
    return await storeProfile(
      ctx,
      account,
      await ctx.networks[account.network].account.readProfile(toConnectedAccount(ctx, current), signal),
    )
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: account.id, failure: error.code, kind: error.kind }, 'account details not read')
    if (error.kind !== 'reconnect') return account
    await markNeedsReconnect(ctx, account.id, current.token, error)
    return { ...account, status: 'needs_reconnect', reconnectCause: reconnectCauseOf(error) }
  }
}

async function storeProfile({ db, now }: UserContext, account: Account, profile: PublicProfile) {
  const [stored] = await db
    .update(accounts)
    .set({ ...profileValues(profile), updatedAt: now() })
    .where(and(eq(accounts.id, account.id), eq(accounts.providerId, account.providerId)))
    .returning()
  return stored ?? account
}

/**
 * Falls back to the selected Page if the login is a colleague's or has expired: a Page's token may outlive the login that issued it.
 */
async function listPagesOrSelected(ctx: UserContext, account: Account, signal: AbortSignal) {
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
    ...(profile.phone && { phone: profile.phone }),
    followers: profile.followers ?? null,
    following: profile.following ?? null,
    bio: profile.bio ?? '',
    link: profile.link ?? '',
    email,
    ...(networks[network].account.choice === 'Page' && { pagesInfo, selectedPage: selectedPage(account) }),
  }
}
