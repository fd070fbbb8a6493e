import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { UserContext } from '#api/context.ts'
import { limit } from '#api/http/limits/limits.ts'
import type { BlueskyLoginInput } from '#shared/bluesky.ts'
import { requireAccountAllowance, requireSelectedKey } from './connection.ts'
import { linkOrRevoke, loginOf } from './server-sign-in.ts'
import { callProvider, CONNECT_LIMIT } from './sign-in.ts'

/**
 * Signs in with an app password, and links the account.
 * @throws {DomainError} `invalid` with the server's reason, `conflict` if no business is selected or the plan is full
 */
export async function connectBluesky(ctx: UserContext, input: BlueskyLoginInput): Promise<AccountKey> {
  const { domainId } = await requireSelectedKey(ctx, 'bluesky')
  const key = { domainId, network: 'bluesky' } as const
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  const { did, ...tokens } = await callProvider(() => ctx.networks.bluesky.login.signIn(input))
  const grant = { ...tokens, accountId: did, loginId: did }
  await linkOrRevoke(ctx, key, grant, loginOf(grant))
  return key
}
