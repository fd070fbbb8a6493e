import { and, eq } from 'drizzle-orm'

import { withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import {
  type DeliveryRow,
  deliveries,
  type WrittenOffCall,
  writtenOffCalls,
} from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { isPostGone } from '#api/networks/codes.ts'
import { type LatePost, type LatePosts, NetworkError } from '#api/networks/core/network.ts'
import { linkTo, notifyAndMail } from '#api/notifications/notifications.ts'
import type { Attempt } from '#api/publishing/intent-log.ts'
import { markUnpublishedForReconciliation } from '#api/publishing/settlement/settle.ts'
import { createWorkerPool } from '#api/runtime/worker-pool.ts'
import { networks } from '#shared/networks.ts'
import { postExcerpt, quoted } from '#shared/text/graphemes.ts'
import {
  claimDueChecks,
  claimLatePost,
  findOpenCalls,
  isUntouched,
  latestPostAt,
  nextCheckAt,
  postponedCheckAt,
  scheduleCheck,
  firstCheckAt,
} from './written-off-calls.ts'

const MAX_CONCURRENT = 4

/**
 * Checks whether written-off calls published a post after all. Removes a second post, or asks its author to remove it if the API
 * can't.
 */
export const createLatePostChecker = (ctx: Context) =>
  createWorkerPool({
    size: MAX_CONCURRENT,
    claim: capacity => claimDueChecks(ctx, capacity),
    work: call => check(ctx, call),
    onError: error => ctx.log.error({ err: error }, 'late post not checked'),
  })

/**
 * Searches for the posts of written-off calls before their delivery is sent again, since one may have appeared while the
 * delivery waited for a limit or a sign-in. Skips networks that reject repeats. A post that is found becomes the delivery's own.
 * If the text was edited since the call, leaves the old post to a later check.
 */
export async function adoptLatePost(ctx: Context, { delivery, intentLog }: Attempt, linked: LinkedAccount) {
  const { latePosts } = ctx.networks[delivery.network]
  if (!latePosts || delivery.attempt === 1) return
  for (const call of await findOpenCalls(ctx, delivery.id)) {
    if (call.account !== linked.account.providerId) continue
    if (call.message !== delivery.message) {
      await scheduleCheck(ctx, call, firstCheckAt(ctx.now()))
      continue
    }
    if (latePosts.rejectsRepeatedCalls) continue
    const shown = matchingIds(await listPosts(ctx, { delivery, call, linked, latePosts }), null)
    if (shown.length === 0) continue
    await intentLog.reopen(
      { summary: call.message, ...(call.extras && { extras: call.extras }) },
      call.calledAt,
    )
    if (await intentLog.claim(shown)) return
    await intentLog.withdraw()
  }
}

async function check(ctx: Context, call: WrittenOffCall): Promise<void> {
  const [delivery] = await ctx.db.select().from(deliveries).where(eq(deliveries.id, call.deliveryId))
  const latePosts = delivery && ctx.networks[delivery.network].latePosts
  if (!latePosts) return
  try {
    const linked = await findCallsAccount(ctx, delivery, call)
    // Postpones the check, because the reconciliation of a later call may claim the post.
    if (!linked || (await isInDoubt(ctx, delivery))) return await postpone(ctx, delivery, call)
    await (delivery.state === 'published'
      ? removeSecondPost(ctx, { delivery, call, linked, latePosts })
      : reportLatePost(ctx, { delivery, call, linked, latePosts }))
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ deliveryId: call.deliveryId, failure: error.code }, 'late post not checked')
    await (call.externalId && !isTransient(error)
      ? askAuthorToRemove(ctx, delivery, call)
      : postpone(ctx, delivery, call))
  }
}

/** Finds the account that the call was made on; undefined while it isn't connected to the same business. */
async function findCallsAccount(ctx: Context, { domainId, network }: DeliveryRow, call: WrittenOffCall) {
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.domainId, domainId),
        eq(accounts.network, network),
        eq(accounts.providerId, call.account),
        eq(accounts.status, 'connected'),
      ),
    )
  const linked = account && (await findLinkedAccount(ctx, account.id))
  return linked?.token ? withValidToken(ctx, linked) : undefined
}

/** Returns true if another call of the delivery has published a post, or may still do so. */
async function isInDoubt({ db }: Context, { id, state }: DeliveryRow): Promise<boolean> {
  if (state === 'published') return false
  if (!['held', 'failed', 'canceled'].includes(state)) return true
  return (await db.$count(deliveries, and(eq(deliveries.id, id), mayBePublished))) > 0
}

