import type { Context, RequestContext } from '#api/context.ts'
import { limitAddress } from '#api/http/limits/limits.ts'
import { newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { connectAccount, type Login, type ProviderAccount, requireStillAllowed } from './connection.ts'
import { type LinkSignIn, asLinkLogin, beginDialog } from './link-sign-in.ts'
import { consumeState } from './oauth-state.ts'
import type { RedirectQuery, ReturnMessage } from './return-page.ts'
import { callProvider, completeReturn, CONNECT_LIMIT, returnUrl } from './sign-in.ts'

/**
 * Completes a sign-in in the browser that started it, and links the account for the user who did.
 * @throws {DomainError} with a message for that user
 */
async function finishInstagram(
  requestContext: RequestContext,
  { code, state, browser }: { code: string; state: string; browser: string | undefined },
): Promise<void> {
  await limitAddress(requestContext, { ...CONNECT_LIMIT, name: 'connect:address' })
  if (!browser || !code || !state) throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired)
  const { domainId, ...owner } = await consumeState(requestContext, 'instagram', state, { browser })
  const ctx = { ...requestContext, ...owner }
  const key = { domainId, network: 'instagram' } as const
  await requireStillAllowed(ctx, key)

  const { login, account } = await signInToInstagram(ctx, code)
  await connectAccount(ctx, key, login, account)
}

async function signInToInstagram(
  ctx: Context,
  code: string,
): Promise<{ login: Login; account: ProviderAccount }> {
  const { login } = ctx.networks.instagram
  const { token, profile } = await callProvider(async () => {
    const token = await login.exchangeCode({ code, redirectUri: returnUrl(ctx.config, 'instagram') })
    return { token, profile: await login.readProfile(token.accessToken) }
  })
  return {
    login: {
      providerUserId: profile.scopedId,
      userToken: token.accessToken,
      expiresAt: token.expiresAt,
    },
    account: { providerId: profile.userId, token: token.accessToken, profile },
  }
}

/** Exchanges the dialog's code at once. The token in the message only signals success and grants nothing. */
export const returnFromInstagram = async (
  ctx: RequestContext,
  { code, state, error }: RedirectQuery,
  browser: string | undefined,
): Promise<ReturnMessage> =>
  (await completeReturn(ctx, 'instagram', error, () => finishInstagram(ctx, { code, state, browser }))) ?? {
    status: 'success',
    token: newToken(),
  }

/** A sign-in with a connect link. It is for a single account, so there is no choice. */
export const instagramLinkSignIn: LinkSignIn = {
  begin: beginDialog('instagram'),
  async complete(ctx, { code }) {
    const { login, account } = await signInToInstagram(ctx, code)
    const saved = { login: asLinkLogin(ctx, login) }
    return {
      saved,
      unlisted: [],
      options: [{ id: account.providerId, name: account.profile.name, detail: account.profile.username }],
      connect: async key => void (await connectAccount(ctx, key, saved.login, account)),
    }
  },
}
