import {
  type AccountKey,
  connectAccount,
  type Login,
  type SignInContext,
} from '#api/accounts/sign-in/connection.ts'
import { linkPage } from '#api/accounts/sign-in/facebook.ts'
import { linkLocation, loginOf, type Person } from '#api/accounts/sign-in/google.ts'
import { signInToInstagram } from '#api/accounts/sign-in/instagram.ts'
import { callProvider, returnUrl } from '#api/accounts/sign-in/sign-in.ts'
import type { UnlistedGroup } from '#shared/accounts.ts'
import type { ConnectOption } from '#shared/connect-links.ts'
import type { NetworkId } from '#shared/networks.ts'

/** A sign-in that is stored, encrypted, until its visitor chooses a Page or location. `person` is present for Google. */
export type SavedLogin = { login: Login; person?: Person }

/** A completed sign-in and the accounts that it may connect. */
export type SignedIn = {
  saved: SavedLogin
  options: ConnectOption[]
  /** Groups of accounts that the network didn't list. */
  unlisted: UnlistedGroup[]
  connect: (slot: AccountKey, id: string) => Promise<void>
}

/** Exchanges a dialog's code. */
export async function signIn(
  ctx: SignInContext,
  network: NetworkId,
  { code, verifier }: { code: string; verifier: string },
): Promise<SignedIn> {
  const redirectUri = returnUrl(ctx.config, network)
  switch (network) {
    case 'facebook': {
      const token = await callProvider(() => ctx.networks.facebook.login.exchangeCode({ code, redirectUri }))
      const { userId: providerUserId, accessToken: userToken, expiresAt } = token
      return pagesOf(ctx, { login: underLink(ctx, { providerUserId, userToken, expiresAt }) })
    }
    case 'google': {
      const grant = await callProvider(() =>
        ctx.networks.google.login.exchangeCode({ code, redirectUri, verifier }),
      )
      return locationsOf(
        ctx,
        { login: underLink(ctx, loginOf(grant)), person: grant.person },
        grant.accessToken,
      )
    }
    case 'instagram': {
      const { login, account } = await signInToInstagram(ctx, code)
      const saved = { login: underLink(ctx, login) }
      return {
        saved,
        unlisted: [],
        options: [{ id: account.providerId, name: account.profile.name, detail: account.profile.username }],
        connect: async slot => void (await connectAccount(ctx, slot, saved.login, account)),
      }
    }
  }
}

/** Returns what a stored sign-in may connect now. */
export async function resume(ctx: SignInContext, network: NetworkId, saved: SavedLogin): Promise<SignedIn> {
  if (network === 'facebook') return pagesOf(ctx, saved)
  const access = await callProvider(() => ctx.networks.google.login.renew(saved.login.userToken))
  const login = { ...saved.login, expiresAt: access.expiresAt }
  return locationsOf(ctx, { ...saved, login }, access.accessToken)
}

const underLink = ({ now }: SignInContext, login: Login): Login => ({
  ...login,
  signedInAt: now(),
  viaLink: true,
})

async function pagesOf(ctx: SignInContext, saved: SavedLogin): Promise<SignedIn> {
  const { found: pages, unlisted } = await callProvider(() =>
    ctx.networks.facebook.login.listPages(saved.login.userToken),
  )
  return {
    saved,
    unlisted,
    options: pages.map(({ id, name }) => ({ id, name, detail: '' })),
    async connect(slot, id) {
      const page = pages.find(each => each.id === id)
      if (page) await linkPage(ctx, slot, saved.login, page)
    },
  }
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
    async connect(slot, id) {
      const location = locations.find(each => each.id === id)
      const { login, person } = saved
      if (location && person) await linkLocation(ctx, slot, { login, person, token }, location)
    },
  }
}
