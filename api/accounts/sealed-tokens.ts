import type { Context } from '#api/context.ts'
import type { Account } from './table.ts'

/** By the domain and the network, which an account keeps for life; its row may be made anew. */
type Place = Pick<Account, 'domainId' | 'network'>

const placeOf = ({ domainId, network }: Place, which: 'token' | 'user token') =>
  `accounts ${domainId} ${network} ${which}`

/** What posts are published with. */
export const sealToken = ({ box }: Pick<Context, 'box'>, account: Place, token: string) =>
  box.seal(token, placeOf(account, 'token'))

export const openToken = ({ box }: Pick<Context, 'box'>, account: Place, sealed: string) =>
  box.open(sealed, placeOf(account, 'token'))

/** Of the person who signed in; Google's is the refresh token. */
export const sealUserToken = ({ box }: Pick<Context, 'box'>, account: Place, token: string) =>
  box.seal(token, placeOf(account, 'user token'))

export const openUserToken = (
  { box }: Pick<Context, 'box'>,
  account: Place & Pick<Account, 'sealedUserToken'>,
) => box.open(account.sealedUserToken, placeOf(account, 'user token'))
