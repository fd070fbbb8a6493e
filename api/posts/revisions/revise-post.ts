import { connectedAccounts } from '#api/accounts/accounts.ts'
import { contentHash } from '#api/approvals/content-hash.ts'
import { signedContent, withHashes } from '#api/approvals/contents.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { requireMediaByIds } from '#api/media/media.ts'
import { tooLate } from '#api/posts/change-errors.ts'
import { checkMediaCount, gatherMedia } from '#api/posts/gather-media.ts'
import { requireMayChange } from '#api/posts/may-change.ts'
import { checkMessages, checkPublishTime, mediaForNetwork } from '#api/posts/new-post.ts'
import { readPost } from '#api/posts/posts.ts'
import { nextFreeSlot, requireFree } from '#api/posts/slots/next-free-slot.ts'
import { CHANGEABLE_STATES, type DeliveryState, type Post, POST_MESSAGES } from '#shared/posts/posts.ts'
import type { RevisePost } from '#shared/posts/revision.ts'
import { tagTexts } from '../tag-texts.ts'
import { replaceContent } from './replace-content.ts'

/**
 * Replaces the content of a post: its networks, texts, media, first comments and time, all or nothing. Its deliveries are
 * scheduled as if it were new.
 * @throws {DomainError} `conflict` if one of its networks is publishing or has published it, or another window has changed it.
 *   For callers who may not publish: `conflict` for an approved post, `forbidden` for another author's
 */
export async function revisePost(ctx: UserContext, postId: string, input: RevisePost): Promise<void> {
  const post = await readPost(ctx, postId)
  await requireNoDeletion(ctx)
  const domain = await getDomain(ctx, post.domainId, 'write')
  requireMayChange({ role: domain.role, ...post })
  const accounts = await connectedAccounts(ctx, domain._id)
  const platforms = tagTexts(input.platforms, domain.linkTags)
  checkMessages(platforms, new Set([...accounts.map(({ network }) => network), ...networksOf(post)]))
  checkMediaCount(input.mediaIds, [], input.textOnly)
  const { scheduledTime = Math.floor(Date.parse(post.publishAt) / 1000), timeZone = post.timeZone } = input
  const free = input.slot ? await nextFreeSlot(ctx, domain, { timeZone, except: postId }) : undefined
  // Composers send a time; a call without one keeps a post that is published on approval as it is.
  const isUntimed = post.approval?.whenApproved === true && input.scheduledTime === undefined
  const publishAt =
    free?.at ?? (input.now || isUntimed ? ctx.now() : checkPublishTime(scheduledTime, ctx.now()))

  const media = await requireMediaByIds(ctx, input.mediaIds)
  const kinds = media.map(({ kind }) => kind)
  const planned = platforms.map(({ firstComment = '', media: chosen, ...text }) => ({
    ...text,
    firstComment,
    ...mediaForNetwork(text.platform, chosen, kinds),
  }))
  await gatherMedia(ctx, media, [], position =>
    planned.filter(({ positions }) => positions.includes(position)).map(({ platform }) => platform),
  )

  const described = media.map((row, position) => ({ ...row, altText: input.altTexts[position] ?? '' }))
  try {
    const files = await withHashes(ctx, described)
    const changed = await replaceContent(ctx, post, {
      planned,
      accounts,
      media: described.map(({ id, altText }, position) => ({ id, position, altText })),
      publishAt,
      timeZone: free?.timeZone ?? timeZone,
      version: input.version,
      labels: input.labels,
      hashes: planned.map(({ platform, message, firstComment, positions }) =>
        contentHash([
          signedContent({
            network: platform,
            account: accounts.find(({ network }) => network === platform)?.providerId ?? '',
            message,
            firstComment: firstComment.trim(),
            media: files.filter((_, position) => positions.includes(position)),
            publishAt: null,
          }),
        ]),
      ),
    })
    if (changed.length === 0) {
      const current = await readPost(ctx, postId)
      requireMayChange({ role: domain.role, ...current })
      throw revisionError(current)
    }
    await broadcastDeliveries(ctx, changed)
  } catch (error) {
    if (free) await requireFree(ctx, free)
    throw error
  }
  ctx.wake('publish')
}

const networksOf = ({ deliveries }: Post) =>
  deliveries.filter(({ state }) => state !== 'canceled').map(({ network }) => network)

function revisionError({ deliveries }: Post): DomainError {
  const states = deliveries.map(({ state }) => state)
  const waiting: readonly DeliveryState[] = CHANGEABLE_STATES
  const isWaiting = states.every(state => state === 'canceled' || waiting.includes(state))
  return isWaiting && states.some(state => waiting.includes(state))
    ? new DomainError('conflict', POST_MESSAGES.changed)
    : tooLate(states)
}
