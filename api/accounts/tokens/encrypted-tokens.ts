import type { Context } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'

/** Identifies an account by business and network, which never change; its row may be recreated with another id. */
type AccountKey = Pick<Account, 'domainId' | 'network'>

const placeOf = ({ domainId, network }: AccountKey, which: 'token' | 'user token') =>
  `accounts ${domainId} ${network} ${which}`

/** Encrypts the token that publishes posts. */
export const encryptToken = ({ cipher }: Pick<Context, 'cipher'>, account: AccountKey, token: string) =>
  cipher.encrypt(token, placeOf(account, 'token'))

export const decryptToken = ({ cipher }: Pick<Context, 'cipher'>, account: AccountKey, encrypted: string) =>
  cipher.decrypt(encrypted, placeOf(account, 'token'))

/** Encrypts the user-level token. For Google this is the refresh token. */
export const encryptUserToken = ({ cipher }: Pick<Context, 'cipher'>, account: AccountKey, token: string) =>
  cipher.encrypt(token, placeOf(account, 'user token'))

export const decryptUserToken = (
  { cipher }: Pick<Context, 'cipher'>,
  account: AccountKey & Pick<Account, 'encryptedUserToken'>,
) => cipher.decrypt(account.encryptedUserToken, placeOf(account, 'user token'))
