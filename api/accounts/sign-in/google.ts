import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'

import { type AccountKey, decryptUserToken } from '#api/accounts/tokens/tokens.ts'
import { isSessionAlive } from '#api/auth/sessions/sessions.ts'
import type { Context, RequestContext, UserContext } from '#api/context.ts'
import { type Account, oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { newVerifier } from '#api/networks/core/oauth.ts'
import type { GoogleLocation } from '#api/networks/google/locations.ts'
import type { GoogleGrant } from '#api/networks/google/login.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  ACCOUNT_MESSAGES,
  type LocationChoice,
  type LocationInfo,
  type ReturnScreen,
  type UnlistedGroup,
} from '#shared/accounts.ts'
import {
  connectAccount,
  findOwnLogin,
  type Login,
  requireAccountAllowance,
  requireSelectedKey,
  requireStillAllowed,
  saveLogin,
  selectedKey,
  type SignInContext,
} from './connection.ts'
import { type LinkSignIn, type SavedLogin, type SignedIn, asLinkLogin, beginDialog } from './link-sign-in.ts'
import { issueState } from './oauth-state.ts'
import type { RedirectQuery } from './return-page.ts'
import { callProvider, CONNECT_LIMIT, onlyAccount, requireSettings, returnUrl } from './sign-in.ts'

/**
 * Starts a sign-in at Google for the selected business.
 * @returns the state for the browser's cookie, stored with its PKCE verifier and the screen to return to
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` if Google isn't configured
 */
export async function startGoogle(
  ctx: UserContext,
  { browser, returnTo }: { browser: string; returnTo: ReturnScreen },
): Promise<string> {
  const key = await requireSelectedKey(ctx, 'google')
  requireSettings(ctx, 'google')
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  return await issueState(ctx, 'google', key.domainId, browser, {
    encryptedVerifier: ctx.cipher.encrypt(newVerifier(), verifierBinding(ctx)),
    domainId: key.domainId,
    returnTo,
  })
}

/** Returns the URL of Google's dialog for a sign-in that this browser started, or of the Social Hub with an error. */
export async function googleDialog(
  ctx: RequestContext,
  { state, browser }: { state: string | undefined; browser: string | undefined },
): Promise<string> {
  const verifier = state && browser ? await findVerifier(ctx, { state, browser }) : undefined
  if (!state || !verifier) return screenUrl(ctx, 'social-hub', 'expired')
  const redirectUri = returnUrl(ctx.config, 'google')
  return ctx.networks.google.login.dialogUrl({ state, redirectUri, verifier })
}

/** Returns the URL to redirect to after Google's dialog: the screen that it started from, with the code in two parts. */
export async function returnFromGoogle(
  ctx: RequestContext,
  { code, state, error }: RedirectQuery,
  browser: string | undefined,
): Promise<string> {
  await limitAddress(ctx, { ...CONNECT_LIMIT, name: 'connect:address' })
  if (!state || !browser) return screenUrl(ctx, 'social-hub', 'expired')
  if (error || !code) {
    const returnTo = await deleteState(ctx, { state, browser })
    return screenUrl(ctx, returnTo, error === 'access_denied' ? 'declined' : 'failed')
  }
  const parts = splitCode(code)
  const returnTo = await saveReturnedCode(ctx, { state, browser }, parts.join('/'))
  return returnTo ? screenUrl(ctx, returnTo, 'success', parts) : screenUrl(ctx, 'social-hub', 'expired')
}

/** Placeholder in the URL for the two parts of a missing code. */
const NO_CODE = ['-', '-']

const screenUrl = (
  { config }: RequestContext,
  returnTo: ReturnScreen,
  status: 'success' | 'declined' | 'failed' | 'expired',
  code: readonly string[] = NO_CODE,
) => `${config.siteUrl}/dashboard/${returnTo}/${[status, ...code].map(encodeURIComponent).join('/')}`

type Person = GoogleGrant['person']

/**
 * Completes a sign-in and links its location if it is unambiguous: the only one, or the one that was linked before. Otherwise
 * stores the sign-in until a location is chosen.
 */
