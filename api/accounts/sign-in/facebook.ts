import { requireSelectedAccount } from '#api/accounts/accounts.ts'
import { type AccountKey, decryptUserToken } from '#api/accounts/tokens/tokens.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { Listing } from '#api/networks/core/listing.ts'
import type { FacebookUserToken } from '#api/networks/facebook/login.ts'
import type { FacebookPage } from '#api/networks/facebook/pages.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  ACCOUNT_MESSAGES,
  type FacebookLogin,
  type PageChoice,
  type PageInfo,
  type UnlistedGroup,
} from '#shared/accounts.ts'
import type { Place } from '#shared/posts/extras.ts'
import {
  findOwnLogin,
  saveLogin,
  connectAccount,
  type Login,
  type SignInContext,
  requireStillAllowed,
  requireSelectedKey,
  selectedKey,
  businessesOfPages,
} from './connection.ts'
import { type LinkSignIn, type SavedLogin, type SignedIn, asLinkLogin, beginDialog } from './link-sign-in.ts'
import { consumeState } from './oauth-state.ts'
import { type RedirectQuery, errorMessage, type ReturnMessage } from './return-page.ts'
import { callProvider, CONNECT_LIMIT, onlyAccount, returnUrl } from './sign-in.ts'

/**
 * Completes a login and links its Page if it is unambiguous: the only one, or the one that was linked before. Otherwise stores the
 * login until a Page is chosen.
 */
export async function finishFacebook(ctx: UserContext, input: FacebookLogin): Promise<AccountKey> {
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  const { key, token } = await completeLogin(ctx, input)
  const pages = await callProvider(() => ctx.networks.facebook.login.listPages(token.accessToken))
  if (pages.found.length === 0) throw new DomainError('invalid', ACCOUNT_MESSAGES.noPages)

  const login = { providerUserId: token.userId, userToken: token.accessToken, expiresAt: token.expiresAt }
  const existing = await findOwnLogin(ctx, key)
  const page = onlyAccount(pages, existing?.providerId)
  if (page) await linkPage(ctx, key, login, page)
  else await saveLogin(ctx, key, login)
  return key
}

/** Passes the dialog's code to the page that opened it, which sends it to the api with the user's session. */
export function returnFromFacebook({ code, state, error }: RedirectQuery): ReturnMessage {
  if (error || !code || !state) return { status: 'error', message: errorMessage('facebook', error) }
  return { status: 'success', code, state }
}

type Pages = {
  showPageSelection: boolean
  data: PageInfo[]
  unlisted: UnlistedGroup[]
  formerPage?: string
}

/**
 * Returns the Pages of the selected business's login; `showPageSelection` is true until the caller chooses one. `formerPage` names
 * the business's previous Page if this login doesn't list it.
 */
export async function readPages(ctx: UserContext): Promise<Pages> {
  await limit(ctx, { ...LIMITS.readPages, key: ctx.userId })
  const key = await selectedKey(ctx, 'facebook')
  const account = key && (await findOwnLogin(ctx, key))
  if (!account) return { showPageSelection: false, data: [], unlisted: [] }
  const { found: pages, unlisted } = await callProvider(() => listPagesOf(ctx, account))
  const usedBy = await businessesOfPages(ctx, key)
  const isChoosing = account.status === 'choosing'
  return {
    showPageSelection: isChoosing && pages.length > 0,
    data: pages.map(page => {
      const business = usedBy.get(page.id)
      return { ...toPageInfo(page), ...(business && { usedBy: business }) }
    }),
    unlisted,
    ...(isChoosing && account.name && { formerPage: account.name }),
  }
}

/** Links the chosen Page with data from the provider, since the browser's can't be trusted. */
export async function choosePage(ctx: UserContext, { id }: PageChoice): Promise<AccountKey> {
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  const key = await requireSelectedKey(ctx, 'facebook')
  const account = await findOwnLogin(ctx, key)
  if (!account) throw new DomainError('conflict', ACCOUNT_MESSAGES.notConnected('Facebook'))
  const pages = await callProvider(() => listPagesOf(ctx, account))
  const page = pages.found.find(page => page.id === id)
  if (!page) throw invalidField('id', ACCOUNT_MESSAGES.notListed)
  const login = {
    providerUserId: account.providerUserId,
    userToken: decryptUserToken(ctx, account),
    expiresAt: account.tokenExpiresAt ?? undefined,
    signedInAt: account.signedInAt,
  }
  await linkPage(ctx, key, login, page)
  return key
}

export const toPageInfo = ({ id, name, picture }: PageInfo): PageInfo => ({ id, name, picture })

export const listPagesOf = (
  ctx: SignInContext,
  account: Account,
  signal?: AbortSignal,
): Promise<Listing<FacebookPage>> =>
  ctx.networks.facebook.login.listPages(decryptUserToken(ctx, account), signal)

async function completeLogin(
  ctx: UserContext,
  input: FacebookLogin,
): Promise<{ key: AccountKey; token: FacebookUserToken }> {
  const { login } = ctx.networks.facebook
  if ('accessToken' in input) {
    const key = await requireSelectedKey(ctx, 'facebook')
    const token = await callProvider(() =>
      login.exchangeToken({ accessToken: input.accessToken, userId: input.userID }),
    )
    return { key, token }
  }
  const { domainId } = await consumeState(ctx, 'facebook', input.state, ctx)
  const key = { domainId, network: 'facebook' } as const
  await requireStillAllowed(ctx, key)
  const redirectUri = returnUrl(ctx.config, 'facebook')
  return {
    key,
    token: await callProvider(() => login.exchangeCode({ code: input.code, redirectUri })),
  }
}

export async function linkPage(
  ctx: SignInContext,
  key: AccountKey,
  login: Login,
  page: FacebookPage,
): Promise<void> {
  const { login: facebook } = ctx.networks.facebook
  const profile = await callProvider(async () => {
    await facebook.checkPageToken({ ...page, isNew: true })
    return await facebook.readPage(page.id, page.accessToken)
  })
  await connectAccount(ctx, key, login, { providerId: page.id, token: page.accessToken, profile })
}

/** A sign-in with a connect link, followed by the choice of a Page. */
export const facebookLinkSignIn: LinkSignIn = {
  begin: beginDialog('facebook'),
  async complete(ctx, { code }) {
    const redirectUri = returnUrl(ctx.config, 'facebook')
    const token = await callProvider(() => ctx.networks.facebook.login.exchangeCode({ code, redirectUri }))
    const { userId: providerUserId, accessToken: userToken, expiresAt } = token
    return pagesOf(ctx, { login: asLinkLogin(ctx, { providerUserId, userToken, expiresAt }) })
  },
  resume: (ctx, saved) => pagesOf(ctx, saved),
}

async function pagesOf(ctx: SignInContext, saved: SavedLogin): Promise<SignedIn> {
  const { found: pages, unlisted } = await callProvider(() =>
    ctx.networks.facebook.login.listPages(saved.login.userToken),
  )
  return {
    saved,
    unlisted,
    options: pages.map(({ id, name }) => ({ id, name, detail: '' })),
    async connect(key, id) {
      const page = pages.find(page => page.id === id)
      if (page) await linkPage(ctx, key, saved.login, page)
    },
  }
}

/** Returns the selected business's Page as a place for posts; null if it has no address. */
export async function readPlace(ctx: UserContext): Promise<Place | null> {
  await limit(ctx, { ...LIMITS.readProviderPosts, key: ctx.userId })
  const { account, token } = await requireSelectedAccount(ctx, 'facebook', 'see')
  return await callProvider(() => ctx.networks.facebook.login.readPlace(account.providerId, token))
}
