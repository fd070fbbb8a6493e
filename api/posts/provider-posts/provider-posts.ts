import { and, eq, inArray, isNull, or } from 'drizzle-orm'

import {
  needsReconnectError,
  requireSelectedAccount,
  startCoolDown,
  watchUsage,
} from '#api/accounts/accounts.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import type { LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { readSoon } from '#api/insights/schedule.ts'
import { isPostGone, isSignedOut } from '#api/networks/codes.ts'
import type { FeedAccess, RemovableFeed } from '#api/networks/core/feed.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { DomainError, requireValid, withRetryAdvice } from '#api/runtime/errors.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { lengthProblem, phoneProblem } from '#shared/posts/captions.ts'
import { fieldProblem } from '#shared/posts/fields.ts'
import type { ProviderPost, ProviderPostQuery } from '#shared/posts/provider-posts.ts'

/** Returns the posts of the selected business's account, including those published with other tools, newest first. */
export async function listProviderPosts(
  ctx: UserContext,
  network: NetworkId,
  query: ProviderPostQuery,
): Promise<{ posts: ProviderPost[]; nextCursor: string | null }> {
  await limit(ctx, { ...LIMITS.readProviderPosts, key: ctx.userId })
  const { feed } = ctx.networks[network]
  if (!feed) throw new DomainError('not_found', `${networks[network].name} does not show its posts here.`)
  const linked = await requireSelectedAccount(ctx, network, 'see')
  const { posts, next } = await callNetwork(ctx, linked, access => feed.list(access, query))
  const mayEdit = 'edit' in feed && !(await approvesPosts(ctx, linked.account))
  const ids = posts.map(({ id }) => id)
  const ours = await ourPosts(ctx, linked.account.id, ids)
  return {
    posts: posts.map(post => {
      const postId = ours.get(post.id)
      return {
        ...post,
        // Google's names begin with the location, which wouldn't fit in a URL.
        id: post.id.slice(post.id.lastIndexOf('/') + 1),
        network,
        canEdit: post.canEdit && mayEdit,
        canDelete: 'remove' in feed,
        ...(postId && { postId }),
      }
    }),
    nextCursor: next,
  }
}

/**
 * Returns true if the business requires approval. Then a post may not be edited on its network, because nobody would have
 * approved its new text.
 */
const approvesPosts = async ({ db }: UserContext, { domainId }: Account) =>
  (await db.$count(
    approvalRules,
    and(eq(approvalRules.domainId, domainId), eq(approvalRules.required, true)),
  )) > 0

/** A post of the selected business's account: its network, and the last part of its id there. */
type PostRef = { network: NetworkId; id: string }

/**
 * Replaces the message of a post.
 * @returns a message for the member
 * @throws {DomainError} if it doesn't exist or its network rejects the change; `conflict` if the business requires approval
 */
export async function editProviderPost(ctx: UserContext, ref: PostRef, message: string): Promise<string> {
  const { shortName } = networks[ref.network]
  const { feed } = ctx.networks[ref.network]
  if (!feed || !('edit' in feed))
    throw new DomainError('not_found', `Posts on ${shortName} can’t be edited here.`)
  requireValid(
    'message',
    fieldProblem(message) ?? lengthProblem(ref.network, message) ?? phoneProblem(ref.network, message),
  )
  const { linked, externalId } = await requireOwnPost(ctx, ref, feed)
  if (await approvesPosts(ctx, linked.account)) throw new DomainError('conflict', APPROVAL_MESSAGES.published)
  await requireNotInFlight(ctx, linked.account.id, externalId)
  await callNetwork(ctx, linked, access => feed.edit(access, externalId, message))
  await recordRemoteChange(ctx, { accountId: linked.account.id, externalId }, { message })
  return `Post updated on ${shortName}.`
}

/**
 * Rejects a change of a remote post that a delivery in flight may have created. Reconciliation wouldn't find the post with another
 * text or deleted, and would send it again.
 */
async function requireNotInFlight({ db }: UserContext, accountId: string, externalId: string): Promise<void> {
  const isOnItsWay = inArray(deliveries.state, ['publishing', 'unconfirmed'])
  const found = await db
    .select({ externalId: deliveries.externalId })
    .from(deliveries)
    .where(and(eq(deliveries.accountId, accountId), or(eq(deliveries.externalId, externalId), isOnItsWay)))
  if (found.length > 0 && !found.some(delivery => delivery.externalId === externalId))
    throw new DomainError(
      'conflict',
      'A post of yours is still on its way, and this may be it. Try again in a few minutes.',
    )
}

