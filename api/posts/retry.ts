import { requireRole } from '#api/auth/access/membership.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { write } from '#api/db/write.ts'
import { requireOwnAccount } from '#api/deliveries/account-mismatch.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { dateFormats, zoneName } from '#shared/date-formats.ts'
import { isChangeable, mayRetry, nothingToRetryError, tooLateError } from '#shared/posts/changes.ts'
import { describePause, waitsForPause } from '#shared/posts/pauses.ts'
import { type DeliveryState, isPlanned, type OnConnected, type Post, POST_TABS } from '#shared/posts/posts.ts'
import { type PostOrDelivery, loadPost, chosenDeliveries, toDomainError } from './post/load.ts'
import { schedule } from './schedule.ts'
import { timeZoneOf } from './slots/slots.ts'

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

const IN_PROGRESS: readonly DeliveryState[] = POST_TABS.progress

/** Returns the message about a retried post, or about one network's delivery of it. */
export async function describeRetry(
  ctx: UserContext,
  { domainId, timeZone, deliveries }: Post,
  deliveryId: string | undefined,
): Promise<string> {
  const retried = deliveries.filter(({ _id }) => !deliveryId || _id === deliveryId)
  if (retried.some(({ state }) => state === 'in_review'))
    return 'Sent for approval. It goes out once approved.'
  const waiting = retried.filter(waitsForPause)
  if (waiting.length === 0) return 'On its way.'
  const zone = timeZoneOf(await getDomain(ctx, domainId), timeZone)
  const pauses = waiting.map(({ network, publishAt }) =>
    describePause(network, `${dateFormats('en').dayTime(publishAt, zone)} ${zoneName(publishAt, zone)}`),
  )
  const isGoing = retried.some(
    each => !waitsForPause(each) && (isPlanned(each) || IN_PROGRESS.includes(each.state)),
  )
  return [...(isGoing ? ['On its way.'] : []), ...pauses].join(' ')
}