export async function finishGoogle(ctx: UserContext, code: string): Promise<AccountKey> {
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  const returned = await consumeReturnedCode(ctx, code)
  const key = { domainId: returned.domainId, network: 'google' } as const
  await requireStillAllowed(ctx, key)
  const { login: google } = ctx.networks.google
  const { grant, locations } = await callProvider(async () => {
    const redirectUri = returnUrl(ctx.config, 'google')
    const grant = await google.exchangeCode({ code: returned.code, redirectUri, verifier: returned.verifier })
    return { grant, locations: await google.listLocations(grant.accessToken) }
  })
  if (locations.found.length === 0) throw new DomainError('invalid', ACCOUNT_MESSAGES.noLocations)

  const existing = await findOwnLogin(ctx, key)
  const location = onlyAccount(locations, existing?.providerId)
  const login = loginOf(grant)
  if (location)
    await linkLocation(ctx, key, { login, person: grant.person, token: grant.accessToken }, location)
  else await saveLogin(ctx, key, login, profileOf(grant.person))
  return key
}

type Locations = { showLocationSelection: boolean; data: LocationInfo[]; unlisted: UnlistedGroup[] }

/** Returns the locations of the selected business's sign-in. The flag is true until the user has chosen one. */
export async function readLocations(ctx: UserContext): Promise<Locations> {
  await limit(ctx, { ...LIMITS.readLocations, key: ctx.userId })
  const key = await selectedKey(ctx, 'google')
  const account = key && (await findOwnLogin(ctx, key))
  if (!account) return { showLocationSelection: false, data: [], unlisted: [] }
  const { locations } = await callProvider(() => listLocationsOf(ctx, account))
  return {
    showLocationSelection: account.status === 'choosing' && locations.found.length > 0,
    data: locations.found.map(location => ({ ...location, isSelected: location.id === account.providerId })),
    unlisted: locations.unlisted,
  }
}

/** Links the chosen location with data from Google, since the browser's can't be trusted. */
export async function chooseLocation(ctx: UserContext, { id }: LocationChoice): Promise<AccountKey> {
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  const key = await requireSelectedKey(ctx, 'google')
  const account = await findOwnLogin(ctx, key)
  if (!account) throw new DomainError('conflict', ACCOUNT_MESSAGES.notConnected('Google Business Profile'))
  const { access, locations } = await callProvider(() => listLocationsOf(ctx, account))
  const location = locations.found.find(location => location.id === id)
  if (!location) throw invalidField('id', ACCOUNT_MESSAGES.locationNotListed)
  if (location.blocked) throw invalidField('id', location.blocked)
  const login = {
    providerUserId: account.providerUserId,
    userToken: decryptUserToken(ctx, account),
    expiresAt: access.expiresAt,
    signedInAt: account.signedInAt,
  }
  const person = {
    id: account.providerUserId,
    name: account.name,
    email: account.profile.email ?? '',
    picture: account.picture,
  }
  await linkLocation(ctx, key, { login, person, token: access.accessToken }, location)
  return key
}

async function listLocationsOf(ctx: SignInContext, account: Account) {
  const { login } = ctx.networks.google
  const access = await login.renew(decryptUserToken(ctx, account))
  return { access, locations: await login.listLocations(access.accessToken) }
}

async function linkLocation(
  ctx: SignInContext,
  key: AccountKey,
  { login, person, token }: { login: Login; person: Person; token: string },
  { id }: GoogleLocation,
): Promise<void> {
  const location = await callProvider(async () => {
    await ctx.networks.google.login.requireVoice(id, token)
    return ctx.networks.google.login.readLocation(id, token)
  })
  const { email, picture } = person
  await connectAccount(ctx, key, login, { providerId: id, token, profile: { ...location, email, picture } })
}

const loginOf = ({ person, refreshToken, expiresAt }: GoogleGrant): Login => ({
  providerUserId: person.id,
  userToken: refreshToken,
  expiresAt,
})

/** Builds the profile of a sign-in without a chosen location. */
const profileOf = ({ name, email, picture }: Person) => ({
  name,
  email,
  picture,
  username: '',
  location: '',
  followers: null,
  following: null,
  bio: '',
  link: '',
})

type StartedSignIn = { state: string; browser: string }

export const verifierBinding = ({ userId, sessionId }: { userId: string; sessionId: string }) =>
  `oauth_states ${userId} ${sessionId} verifier`

/** Returns the PKCE verifier of this browser's sign-in while it is pending. */
async function findVerifier(
  { db, now, cipher }: Context,
  started: StartedSignIn,
): Promise<string | undefined> {
  const [found] = await db
    .select({
      encrypted: oauthStates.encryptedVerifier,
      userId: oauthStates.userId,
      sessionId: oauthStates.sessionId,
    })
    .from(oauthStates)
    .where(and(isStarted(started), gt(oauthStates.expiresAt, now())))
  return found?.encrypted ? cipher.decrypt(found.encrypted, verifierBinding(found)) : undefined
}

