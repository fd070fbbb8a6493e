import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'

import { issueState } from '#api/accounts/sign-in/states.ts'
import { isSessionAlive } from '#api/auth/sessions/sessions.ts'
import type { Context, UserContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { newVerifier } from '#api/networks/core/oauth.ts'
import { ACCOUNT_MESSAGES, type ReturnScreen } from '#shared/accounts.ts'

type Browser = { state: string; browser: string }

/** Issues the state of a sign-in at Google, stored with its PKCE verifier and the screen to return to. */
export const issueGoogleState = (
  ctx: UserContext,
  { domainId, browser, returnTo }: { domainId: string; browser: string; returnTo: ReturnScreen },
): Promise<string> =>
  issueState(ctx, 'google', domainId, browser, {
    encryptedVerifier: ctx.cipher.encrypt(newVerifier(), verifierBinding(ctx)),
    domainId,
    returnTo,
  })

export const verifierBinding = ({ userId, sessionId }: { userId: string; sessionId: string }) =>
  `oauth_states ${userId} ${sessionId} verifier`

/** Returns the PKCE verifier of this browser's sign-in while it is pending. */
export async function findVerifier(
  { db, now, cipher }: Context,
  browser: Browser,
): Promise<string | undefined> {
  const [started] = await db
    .select({
      encrypted: oauthStates.encryptedVerifier,
      userId: oauthStates.userId,
      sessionId: oauthStates.sessionId,
    })
    .from(oauthStates)
    .where(and(isStarted(browser), gt(oauthStates.expiresAt, now())))
  return started?.encrypted ? cipher.decrypt(started.encrypted, verifierBinding(started)) : undefined
}

/**
 * Stores the hash of the code that Google gave to this browser. Only that code is accepted, from the user who started.
 * @returns the screen to return to; undefined for a state that is unknown, expired, used, or another browser's
 */
export async function saveReturnedCode(
  { db, now }: Context,
  browser: Browser,
  code: string,
): Promise<ReturnScreen | undefined> {
  const [returned] = await db
    .update(oauthStates)
    .set({ codeHash: hashToken(code) })
    .where(and(isStarted(browser), gt(oauthStates.expiresAt, now())))
    .returning()
  return returned && screenOf(returned.returnTo)
}

/** Deletes a sign-in that ended without a code. @returns the screen to return to */
export async function deleteState({ db }: Context, browser: Browser): Promise<ReturnScreen> {
  const [dropped] = await db.delete(oauthStates).where(isStarted(browser)).returning()
  return screenOf(dropped?.returnTo ?? null)
}

const screenOf = (returnTo: string | null): ReturnScreen =>
  returnTo === 'google-business-profile' ? returnTo : 'social-hub'

const isStarted = ({ state, browser }: Browser) =>
  and(
    eq(oauthStates.stateHash, hashToken(state)),
    eq(oauthStates.network, 'google'),
    eq(oauthStates.browserHash, hashToken(browser)),
    isNull(oauthStates.codeHash),
    isNull(oauthStates.connectLinkId),
  )

/**
 * Consumes a code that Google gave to this user and session. A single statement, so that concurrent requests can't both use it.
 * @throws {DomainError} if it is unknown, used, expired, or another user's
 */
export async function consumeReturnedCode(ctx: UserContext, code: string) {
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
    throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired, {
      fields: { google_code: ACCOUNT_MESSAGES.stateExpired },
    })
  return {
    code: withoutPad(code),
    verifier: cipher.decrypt(used.encryptedVerifier, verifierBinding(used)),
    domainId: used.domainId,
  }
}

/** Google's codes contain a slash and travel as two path segments. A code without a slash gets this as its first segment. */
const PAD = '-'
export const splitCode = (code: string): [string, string] => {
  const slash = code.indexOf('/')
  return slash > 0 && slash < code.length - 1 ? [code.slice(0, slash), code.slice(slash + 1)] : [PAD, code]
}
const withoutPad = (code: string) => (code.startsWith(`${PAD}/`) ? code.slice(PAD.length + 1) : code)
