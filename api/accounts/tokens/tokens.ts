import type { Context } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import type { ConnectedAccount } from '#api/networks/core/network.ts'

/** Identifies the account of a business on a network. Unlike the row's id, it never changes. */
export type AccountKey = Pick<Account, 'domainId' | 'network'>

const bindingOf = ({ domainId, network }: AccountKey, which: 'token' | 'user token') =>
  `accounts ${domainId} ${network} ${which}`

export const encryptToken = ({ cipher }: Pick<Context, 'cipher'>, account: AccountKey, token: string) =>
  cipher.encrypt(token, bindingOf(account, 'token'))

export const decryptToken = ({ cipher }: Pick<Context, 'cipher'>, account: AccountKey, encrypted: string) =>
  cipher.decrypt(encrypted, bindingOf(account, 'token'))

/** Encrypts the user-level token. For Google this is the refresh token. */
export const encryptUserToken = ({ cipher }: Pick<Context, 'cipher'>, account: AccountKey, token: string) =>
  cipher.encrypt(token, bindingOf(account, 'user token'))

export const decryptUserToken = (
  { cipher }: Pick<Context, 'cipher'>,
  account: AccountKey & Pick<Account, 'encryptedUserToken'>,
) => cipher.decrypt(account.encryptedUserToken, bindingOf(account, 'user token'))

const accountsOf = prepared(db => db.select().from(accounts).where(isAmong(accounts.id)).prepare())

const readAccount = batched(async ({ db }: Context, ids: string[]) => {
  const rows = await accountsOf(db).execute({ ids: JSON.stringify(ids) })
  const byId = new Map(rows.map(account => [account.id, account]))
  return ids.map(id => byId.get(id))
})

/** An account with the token that publishes its posts. */
export type LinkedAccount = { account: Account; token: string }

/** Returns an account with its publishing token; undefined if it was removed or has none. Not scoped to a user. */
export async function findLinkedAccount(ctx: Context, accountId: string): Promise<LinkedAccount | undefined> {
  const account = await readAccount(ctx, accountId)
  const encrypted = account?.encryptedToken
  if (!account || !encrypted) return undefined
  const token = decryptOrLog(ctx, account, () => decryptToken(ctx, account, encrypted))
  return token === undefined
    ? { account: { ...account, status: 'needs_reconnect' }, token: '' }
    : { account, token }
}

/** Converts an account for its network's adapter. */
export const toConnectedAccount = (ctx: Context, { account, token }: LinkedAccount): ConnectedAccount => ({
  id: account.providerId,
  name: account.name,
  picture: account.picture,
  email: account.profile.email ?? '',
  token,
  userToken: () => decryptUserToken(ctx, account),
})

/** Returns the user-level token of the person who connected the account; empty if it was deleted or can't be decrypted. */
export const userTokenOf = (ctx: Context, account: Account): string =>
  account.encryptedUserToken === ''
    ? ''
    : (decryptOrLog(ctx, account, () => decryptUserToken(ctx, account)) ?? '')

/** Decrypts a token. Returns undefined, and logs an error, if another APP_SECRET encrypted it. */
export function decryptOrLog({ log }: Context, { id }: Account, open: () => string): string | undefined {
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
