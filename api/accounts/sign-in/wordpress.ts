import * as v from 'valibot'

import { requireSelectedAccount } from '#api/accounts/accounts.ts'
import { revokeGrant, revokeLogin } from '#api/accounts/disconnect.ts'
import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { RequestContext, UserContext } from '#api/context.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { grantOf, type WordPressGrant, type WordPressSite } from '#api/networks/wordpress/login.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import type { ArticleNames, WordPressStart } from '#shared/wordpress.ts'
import {
  replaceAccount,
  requireAccountAllowance,
  requireSelectedKey,
  requireStillAllowed,
  type SignInContext,
} from './connection.ts'
import { consumeState, issueState } from './oauth-state.ts'
import { returnText } from './return-page.ts'
import { callProvider, completeReturn, CONNECT_LIMIT } from './sign-in.ts'

/** Query of the redirect from a site's page. */
export const WordPressReturn = v.object({
  state: returnText(500),
  error: returnText(100),
  user_login: returnText(200),
  password: returnText(200),
})
export type WordPressReturn = v.InferOutput<typeof WordPressReturn>

/** The site that was found when the sign-in started. Values that its page returns can't replace it. */
const Site = v.object({ site: v.string(), root: v.string(), authorizationUrl: v.string() })
const binding = (domainId: string) => `oauth_states wordpress ${domainId}`

/**
 * Finds the WordPress of a website, and returns the URL of the page on which the owner gives consent.
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` with what is wrong with the website
 */
export async function startWordPress(
  ctx: UserContext,
  { site: entered }: WordPressStart,
  browser: string,
): Promise<string> {
  const key = await requireSelectedKey(ctx, 'wordpress')
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  const { login } = ctx.networks.wordpress
  const site = await callProvider(() => login.find(entered))
  const state = await issueState(ctx, 'wordpress', key.domainId, browser, {
    encryptedVerifier: ctx.cipher.encrypt(JSON.stringify(site), binding(key.domainId)),
    domainId: ctx.shownDomainId,
  })
  return login.dialogUrl(site, { returnUrl: `${ctx.config.publicUrl}/api/auth/wordpress`, state })
}

/** Completes a sign-in in the browser that started it, and links the site for the user who did. */
export const returnFromWordPress = (
  ctx: RequestContext,
  returned: WordPressReturn,
  browser: string | undefined,
) => completeReturn(ctx, 'wordpress', returned.error, () => finishWordPress(ctx, returned, browser))

async function finishWordPress(
  requestContext: RequestContext,
  { state, user_login: user, password }: WordPressReturn,
  browser: string | undefined,
): Promise<void> {
  await limitAddress(requestContext, { ...CONNECT_LIMIT, name: 'connect:address' })
  if (!browser || !state || !user || !password)
    throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired)
  const { domainId, encryptedVerifier, ...owner } = await consumeState(requestContext, 'wordpress', state, {
    browser,
  })
  const ctx = { ...requestContext, ...owner }
  const site = v.parse(Site, JSON.parse(ctx.cipher.decrypt(encryptedVerifier ?? '', binding(domainId))))
  const grant = grantOf(site, { user, password })
  try {
    await connectSite(ctx, { domainId, network: 'wordpress' }, site, grant)
  } catch (error) {
    const { loginId: providerUserId, token } = grant
    await revokeGrant(ctx, { network: 'wordpress', providerUserId, token: () => token })
    throw error
  }
}

async function connectSite(
  ctx: SignInContext,
  key: AccountKey,
  site: WordPressSite,
  grant: WordPressGrant,
): Promise<void> {
  await requireStillAllowed(ctx, key)
  const { login } = ctx.networks.wordpress
  const { id, token, profile } = await callProvider(async () => {
    const signedIn = await login.signIn(site, grant)
    return { ...signedIn, profile: await login.readProfile(signedIn.id, signedIn.token) }
  })
  const { replaced } = await replaceAccount(
    ctx,
    key,
    { providerUserId: grant.loginId, userToken: token, expiresAt: undefined },
    { providerId: id, token, profile },
  )
  if (replaced) await revokeLogin(ctx, replaced)
}

/** Lists the names that an article on the selected business's website may have. */
export async function readArticleNames(ctx: UserContext): Promise<ArticleNames> {
  await limit(ctx, { ...LIMITS.readProviderPosts, key: ctx.userId })
  const { token } = await requireSelectedAccount(ctx, 'wordpress', 'see')
  return await callProvider(() => ctx.networks.wordpress.login.listNames(token))
}
