import { requireSelectedAccount } from '#api/accounts/accounts.ts'
import { withValidToken } from '#api/accounts/tokens/renewal.ts'
import type { UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { NO_REVIEW_FORM, type ReviewForm } from '#shared/inbox.ts'

/**
 * Returns the form in which customers review the selected business's connected location. Always calls Google.
 * @throws {DomainError} `not_found` if there is no location, `conflict` if it needs reconnecting or has no form, `upstream` if
 *   Google can't be reached, `rate_limited`
 */
export async function readReviewForm(ctx: UserContext): Promise<ReviewForm> {
  await limit(ctx, { ...LIMITS.readLocations, key: ctx.userId })
  const selected = await requireSelectedAccount(ctx, 'google', 'see')
  try {
    const { account, token } = await withValidToken(ctx, selected)
    const form = await ctx.networks.google.inbox?.reviewForm?.({
      accountId: account.providerId,
      username: account.username,
      token,
      now: ctx.now,
      onUsage() {},
    })
    if (!form) throw new DomainError('conflict', NO_REVIEW_FORM)
    return { ...form, name: account.name }
  } catch (error) {
    if (error instanceof NetworkError) throw new DomainError('upstream', error.message, { cause: error })
    throw error
  }
}
