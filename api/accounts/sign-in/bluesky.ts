import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { UserContext } from '#api/context.ts'
import { limit } from '#api/http/limits/limits.ts'
import type { BlueskyLoginInput } from '#shared/bluesky.ts'
import { connectAccount, requireAccountAllowance, requireSelectedKey } from './connection.ts'
import { callProvider, CONNECT_LIMIT } from './sign-in.ts'

/**
 * Signs in with an app password, and links the account.
 * @throws {DomainError} `invalid` with the server's reason, `conflict` if no business is selected or the plan is full
 */
export async function connectBluesky(ctx: UserContext, input: BlueskyLoginInput): Promise<AccountKey> {
  const key = await requireSelectedKey(ctx, 'bluesky')
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  const { login } = ctx.networks.bluesky
  const { did, token, userToken, expiresAt, profile } = await callProvider(async () => {
    const signedIn = await login.signIn(input)
    return { ...signedIn, profile: await login.readProfile(signedIn.did, signedIn.token) }
  })
  await connectAccount(
    ctx,
    key,
    { providerUserId: did, userToken, expiresAt },
    { providerId: did, token, profile },
  )
  return key
}