/**
 * Removes a post from its network.
 * @returns a message for the member
 * @throws {DomainError} if it doesn't exist or its network rejects the removal
 */
export async function removeProviderPost(ctx: UserContext, ref: PostRef): Promise<string> {
  const { shortName } = networks[ref.network]
  const { feed } = ctx.networks[ref.network]
  if (!feed || !('remove' in feed))
    throw new DomainError('not_found', `Posts on ${shortName} can’t be deleted here.`)
  const { linked, externalId } = await requireOwnPost(ctx, ref, feed)
  await requireNotInFlight(ctx, linked.account.id, externalId)
  await callNetwork(ctx, linked, access => feed.remove(access, externalId))
  await recordRemoteChange(ctx, { accountId: linked.account.id, externalId }, { removedAt: ctx.now() })
  await readSoon(ctx, [linked.account.id])
  return feed.removedMessage ?? `Post deleted from ${shortName}.`
}

/** Returns the selected account and the id of its post. @throws {DomainError} `not_found` for an id of another account's post */
async function requireOwnPost(ctx: UserContext, { network, id }: PostRef, { idFrom }: RemovableFeed) {
  await limit(ctx, { ...LIMITS.changeProviderPosts, key: ctx.userId })
  const linked = await requireSelectedAccount(ctx, network, 'publish')
  const externalId = idFrom(linked.account.providerId, id)
  if (externalId === undefined) throw new DomainError('not_found', 'This account has no such post.')
  return { linked, externalId }
}

/**
 * Calls an account's network for its owner. These calls share publishing's budget, so an account in cool-down isn't called, and
 * one with a nearly exhausted budget starts a cool-down.
 * @throws {DomainError} with a message for the owner
 */
async function callNetwork<Result>(
  ctx: UserContext,
  linked: LinkedAccount,
  request: (access: FeedAccess) => Promise<Result>,
): Promise<Result> {
  const { account } = linked
  const now = ctx.now()
  if (account.coolDownUntil && account.coolDownUntil > now)
    throw coolDownError(account, account.coolDownUntil, now)
  let current = linked
  try {
    return await watchUsage(ctx, account.id, async onUsage => {
      current = await withValidToken(ctx, linked)
      return await request({ accountId: account.providerId, token: current.token, onUsage })
    })
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    throw await handleNetworkError(ctx, current, error)
  }
}

async function handleNetworkError(ctx: UserContext, { account, token }: LinkedAccount, error: NetworkError) {
  const { kind, code, message, retryAt } = error
  ctx.log.warn({ accountId: account.id, failure: code, kind }, 'posts of an account not read or changed')
  const { renewal } = ctx.networks[account.network].account
  const rejectsToken = renewal?.expiredTokenCodes.includes(code) || isSignedOut(code)
  if (kind === 'reconnect' && rejectsToken && !(await canBeRenewed(ctx, { account, token }, error))) {
    await markNeedsReconnect(ctx, account.id, token)
    return needsReconnectError(account)
  }
  if (kind === 'installation' && !retryAt) return new DomainError('upstream', message, { cause: error })
  if ((kind === 'wait' || kind === 'installation') && retryAt) {
    await startCoolDown(ctx, account.id, retryAt)
    return coolDownError(account, retryAt, ctx.now())
  }
  if (isPostGone(error))
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

/** Returns the ids of our posts among these remote posts, by the network's id. */
async function ourPosts(
  ctx: UserContext,
  accountId: string,
  externalIds: string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ externalId: deliveries.externalId, postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.externalId, externalIds),
        eq(deliveries.accountId, accountId),
        isAllowedIn(ctx, deliveries.domainId),
      ),
    )
  return new Map(rows.flatMap(({ externalId, postId }) => (externalId ? [[externalId, postId]] : [])))
}

/** Records in our database that a post was changed or deleted on its network. */
async function recordRemoteChange(
  ctx: UserContext,
  { accountId, externalId }: { accountId: string; externalId: string },
  change: { message: string } | { removedAt: Date },
) {
  const changed = await ctx.db
    .update(deliveries)
    .set({ ...change, updatedAt: ctx.now() })
    .where(
      and(
        eq(deliveries.externalId, externalId),
        eq(deliveries.accountId, accountId),
        isAllowedIn(ctx, deliveries.domainId, 'publish'),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
      ),
    )
    .returning()
  await broadcastDeliveries(ctx, changed)
}
