import { requireRole } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { write } from '#api/db/write.ts'
import { requireOwnAccount } from '#api/deliveries/account-mismatch.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { isChangeable, mayRetry, nothingToRetryError, tooLateError } from '#shared/posts/changes.ts'
import type { OnConnected } from '#shared/posts/posts.ts'
import { type PostOrDelivery, loadPost, chosenDeliveries, toDomainError } from './post/load.ts'
import { schedule } from './schedule.ts'

/**
 * Publishes held and failed deliveries at once, or a given delivery even before its time. Deliveries that may be public are
 * reconciled first, and those that lack an approval wait for it. On an account that its network has paused, they go out when the
 * pause ends.
 * @throws {DomainError} `conflict` without that consent, or if there is nothing to publish; `forbidden`, `not_found`
 */
export const retryPost = (
  ctx: UserContext,
  { postId, deliveryId }: PostOrDelivery,
  { onConnectedAccount }: OnConnected,
): Promise<void> =>
  write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, postId)
    requireRole(loaded.role, 'publish')
    const all = chosenDeliveries(loaded, deliveryId)
    const chosen = all.filter(deliveryId ? isChangeable : mayRetry)
    if (!onConnectedAccount) requireOwnAccount(chosen)
    if (chosen.length === 0) throw toDomainError(deliveryId ? tooLateError(all) : nothingToRetryError(all))
    await schedule(ctx, loaded, {
      act: 'post.retried',
      chosen,
      at: ctx.now(),
      deliveryId,
      onConnectedAccount,
      outlastsCoolDowns: true,
    })
  })
