import type { Context } from '#api/context.ts'
import type { Account } from '#api/db/schema/accounts.ts'

/** Identifies an account by domain and network, which never change; its row may be recreated with another id. */
type AccountSlot = Pick<Account, 'domainId' | 'network'>

const placeOf = ({ domainId, network }: AccountSlot, which: 'token' | 'user token') =>
  `accounts ${domainId} ${network} ${which}`

/** Encrypts the token that publishes posts. */
export const encryptToken = ({ box }: Pick<Context, 'box'>, account: AccountSlot, token: string) =>
  box.seal(token, placeOf(account, 'token'))

export const decryptToken = ({ box }: Pick<Context, 'box'>, account: AccountSlot, sealed: string) =>
  box.open(sealed, placeOf(account, 'token'))

/** Encrypts the user-level token. For Google this is the refresh token. */
export const encryptUserToken = ({ box }: Pick<Context, 'box'>, account: AccountSlot, token: string) =>
  box.seal(token, placeOf(account, 'user token'))

export const decryptUserToken = (
  { box }: Pick<Context, 'box'>,
  account: AccountSlot & Pick<Account, 'encryptedUserToken'>,
) => box.open(account.encryptedUserToken, placeOf(account, 'user token'))
