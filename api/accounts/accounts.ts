import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { together } from '#api/db/together.ts'
import { DomainError } from '#api/errors.ts'
import { NetworkError } from '#api/networks/network.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { findAccount, unlink } from './linking.ts'
import { requireSelectedPlace } from './places.ts'
import { openToken, openUserToken } from './sealed-tokens.ts'
import { type Account, accounts } from './table.ts'

/** The accounts of a domain that posts can be written for; what one that needs reconnecting gets is held until then. */
export function connectedAccounts({ db, userId }: UserContext, domainId: string): Promise<Account[]> {
  return db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, userId),
        eq(accounts.domainId, domainId),
        inArray(accounts.status, ['connected', 'needs_reconnect']),
      ),
    )
}

const accountsOf = prepared(db => db.select().from(accounts).where(isAmong(accounts.id)).prepare())

const readAccount = together(async ({ db }: Context, ids: string[]) => {
  const rows = await accountsOf(db).execute({ ids: JSON.stringify(ids) })
  const byId = new Map(rows.map(account => [account.id, account]))
  return ids.map(id => byId.get(id))
})

/** An account, and the token that its posts are published with. */
export type LinkedAccount = { account: Account; token: string }

/** An account with the token to publish with; undefined when it is gone or has none. Only the engine asks. */
export async function accountForPublishing(
  ctx: Context,
  accountId: string,
): Promise<LinkedAccount | undefined> {
  const account = await readAccount(ctx, accountId)
  const sealed = account?.sealedToken
  if (!account || !sealed) return undefined
  const token = openOrLog(ctx, account, () => openToken(ctx, account, sealed))
  return token === undefined
    ? { account: { ...account, status: 'needs_reconnect' }, token: '' }
    : { account, token }
}

/** Returns the user-level token of the person who connected the account; empty if it was removed or can't be decrypted. */
export const personsToken = (ctx: Context, account: Account): string =>
  account.sealedUserToken === '' ? '' : (openOrLog(ctx, account, () => openUserToken(ctx, account)) ?? '')

/** Lets an account rest until the provider has room for it again; a longer rest stays. */
export async function pauseAccount({ db }: Context, accountId: string, until: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ pausedUntil: until })
    .where(and(eq(accounts.id, accountId), or(isNull(accounts.pausedUntil), lt(accounts.pausedUntil, until))))
}

/** Takes the network's account off the selected domain. What it had scheduled is held. */
export async function disconnectAccount(ctx: UserContext, network: NetworkId): Promise<void> {
  const place = await requireSelectedPlace(ctx, network)
  const account = await findAccount(ctx, place)
  if (!account) throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  await unlink(ctx, account)
  if (account.network !== 'instagram') await revokeUnusedLogin(ctx, account, account.network)
}

/** Revoking ends every token that the person gave us, so it waits until the last account of the login is gone. */
async function revokeUnusedLogin(
  ctx: Context,
  account: Account,
  network: 'facebook' | 'google',
): Promise<void> {
  const isSameLogin = and(
    eq(accounts.network, network),
    eq(accounts.providerUserId, account.providerUserId),
    ne(accounts.id, account.id),
  )
  if ((await ctx.db.$count(accounts, isSameLogin)) > 0) return
  const token = openOrLog(ctx, account, () => openUserToken(ctx, account))
  if (token === undefined) return
  try {
    await ctx.networks[network].login.revoke(token)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: account.id, failure: error.code }, 'login could not be revoked')
  }
}

/** Undefined when it was sealed with another APP_SECRET. */
function openOrLog({ log }: Context, { id }: Account, open: () => string): string | undefined {
  try {
    return open()
  } catch {
    log.error(
      { accountId: id },
      'token can’t be decrypted: APP_SECRET has changed, or the token belongs to another account',
    )
    return undefined
  }
}
