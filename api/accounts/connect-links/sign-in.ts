import { and, eq } from 'drizzle-orm'

import { requireAccountAllowance } from '#api/accounts/sign-in/connection.ts'
import type { DialogReturn } from '#api/accounts/sign-in/dialog-return.ts'
import { verifierBinding } from '#api/accounts/sign-in/google/states.ts'
import { CONNECT_LIMIT, requireSettings, returnUrl } from '#api/accounts/sign-in/sign-in.ts'
import { issueState, takeState } from '#api/accounts/sign-in/states.ts'
import type { Context, RequestContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { type ConnectLinkRow, oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { newVerifier } from '#api/networks/core/oauth.ts'
import { CONNECT_MESSAGES, type ConnectOutcome } from '#shared/connect-links.ts'
import type { NetworkId } from '#shared/networks.ts'
import { hideOtherBusinesses, connect } from './connect.ts'
import { findLinkFor, ownerOf } from './links.ts'
import { signIn } from './providers.ts'
import { claimUse, encryptLogin, forgetUse, type LinkCredentials, requireUnused } from './uses.ts'

/** No session has this id, so no member can use the state of a link. */
const NO_SESSION = ''

/**
 * Starts a sign-in at one of the link's networks.
 * @returns the dialog's URL and the state
 * @throws {DomainError} `conflict` for a network that is connected or a full plan, `not_found`, `invalid`, `rate_limited`
 */
export async function startWithLink(
  ctx: RequestContext,
  network: NetworkId,
  { token, browser }: LinkCredentials,
): Promise<{ url: string; state: string }> {
  const link = await findLinkFor(ctx, token, network)
  await limit(ctx, { ...LIMITS.connectLink, key: link.id })
  await requireUnused(ctx, link.id, network)
  requireSettings(ctx.config, network)
  const owner = await ownerOf(ctx, link)
  await requireAccountAllowance(owner, { domainId: link.domainId, network }).catch(hideOtherBusinesses)
  const starter = { ...ctx, userId: link.userId, sessionId: NO_SESSION }
  const verifier = newVerifier()
  const state = await issueState(starter, network, link.domainId, browser, {
    connectLinkId: link.id,
    domainId: link.domainId,
    encryptedVerifier: ctx.cipher.encrypt(verifier, verifierBinding(starter)),
  })
  const dialog = { state, redirectUri: returnUrl(ctx.config, network), verifier }
  return { url: ctx.networks[network].login.dialogUrl(dialog), state }
}

/**
 * Completes a sign-in in the browser that started it, if the link still works. Connects the account if there is only one;
 * otherwise stores the sign-in until the visitor chooses one.
 * @returns the URL of the link's page, with the outcome
 */
export async function completeWithLink(
  ctx: RequestContext,
  network: NetworkId,
  { code, state, error }: DialogReturn,
  { token, browser }: LinkCredentials,
): Promise<string> {
  await limitAddress(ctx, { ...CONNECT_LIMIT, name: 'connect:address' })
  const page = `${ctx.config.siteUrl}/connect/${token}`
  const back = (outcome: ConnectOutcome) => `${page}?${new URLSearchParams({ network, outcome })}`
  try {
    const link = await findLinkFor(ctx, token, network)
    const verifier = await consumeLinkState(ctx, link, { network, state, browser })
    if (verifier === undefined) return back('expired')
    if (error || !code) return back(error === 'access_denied' ? 'declined' : 'failed')
    const signedIn = await signIn(await ownerOf(ctx, link), network, { code, verifier })
    const [first, second] = signedIn.options
    if (!first) return back('nothing')
    const claimant = { browser, network }
    if (second || signedIn.unlisted.length > 0) {
      const encryptedLogin = encryptLogin(ctx, link.id, network, signedIn.saved)
      return back((await claimUse(ctx, link, claimant, encryptedLogin)) ? 'choose' : 'expired')
    }
    if (!(await claimUse(ctx, link, claimant, null))) return back('expired')
    await connect(ctx, link, {
      network,
      signedIn,
      option: first,
      undo: () => forgetUse(ctx, link.id, network),
    })
    return back('connected')
  } catch (failure) {
    if (!(failure instanceof DomainError))
      ctx.log.error({ err: failure }, 'sign-in with a connect link failed')
    else if (failure.code === 'not_found') return page
    else if (failure.message === CONNECT_MESSAGES.taken) return back('taken')
    else if (failure.message === CONNECT_MESSAGES.full) return back('full')
    return back('failed')
  }
}

/** Consumes the state of this link, network and browser. @returns its PKCE verifier; undefined if there is none */
async function consumeLinkState(
  ctx: Context,
  link: ConnectLinkRow,
  { network, state, browser }: { network: NetworkId; state: string; browser: string },
): Promise<string | undefined> {
  const wasStartedByCaller = and(
    eq(oauthStates.connectLinkId, link.id),
    eq(oauthStates.browserHash, hashToken(browser)),
  )
  const used = await takeState(ctx, network, state, wasStartedByCaller)
  return used?.encryptedVerifier
    ? ctx.cipher.decrypt(used.encryptedVerifier, verifierBinding(used))
    : undefined
}
