import { and, eq, or } from 'drizzle-orm'

import { accountForPublishing, encryptToken, encryptUserToken } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { isEncryptedWithAnotherKey } from '#api/db/encrypted.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import { removeAccount } from './sign-in/connection.ts'
import { markNeedsReconnect } from './signed-out.ts'

/** A person's app-scoped id at a network. */
export type NetworkPerson = { network: NetworkId; personId: string }

/** Removes every account that the person linked, with all data from the network, and holds their scheduled deliveries. */
export async function removeNetworkPerson(ctx: Context, person: NetworkPerson): Promise<void> {
  for (const account of await accountsOf(ctx, person)) await removeAccount(ctx, account)
}

/** Networks report times in whole seconds. */
const SECOND = 1000

/**
 * Deletes the tokens of a person who removed our app, holds their scheduled deliveries and notifies the user who linked the
 * account. Keeps accounts that were connected since, but schedules a check of their tokens.
 */
export async function deleteTokensOf(ctx: Context, person: NetworkPerson, withdrawnAt: Date): Promise<void> {
  for (const account of await accountsOf(ctx, person)) {
    if (+account.signedInAt >= +withdrawnAt + SECOND) await checkSoon(ctx, account)
    else await dropLogin(ctx, account)
  }
}

/** Deletes logins that a lost APP_SECRET encrypted. @returns their number */
export async function dropUnreadableLogins(ctx: Context): Promise<number> {
  const lost = await ctx.db
    .select()
    .from(accounts)
    .where(isEncryptedWithAnotherKey(ctx.cipher, accounts.encryptedUserToken))
  for (const account of lost) await dropLogin(ctx, account)
  return lost.length
}

async function dropLogin(ctx: Context, account: Account): Promise<void> {
  if (account.status === 'choosing') await removeAccount(ctx, account)
  else await dropTokens(ctx, account)
}

async function checkSoon({ db }: Context, { id }: Account): Promise<void> {
  await db.update(accounts).set({ checkedAt: null }).where(eq(accounts.id, id))
}

async function dropTokens(ctx: Context, account: Account): Promise<void> {
  const { id, encryptedToken } = account
  const linked = await accountForPublishing(ctx, id)
  if (!linked || !encryptedToken) return
  await markNeedsReconnect(ctx, id, linked.token)
  await ctx.db
    .update(accounts)
    .set({
      status: 'needs_reconnect',
      encryptedToken: encryptToken(ctx, account, ''),
      encryptedUserToken: encryptUserToken(ctx, account, ''),
      updatedAt: ctx.now(),
    })
    .where(and(eq(accounts.id, id), eq(accounts.encryptedToken, encryptedToken)))
}

/** Matches both of Instagram's ids for a person: the login's and the account's. */
const accountsOf = ({ db }: Context, { network, personId }: NetworkPerson): Promise<Account[]> =>
  db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.network, network),
        network === 'instagram'
          ? or(eq(accounts.providerUserId, personId), eq(accounts.providerId, personId))
          : eq(accounts.providerUserId, personId),
      ),
    )
