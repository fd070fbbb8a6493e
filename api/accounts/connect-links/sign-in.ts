import { and, eq, isNotNull, lt } from 'drizzle-orm'

import {
  type LinkUse,
  requireAccountAllowance,
  type SignInContext,
  ConnectError,
  type ConnectFailure,
} from '#api/accounts/sign-in/connection.ts'
import { facebookLinkSignIn } from '#api/accounts/sign-in/facebook.ts'
import { googleLinkSignIn, verifierBinding } from '#api/accounts/sign-in/google.ts'
import { instagramLinkSignIn } from '#api/accounts/sign-in/instagram.ts'
import type { LinkSignIn, SavedLogin, SignedIn } from '#api/accounts/sign-in/link-sign-in.ts'
import { deleteOauthState, saveState } from '#api/accounts/sign-in/oauth-state.ts'
import type { RedirectQuery } from '#api/accounts/sign-in/return-page.ts'
import { serverLinkSignIn } from '#api/accounts/sign-in/server-sign-in.ts'
import { CONNECT_LIMIT } from '#api/accounts/sign-in/sign-in.ts'
import type { Context, Inside, RequestContext } from '#api/context.ts'
import { type ConnectLinkRow, connectLinkUses, oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { notify } from '#api/notifications/notifications.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { CONNECT_MESSAGES, type ConnectOptions, type ConnectOutcome } from '#shared/connect-links.ts'
import { type CentralNetwork, isDecentralized, type NetworkId, networks } from '#shared/networks.ts'
import { choiceCutoff, findLinkFor, linkGoneError, requireWorkingLink } from './links.ts'

/** A visitor's credentials for a link: its token, and the browser's cookie. */
type LinkCredentials = { token: string; browser: string }

/** Session id in a link's state. No session has this id, so no member can use the state. */
const NO_SESSION = ''

/**
 * Starts a sign-in at one of the link's networks.
 * @returns the dialog's URL and the state
 * @throws {DomainError} `conflict` for a network that is connected or a full plan, `not_found`, `invalid`, `rate_limited`
 */
export async function startWithLink(
  ctx: RequestContext,
  network: NetworkId,
  { token, browser, handle }: LinkCredentials & { handle: string },
): Promise<{ url: string; state: string }> {
  const link = await findLinkFor(ctx, token, network)
  await limit(ctx, { ...LIMITS.connectLink, key: link.id })
  await requireUnused(ctx, link, network)
  const owner = await ownerOf(ctx, link)
  await requireAccountAllowance(owner, { domainId: link.domainId, network }).catch(hideOtherBusinesses)
  const starter = { ...ctx, userId: link.userId, sessionId: NO_SESSION }
  const { url, state, verifier } = await signInTo(network).begin(ctx, { domainId: link.domainId, handle })
  await saveState(starter, network, state, browser, {
    connectLinkId: link.id,
    domainId: link.domainId,
    encryptedVerifier: ctx.cipher.encrypt(verifier, verifierBinding(starter)),
  })
  return { url, state }
}

/**
 * Completes a sign-in in the browser that started it, if the link still works. Connects the account if there is only one;
 * otherwise stores the sign-in until the visitor chooses one.
 * @returns the URL of the link's page, with the outcome
 */
export async function completeWithLink(
  ctx: RequestContext,
  network: NetworkId,
  returned: RedirectQuery,
  { token, browser }: LinkCredentials,
): Promise<string> {
  await limitAddress(ctx, { ...CONNECT_LIMIT, name: 'connect:address' })
  const { code, state, error } = returned
  const page = `${ctx.config.siteUrl}/connect/${token}`
  const back = (outcome: ConnectOutcome) => `${page}?${new URLSearchParams({ network, outcome })}`
  try {
    const started = await consumeLinkState(ctx, { network, state, browser })
    const isDeclined = error || !(code || isDecentralized(network))
    const link = await findLinkFor(ctx, token, network).catch(async (linkError: unknown) => {
      if (started && !isDeclined) await signInTo(network).revoke?.(ctx, returned, started.verifier)
      throw linkError
    })
    if (started?.linkId !== link.id) return back('expired')
    if (isDeclined) return back(error === 'access_denied' ? 'declined' : 'failed')
    const owner = await ownerOf(ctx, link, useOf(link, { network, browser }))
    const signedIn = await signInTo(network).complete(owner, returned, started.verifier)
    const [first, second] = signedIn.options
    if (!first) return back('nothing')
    if (second || signedIn.unlisted.length > 0) {
      await savePendingLogin(ctx, link, { network, browser }, signedIn.saved)
      return back('choose')
    }
    await signedIn.connect({ domainId: link.domainId, network }, first.id).catch(hideOtherBusinesses)
    return back('connected')
  } catch (failure) {
    if (!(failure instanceof DomainError))
      ctx.log.error({ err: failure }, 'sign-in with a connect link failed')
    else if (failure.code === 'not_found') return page
    return back(failure instanceof ConnectError ? FAILURES[failure.reason].outcome : 'failed')
  }
}

/** Consumes a state of this network and browser. @returns its link and PKCE verifier, or undefined without such a state */
async function consumeLinkState(
  ctx: Context,
  { network, state, browser }: { network: NetworkId; state: string; browser: string },
) {
  const wasStartedByCaller = and(
    isNotNull(oauthStates.connectLinkId),
    eq(oauthStates.browserHash, hashToken(browser)),
  )
  const used = await deleteOauthState(ctx, network, state, wasStartedByCaller)
  if (!used?.encryptedVerifier) return undefined
  const verifier = ctx.cipher.decrypt(used.encryptedVerifier, verifierBinding(used))
  return { linkId: used.connectLinkId, verifier }
}

/** Lists the Pages or locations that this browser's pending sign-in may connect. */
export async function listOptions(
  ctx: RequestContext,
  network: NetworkId,
  credentials: LinkCredentials,
): Promise<ConnectOptions> {
  const link = await findLinkFor(ctx, credentials.token, network)
  await limit(ctx, { ...LIMITS.connectLink, key: link.id })
  const { options, unlisted } = await resumeLogin(ctx, link, network, credentials)
  return { data: options, unlisted }
}

/**
 * Connects the chosen Page or location, and reads its details from the network. If two choices arrive at once, only one
 * succeeds.
 * @throws {DomainError} `conflict` for a Page of another business or a network that is connected, `invalid`, `not_found`
 */
export async function chooseWithLink(
  ctx: RequestContext,
  network: NetworkId,
  { id, ...credentials }: LinkCredentials & { id: string },
): Promise<void> {
  const link = await findLinkFor(ctx, credentials.token, network)
  await limit(ctx, { ...LIMITS.connectLink, key: link.id })
  const { options, connect } = await resumeLogin(ctx, link, network, credentials)
  const option = options.find(option => option.id === id)
  if (!option) throw invalidField('id', 'Please choose one from the list.')
  if (option.blocked) throw invalidField('id', option.blocked)
  await connect({ domainId: link.domainId, network }, id).catch(hideOtherBusinesses)
}

/** Deletes sign-ins whose visitors didn't choose in time. */
export async function sweepConnectLinks(ctx: Context): Promise<void> {
  await ctx.db
    .delete(connectLinkUses)
    .where(and(isNotNull(connectLinkUses.encryptedLogin), lt(connectLinkUses.at, choiceCutoff(ctx))))
}

/**
 * Returns the accounts that this browser's pending sign-in may connect.
 * @throws {DomainError} `invalid` without a pending sign-in
 */
async function resumeLogin(
  ctx: RequestContext,
  link: ConnectLinkRow,
  network: NetworkId,
  { browser }: LinkCredentials,
): Promise<SignedIn> {
  const pending = await requireUnused(ctx, link, network)
  const { resume } = signInTo(network)
  if (
    !resume ||
    !pending?.encryptedLogin ||
    pending.browserHash !== hashToken(browser) ||
    pending.at <= choiceCutoff(ctx)
  )
    throw invalidField('id', CONNECT_MESSAGES.notSignedIn)
  const stored = JSON.parse(
    ctx.cipher.decrypt(pending.encryptedLogin, loginBinding(link, network)),
  ) as SavedLogin
  const { expiresAt, signedInAt, ...login } = stored.login
  const saved = {
    ...stored,
    login: {
      ...login,
      expiresAt: expiresAt && new Date(expiresAt),
      ...(signedInAt && { signedInAt: new Date(signedInAt) }),
    },
  }
  const owner = await ownerOf(
    ctx,
    link,
    useOf(link, { network, browser, encryptedLogin: pending.encryptedLogin }),
  )
  return resume(owner, saved)
}

/**
 * Returns the context of the business's owner: accounts count toward their plan, and remain when the link's creator leaves.
 */
async function ownerOf(
  ctx: RequestContext,
  { domainId }: ConnectLinkRow,
  link?: LinkUse,
): Promise<SignInContext & RequestContext> {
  const [owner] = await ctx.db
    .select({ userId: domains.userId })
    .from(domains)
    .where(eq(domains.id, domainId))
  if (!owner) throw linkGoneError()
  return { ...ctx, userId: owner.userId, ...(link && { link }) }
}

/**
 * A browser's sign-in at a network. `encryptedLogin` is set while it waits for the visitor's choice, and replaced by a later sign-in.
 */
type Use = { network: NetworkId; browser: string; encryptedLogin?: string }

const useOf = (link: ConnectLinkRow, { network, browser, encryptedLogin }: Use): LinkUse => ({
  async requireOpen(ctx) {
    await requireWorkingLink(ctx, link.id)
    const use = await requireUnused(ctx, link, network)
    if (encryptedLogin !== undefined && use?.encryptedLogin !== encryptedLogin)
      throw new ConnectError('used', CONNECT_MESSAGES.used)
  },
  async settle(ctx, account) {
    const name = account.name || account.username
    await saveUse(ctx, link, { network, browser }, { encryptedLogin: null, name })
    await notify(ctx, [
      {
        id: `connect-link:${link.id}:${network}`,
        userId: link.userId,
        domainId: link.domainId,
        forTeam: true,
        type: 'system',
        tone: 'success',
        title: `${networks[network].name} is connected`,
        message: `${name} was connected by a connect link. You can post to it now.`,
        link: '/dashboard/social-hub',
      },
    ])
    await publishToBusiness(ctx, link.domainId, 'domain', { domainId: link.domainId })
    await publishToBusiness(ctx, link.domainId, 'accounts', {})
  },
})

/** Stores a sign-in until its visitor chooses. Replaces a pending one, even of another browser. */
const savePendingLogin = (
  ctx: RequestContext,
  link: ConnectLinkRow,
  use: Use,
  saved: SavedLogin,
): Promise<void> =>
  write(ctx, async ctx => {
    await useOf(link, use).requireOpen(ctx)
    const encryptedLogin = ctx.cipher.encrypt(JSON.stringify(saved), loginBinding(link, use.network))
    await saveUse(ctx, link, use, { encryptedLogin, name: '' })
  })

async function saveUse(
  { db, now }: Inside<Context>,
  { id: linkId }: ConnectLinkRow,
  { network, browser }: Use,
  values: { encryptedLogin: string | null; name: string },
): Promise<void> {
  const fresh = { ...values, browserHash: hashToken(browser), at: now() }
  await db
    .insert(connectLinkUses)
    .values({ linkId, network, ...fresh })
    .onConflictDoUpdate({ target: [connectLinkUses.linkId, connectLinkUses.network], set: fresh })
}

/**
 * Returns the link's pending sign-in at a network, if there is one.
 * @throws {DomainError} `conflict` if the network is already connected
 */
async function requireUnused({ db }: Inside<Context>, { id }: ConnectLinkRow, network: NetworkId) {
  const [use] = await db
    .select()
    .from(connectLinkUses)
    .where(and(eq(connectLinkUses.linkId, id), eq(connectLinkUses.network, network)))
  if (use?.encryptedLogin === null) throw new ConnectError('used', CONNECT_MESSAGES.used)
  return use
}

const loginBinding = ({ id }: ConnectLinkRow, network: NetworkId) =>
  `connect_link_uses ${id} ${network} login`

/** Outcomes and messages for visitors. They reveal nothing about other businesses and their plans. */
const FAILURES: Record<ConnectFailure, { outcome: ConnectOutcome; message: string }> = {
  used: { outcome: 'expired', message: CONNECT_MESSAGES.used },
  taken: { outcome: 'taken', message: CONNECT_MESSAGES.taken },
  full: { outcome: 'full', message: CONNECT_MESSAGES.full },
  // The business was deleted or transferred after the visitor had signed in.
  no_business: { outcome: 'failed', message: CONNECT_MESSAGES.interrupted },
}

function hideOtherBusinesses(failure: unknown): never {
  if (!(failure instanceof ConnectError)) throw failure
  throw new ConnectError(failure.reason, FAILURES[failure.reason].message, { cause: failure })
}

/** Sign-ins at networks with a single sign-in page. */
const DIALOGS: Record<CentralNetwork, LinkSignIn> = {
  facebook: facebookLinkSignIn,
  instagram: instagramLinkSignIn,
  google: googleLinkSignIn,
}
const signInTo = (network: NetworkId): LinkSignIn =>
  isDecentralized(network) ? serverLinkSignIn(network) : DIALOGS[network]