/**
 * Stores the hash of the code that Google gave to this browser. `consumeReturnedCode` accepts no other code.
 * @returns the screen to return to; undefined for a state that is unknown, expired, used, or another browser's
 */
async function saveReturnedCode(
  { db, now }: Context,
  started: StartedSignIn,
  code: string,
): Promise<ReturnScreen | undefined> {
  const [returned] = await db
    .update(oauthStates)
    .set({ codeHash: hashToken(code) })
    .where(and(isStarted(started), gt(oauthStates.expiresAt, now())))
    .returning()
  return returned && screenOf(returned.returnTo)
}

/** Deletes a sign-in that ended without a code. @returns the screen to return to */
async function deleteState({ db }: Context, started: StartedSignIn): Promise<ReturnScreen> {
  const [dropped] = await db.delete(oauthStates).where(isStarted(started)).returning()
  return screenOf(dropped?.returnTo ?? null)
}

const screenOf = (returnTo: string | null): ReturnScreen =>
  returnTo === 'google-business-profile' ? returnTo : 'social-hub'

const isStarted = ({ state, browser }: StartedSignIn) =>
  and(
    eq(oauthStates.stateHash, hashToken(state)),
    eq(oauthStates.network, 'google'),
    eq(oauthStates.browserHash, hashToken(browser)),
    isNull(oauthStates.codeHash),
    isNull(oauthStates.connectLinkId),
  )

/**
 * Consumes a code that Google gave to this user and session, in a single statement, so that concurrent requests can't both use
 * it.
 * @throws {DomainError} if the code is unknown, used, expired, or another user's
 */
async function consumeReturnedCode(ctx: UserContext, code: string) {
  const { db, now, cipher, userId, sessionId } = ctx
  const [used] = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.codeHash, hashToken(code)),
        eq(oauthStates.network, 'google'),
        eq(oauthStates.userId, userId),
        eq(oauthStates.sessionId, sessionId),
        isNotNull(oauthStates.encryptedVerifier),
        gt(oauthStates.expiresAt, now()),
      ),
    )
    .returning()
  if (!used?.encryptedVerifier || !used.domainId || !(await isSessionAlive(ctx, used)))
    throw invalidField('google_code', ACCOUNT_MESSAGES.stateExpired)
  return {
    code: withoutPad(code),
    verifier: cipher.decrypt(used.encryptedVerifier, verifierBinding(used)),
    domainId: used.domainId,
  }
}

/** First path segment for a code without a slash. Google's codes have one, and are sent as two segments. */
const PAD = '-'
const splitCode = (code: string): [string, string] => {
  const slash = code.indexOf('/')
  return slash > 0 && slash < code.length - 1 ? [code.slice(0, slash), code.slice(slash + 1)] : [PAD, code]
}
const withoutPad = (code: string) => (code.startsWith(`${PAD}/`) ? code.slice(PAD.length + 1) : code)

/** A sign-in with a connect link, followed by the choice of a location. */
export const googleLinkSignIn: LinkSignIn = {
  begin: beginDialog('google'),
  async complete(ctx, { code }, verifier) {
    const redirectUri = returnUrl(ctx.config, 'google')
    const grant = await callProvider(() =>
      ctx.networks.google.login.exchangeCode({ code, redirectUri, verifier }),
    )
    const saved = { login: asLinkLogin(ctx, loginOf(grant)), person: grant.person }
    return locationsOf(ctx, saved, grant.accessToken)
  },
  async resume(ctx, saved) {
    const access = await callProvider(() => ctx.networks.google.login.renew(saved.login.userToken))
    const login = { ...saved.login, expiresAt: access.expiresAt }
    return locationsOf(ctx, { ...saved, login }, access.accessToken)
  },
}

async function locationsOf(ctx: SignInContext, saved: SavedLogin, token: string): Promise<SignedIn> {
  const { found: locations, unlisted } = await callProvider(() =>
    ctx.networks.google.login.listLocations(token),
  )
  return {
    saved,
    unlisted,
    options: locations.map(({ id, name, address, blocked }) => ({
      id,
      name,
      detail: address,
      ...(blocked && { blocked }),
    })),
    async connect(key, id) {
      const location = locations.find(location => location.id === id)
      const { login, person } = saved
      if (location && person) await linkLocation(ctx, key, { login, person, token }, location)
    },
  }
}
