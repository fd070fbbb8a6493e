import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'

import { isSessionAlive } from '#api/auth/sessions/sessions.ts'
import type { Context, UserContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { oauthStates } from '#api/db/schema/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { newVerifier } from '#api/networks/core/oauth.ts'
import { ACCOUNT_MESSAGES, type ReturnScreen } from '#shared/accounts.ts'
import { issueState } from './states.ts'

type Browser = { state: string; browser: string }

/** A state for one sign-in at Google, with the secret that its code is exchanged by and the screen it returns to. */
export const issueGoogleState = (
  ctx: UserContext,
  { domainId, browser, returnTo }: { domainId: string; browser: string; returnTo: ReturnScreen },
): Promise<string> =>
  issueState(ctx, 'google', domainId, browser, {
    encryptedVerifier: ctx.box.seal(newVerifier(), verifierPlace(ctx)),
    domainId,
    returnTo,
  })

const verifierPlace = ({ userId, sessionId }: { userId: string; sessionId: string }) =>
  `oauth_states ${userId} ${sessionId} verifier`

/** The secret of a sign-in that this browser has started and Google has not answered yet. */
export async function findVerifier({ db, now, box }: Context, asked: Browser): Promise<string | undefined> {
  const [started] = await db
    .select({
      sealed: oauthStates.encryptedVerifier,
      userId: oauthStates.userId,
      sessionId: oauthStates.sessionId,
    })
    .from(oauthStates)
    .where(and(isStarted(asked), gt(oauthStates.expiresAt, now())))
  return started?.sealed ? box.open(started.sealed, verifierPlace(started)) : undefined
}

/**
 * Notes which code Google gave to this browser: from here on only who started the sign-in can bring it, and no other code.
 * @returns the screen to return to; undefined for a state that is unknown, too old, answered, or another browser's
 */
export async function saveReturnedCode(
  { db, now }: Context,
  asked: Browser,
  code: string,
): Promise<ReturnScreen | undefined> {
  const [returned] = await db
    .update(oauthStates)
    .set({ codeHash: hashToken(code) })
    .where(and(isStarted(asked), gt(oauthStates.expiresAt, now())))
    .returning()
  return returned && screenOf(returned.returnTo)
}

/** Uses a sign-in up that ended without a code. @returns the screen to return to */
export async function dropReturned({ db }: Context, asked: Browser): Promise<ReturnScreen> {
  const [dropped] = await db.delete(oauthStates).where(isStarted(asked)).returning()
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
  )

/**
 * Uses a code up that Google gave to a browser of this user and session. One statement, so of two that bring it one is refused.
 * @throws DomainError when it is unknown, used, too old, or not this user's
 */
export async function takeReturnedCode(ctx: UserContext, code: string) {
  const { db, now, box, userId, sessionId } = ctx
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
    verifier: box.open(used.encryptedVerifier, verifierPlace(used)),
    domainId: used.domainId,
  }
}

/** Google's codes have a slash, and travel as the two parts beside it; one without gets an empty first part. */
const PAD = '-'
export const codeInTwo = (code: string): [string, string] => {
  const slash = code.indexOf('/')
  return slash > 0 && slash < code.length - 1 ? [code.slice(0, slash), code.slice(slash + 1)] : [PAD, code]
}
const withoutPad = (code: string) => (code.startsWith(`${PAD}/`) ? code.slice(PAD.length + 1) : code)
