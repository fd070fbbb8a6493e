import { signedOut, startCoolDown } from '#api/accounts/accounts.ts'
import { markNeedsReconnect } from '#api/accounts/signed-out.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { usageMeter } from '#api/deliveries/usage-meter.ts'
import type { FeedAccess } from '#api/networks/core/feed.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { NO_POST } from '#api/networks/google/feed.ts'
import { OBJECT_GONE } from '#api/networks/meta/failures.ts'
import { DomainError, withRetryAdvice } from '#api/runtime/errors.ts'
import { networks } from '#shared/networks.ts'

type Linked = { account: Account; token: string }

/** Codes that reject the token itself, not a single call. */
const TOKEN_ERROR_CODES = new Set(['102', '190', 'google/invalid_grant', 'google/UNAUTHENTICATED'])

/** Codes for a post that its network no longer has. */
const GONE_CODES = new Set([OBJECT_GONE, NO_POST])

/**
 * Calls an account's network for its owner. These calls share publishing's budget, so an account in cool-down isn't called, and
 * one with a nearly exhausted budget starts a cool-down.
 * @throws {DomainError} with a message for the owner
 */
export async function callNetwork<Result>(
  ctx: UserContext,
  linked: Linked,
  request: (access: FeedAccess) => Promise<Result>,
): Promise<Result> {
  const { account } = linked
  const now = ctx.now()
  if (account.coolDownUntil && account.coolDownUntil > now)
    throw coolDownError(account, account.coolDownUntil, now)
  const meter = usageMeter()
  let current = linked
  try {
    current = await withValidToken(ctx, linked)
    return await request({ accountId: account.providerId, token: current.token, onUsage: meter.read })
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    throw await toDomainError(ctx, current, error)
  } finally {
    const coolDownUntil = meter.coolDownUntil(ctx.now())
    if (coolDownUntil) await startCoolDown(ctx, account.id, coolDownUntil)
  }
}

async function toDomainError(
  ctx: UserContext,
  { account, token }: Linked,
  error: NetworkError,
): Promise<DomainError> {
  const { kind, code, message, retryAt } = error
  ctx.log.warn({ accountId: account.id, failure: code, kind }, 'posts of an account not read or changed')
  const rejectsToken = TOKEN_ERROR_CODES.has(code) || TOKEN_ERROR_CODES.has(code.split('/')[0] ?? '')
  if (kind === 'reconnect' && rejectsToken && !(await canBeRenewed(ctx, { account, token }, error))) {
    await markNeedsReconnect(ctx, account.id, token)
    return signedOut(account)
  }
  if (kind === 'installation' && !retryAt) return new DomainError('upstream', message, { cause: error })
  if ((kind === 'wait' || kind === 'installation') && retryAt) {
    await startCoolDown(ctx, account.id, retryAt)
    return coolDownError(account, retryAt, ctx.now())
  }
  if (GONE_CODES.has(code))
    return new DomainError('not_found', `${networks[account.network].name} no longer has this post.`)
  if (kind === 'permanent' || kind === 'reconnect')
    return new DomainError('conflict', message, { cause: error })
  return new DomainError('upstream', withRetryAdvice(message), { cause: error })
}

function coolDownError({ network }: Account, until: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((+until - +now) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return new DomainError(
    'rate_limited',
    `${networks[network].name} is limiting this account for now. Please try again ${minutes === 1 ? 'in a minute' : `in ${minutes} minutes`}.`,
    { retryAfterSeconds: seconds },
  )
}
