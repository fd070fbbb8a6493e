import { and, eq, gt } from 'drizzle-orm'

import { isSessionAlive } from '#api/auth/sessions/sessions.ts'
import type { Context, UserContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { oauthStates } from '#api/db/schema/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { newState } from '#api/networks/core/oauth.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'

export const STATE_LIVES_MS = 10 * 60_000

/** The domain rides in the state, so that choosing another one meanwhile doesn't send the account there. */
const joinState = (domainId: string) => `${newState()}.${domainId}`
const domainOf = (state: string) => state.slice(state.indexOf('.') + 1)

/** A state for one sign-in of this user, session and browser. */
export async function issueState(
  ctx: UserContext,
  network: NetworkId,
  domainId: string,
  browser: string,
  more: Pick<typeof oauthStates.$inferInsert, 'encryptedVerifier' | 'domainId' | 'returnTo'> = {},
): Promise<string> {
  const { db, now, userId, sessionId } = ctx
  const state = joinState(domainId)
  await db.insert(oauthStates).values({
    stateHash: hashToken(state),
    network,
    userId,
    sessionId,
    browserHash: hashToken(browser),
    expiresAt: new Date(now().getTime() + STATE_LIVES_MS),
    ...more,
  })
  return state
}

type Holder = { userId: string; sessionId: string } | { browser: string }

/**
 * Uses a state up: whose sign-in it is, and for which domain. One statement, so of two that bring it one is refused.
 * @throws DomainError when it is unknown, used, too old, or not this holder's
 */
export async function consumeState(ctx: Context, network: NetworkId, state: string, holder: Holder) {
  const { db, now } = ctx
  const isHolders =
    'browser' in holder
      ? eq(oauthStates.browserHash, hashToken(holder.browser))
      : and(eq(oauthStates.userId, holder.userId), eq(oauthStates.sessionId, holder.sessionId))
  const [used] = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, hashToken(state)),
        eq(oauthStates.network, network),
        gt(oauthStates.expiresAt, now()),
        isHolders,
      ),
    )
    .returning()
  if (!used || !(await isSessionAlive(ctx, used)))
    throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired)
  return { userId: used.userId, domainId: domainOf(state), shownDomainId: used.domainId ?? undefined }
}
