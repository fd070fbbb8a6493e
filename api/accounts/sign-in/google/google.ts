import {
  findOwnLogin,
  saveLogin,
  connectAccount,
  type Login,
  type SignInContext,
  type AccountKey,
} from '#api/accounts/sign-in/connection.ts'
import {
  requireDestination,
  requireSelectedDestination,
  selectedDestination,
} from '#api/accounts/sign-in/connection.ts'
import { onlyOne } from '#api/accounts/sign-in/only-one.ts'
import { callProvider } from '#api/accounts/sign-in/provider-failures.ts'
import { CONNECT_LIMIT, returnUrl } from '#api/accounts/sign-in/sign-in.ts'
import { decryptUserToken } from '#api/accounts/tokens/encrypted-tokens.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { GoogleLocation } from '#api/networks/google/locations.ts'
import type { GoogleGrant } from '#api/networks/google/login.ts'
import { ACCOUNT_MESSAGES, type LocationChoice, type LocationInfo } from '#shared/accounts.ts'
import { consumeReturnedCode } from './states.ts'

export type Person = GoogleGrant['person']

/**
 * Completes a sign-in and links its location if that is clear: the only one, or the one that was linked before. Otherwise
 * stores the sign-in until a location is chosen.
 */
export async function finishGoogle(ctx: UserContext, code: string): Promise<AccountKey> {
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  const returned = await consumeReturnedCode(ctx, code)
  const slot = await requireDestination(ctx, { domainId: returned.domainId, network: 'google' })
  const { login: google } = ctx.networks.google
  const { grant, locations } = await callProvider(async () => {
    const redirectUri = returnUrl(ctx.config, 'google')
    const grant = await google.exchangeCode({ code: returned.code, redirectUri, verifier: returned.verifier })
    return { grant, locations: await google.listLocations(grant.accessToken) }
  })
  if (locations.found.length === 0) throw new DomainError('invalid', ACCOUNT_MESSAGES.noLocations)

  const existing = await findOwnLogin(ctx, slot)
  const location = locations.found.find(({ id }) => id === existing?.providerId) ?? onlyOne(locations)
  const login = loginOf(grant)
  if (location)
    await linkLocation(ctx, slot, { login, person: grant.person, token: grant.accessToken }, location)
  else await saveLogin(ctx, slot, login, profileOf(grant.person))
  return slot
}

/** Returns the locations of the selected business's sign-in, with a flag that is set until one is chosen. */
export async function readLocations(ctx: UserContext) {
  await limit(ctx, { ...LIMITS.readLocations, key: ctx.userId })
  const slot = await selectedDestination(ctx, 'google')
  const account = slot && (await findOwnLogin(ctx, slot))
  if (!account) return { showLocationSelection: false, data: [], unlisted: [] }
  const { locations } = await callProvider(() => listLocationsOf(ctx, account))
  return {
    showLocationSelection: account.status === 'choosing' && locations.found.length > 0,
    data: locations.found.map(location => toLocationInfo(location, account.providerId)),
    unlisted: locations.unlisted,
  }
}

/** Links the chosen location with data from Google, since the browser's can't be trusted. */
export async function chooseLocation(ctx: UserContext, { id }: LocationChoice): Promise<AccountKey> {
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  const slot = await requireSelectedDestination(ctx, 'google')
  const account = await findOwnLogin(ctx, slot)
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
  await linkLocation(ctx, slot, { login, person, token: access.accessToken }, location)
  return slot
}

async function listLocationsOf(ctx: SignInContext, account: Account) {
  const { login } = ctx.networks.google
  const access = await login.renew(decryptUserToken(ctx, account))
  return { access, locations: await login.listLocations(access.accessToken) }
}

export async function linkLocation(
  ctx: SignInContext,
  slot: AccountKey,
  { login, person, token }: { login: Login; person: Person; token: string },
  { id }: GoogleLocation,
): Promise<void> {
  const location = await callProvider(async () => {
    await ctx.networks.google.login.requireVoice(id, token)
    return ctx.networks.google.login.readLocation(id, token)
  })
  const { email, picture } = person
  await connectAccount(ctx, slot, login, { providerId: id, token, profile: { ...location, email, picture } })
}

export const loginOf = ({ person, refreshToken, expiresAt }: GoogleGrant): Login => ({
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

const toLocationInfo = (location: GoogleLocation, linked: string): LocationInfo => ({
  ...location,
  isSelected: location.id === linked,
})
