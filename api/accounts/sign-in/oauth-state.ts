import { and, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'

import { isSessionAlive } from '#api/auth/sessions/sessions.ts'
import type { Context, UserContext } from '#api/context.ts'
import { oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { newState } from '#api/networks/core/oauth.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'

export const STATE_LIFETIME_MS = 10 * 60_000

/** Creates a state that ends with the id of the business, because the user may select another one before the network responds. */
export const newStateFor = (domainId: string) => `${newState()}.${domainId}`
const domainOf = (state: string) => state.slice(state.indexOf('.') + 1)

/** Creates and saves the state of a sign-in that only this user, session and browser can complete. */
export async function issueState(
  ctx: Context & Pick<UserContext, 'userId' | 'sessionId'>,
  network: NetworkId,
  domainId: string,
  browser: string,
  details: StateDetails = {},
): Promise<string> {
  const state = newStateFor(domainId)
  await saveState(ctx, network, state, browser, details)
  return state
}

type StateDetails = Partial<
  Pick<typeof oauthStates.$inferInsert, 'encryptedVerifier' | 'domainId' | 'returnTo' | 'connectLinkId'>
>

/** Saves a state that `issueState` or an OAuth library has generated. */
export async function saveState(
  { db, now, userId, sessionId }: Context & Pick<UserContext, 'userId' | 'sessionId'>,
  network: NetworkId,
  state: string,
  browser: string,
  details: StateDetails,
): Promise<void> {
  await db.insert(oauthStates).values({
    stateHash: hashToken(state),
    network,
    userId,
    sessionId,
    browserHash: hashToken(browser),
    expiresAt: new Date(now().getTime() + STATE_LIFETIME_MS),
    ...details,
  })
}

type Starter = { userId: string; sessionId: string } | { browser: string }

/**
 * Consumes the state of a member's sign-in.
 * @returns the user and business of the sign-in
 * @throws {DomainError} `invalid` if the state is unknown, used, expired, or was issued to somebody else
 */
export async function consumeState(ctx: Context, network: NetworkId, state: string, starter: Starter) {
  const wasStartedByCaller =
    'browser' in starter
      ? eq(oauthStates.browserHash, hashToken(starter.browser))
      : and(eq(oauthStates.userId, starter.userId), eq(oauthStates.sessionId, starter.sessionId))
  const used = await deleteOauthState(
    ctx,
    network,
    state,
    and(isNull(oauthStates.connectLinkId), wasStartedByCaller),
  )
  if (!used || !(await isSessionAlive(ctx, used)))
    throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired)
  return {
    userId: used.userId,
    domainId: domainOf(state),
    shownDomainId: used.domainId ?? undefined,
    encryptedVerifier: used.encryptedVerifier,
  }
}

/** Deletes and returns a state in a single statement, so that concurrent requests can't both use it. */
export async function deleteOauthState(
  { db, now }: Context,
  network: NetworkId,
  state: string,
  wasStartedByCaller: SQL | undefined,
) {
  const [taken] = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, hashToken(state)),
        eq(oauthStates.network, network),
        gt(oauthStates.expiresAt, now()),
        wasStartedByCaller,
      ),
    )
    .returning()
  return taken
}

export async function sweepOauthStates({ db, now }: Context): Promise<void> {
  await db.delete(oauthStates).where(lte(oauthStates.expiresAt, now()))
}