type Check = { delivery: DeliveryRow; call: WrittenOffCall; linked: LinkedAccount; latePosts: LatePosts }

const listPosts = (ctx: Context, { delivery, call, linked: { account, token }, latePosts }: Check) =>
  latePosts.list(
    {
      deliveryId: delivery.id,
      accountId: account.providerId,
      token,
      message: call.message,
      extras: call.extras,
      pictures: call.mediaCount ?? delivery.mediaPositions.length,
      since: call.calledAt,
      until: latestPostAt(call),
    },
    ctx.now,
  )

/**
 * Removes a second post while the network also shows the delivery's own, or asks its author to remove it if the API can't.
 * Claims the second post before deleting it, so that after a crash the next check deletes this post and no other.
 */
async function removeSecondPost(ctx: Context, late: Check) {
  const { delivery, call, linked } = late
  const { externalId: own, network } = delivery
  const posts = await listPosts(ctx, late)
  const isShown = (id: string | null) => posts.some(post => post.id === id)
  if (!isShown(own)) return scheduleCheck(ctx, call, nextCheckAt(call, ctx.now()))
  const second = call.externalId ?? (await claimLatePost(ctx, call, matchingIds(posts, own)))
  if (!second) return scheduleCheck(ctx, call, nextCheckAt(call, ctx.now()))
  call.externalId = second
  if (isShown(second)) {
    const { feed } = ctx.networks[network]
    if (!feed || !('remove' in feed)) return askAuthorToRemove(ctx, delivery, call)
    const access = { accountId: linked.account.providerId, token: linked.token, onUsage: () => {} }
    await feed.remove(access, second).catch(error => {
      if (!isPostGone(error)) throw error
    })
  }
  await ctx.db.update(writtenOffCalls).set({ wakeAt: null, removedAt: ctx.now() }).where(isUntouched(call))
  ctx.log.warn(
    { deliveryId: delivery.id, network, removed: second, kept: own },
    'removed a second post that a late call published',
  )
}

const matchingIds = (posts: LatePost[], own: string | null) =>
  posts.filter(({ id, isAsSent }) => isAsSent && id !== own).map(({ id }) => id)

/** Never deletes the only post with this text, because its author may have added it by hand after our notification. */
async function reportLatePost(ctx: Context, late: Check) {
  const { delivery, call } = late
  const shown = await claimLatePost(ctx, call, matchingIds(await listPosts(ctx, late), null))
  if (!shown) return scheduleCheck(ctx, call, nextCheckAt(call, ctx.now()))
  const isMarked = await markUnpublishedForReconciliation(ctx, delivery, reasons.shownLate(delivery.network))
  await ctx.db
    .update(writtenOffCalls)
    .set(isMarked ? { wakeAt: null } : { externalId: null, wakeAt: nextCheckAt(call, ctx.now()) })
    .where(isUntouched(call))
}

const isTransient = ({ kind }: NetworkError) =>
  ['transient', 'wait', 'unknown', 'installation'].includes(kind)

async function postpone(ctx: Context, delivery: DeliveryRow, call: WrittenOffCall) {
  const next = postponedCheckAt(call, ctx.now())
  if (!next && call.externalId) return askAuthorToRemove(ctx, delivery, call)
  await scheduleCheck(ctx, call, next)
}

/** Asks the author to remove a second post that we can't remove, and ends the checks. */
async function askAuthorToRemove(ctx: Context, delivery: DeliveryRow, call: WrittenOffCall) {
  ctx.log.error(
    { deliveryId: delivery.id, network: delivery.network, second: call.externalId },
    'a late call published a second post, which can’t be removed',
  )
  const { userId, domainId, network } = delivery
  const { name } = networks[network]
  const second =
    call.message === delivery.message
      ? 'the second post'
      : `the one with the earlier text (${quoted(postExcerpt(call.message))})`
  const notice = {
    id: `second-post:${delivery.id}:${call.attempt}`,
    userId,
    type: 'social' as const,
    tone: 'warning' as const,
    title: `Published twice on ${name}: please remove one`,
    message: `${name} published this post twice, because it carried out a request long after we sent it. We can’t remove ${second}, so please remove it on ${name}.`,
    link: linkTo(delivery),
    domainId,
    forTeam: true as const,
  }
  await write(ctx, async ctx => {
    const { rowsAffected } = await scheduleCheck(ctx, call, null)
    if (rowsAffected === 0) return
    await notifyAndMail(ctx, [notice], 'See the post')
  })
}
