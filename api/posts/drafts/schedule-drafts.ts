import { connectedAccounts } from '#api/accounts/accounts.ts'
import type { UserContext } from '#api/context.ts'
import { messageOf } from '#api/http/error-handler.ts'
import { parseInput } from '#api/http/route.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { acceptedPositions, excludesAll, kindsOn } from '#shared/media/network-media.ts'
import { byNetwork, chosenNetworks, type NetworkId, networks } from '#shared/networks.ts'
import type { BulkResult, ScheduleDrafts } from '#shared/posts/bulk.ts'
import { COPY_MESSAGES } from '#shared/posts/copies.ts'
import { buildPostData } from '#shared/posts/draft-post.ts'
import { isStoryOn } from '#shared/posts/draft-texts.ts'
import { coverIds } from '#shared/posts/extras.ts'
import { PostData, REVIEW_STATES } from '#shared/posts/posts.ts'
import { createPost } from '../create.ts'
import { readDraftWithMedia } from './drafts.ts'

export const SCHEDULE_DRAFTS_MESSAGES = {
  noTime: 'It has no time yet. Open it and choose one.',
  timePassed: 'Its time has passed. Open it and choose a new one.',
} as const

/**
 * Sends drafts as posts at the times that they have, one after the other, like the composer: they wait for approval where a new
 * post would. A draft that can't be sent stays, and its message says why.
 */
export async function scheduleDrafts(
  ctx: UserContext,
  { draftIds, leaveOut }: ScheduleDrafts,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const _id of draftIds) {
    try {
      results.push({ _id, success: true, ...(await scheduleDraft(ctx, _id, leaveOut)) })
    } catch (error) {
      results.push({ _id, success: false, message: messageOf(ctx, error, 'a draft of a bulk change') })
    }
  }
  return results
}

/** @throws {DomainError} like `createPost`; `not_found`; `conflict` for a draft without a business or a time */
async function scheduleDraft(ctx: UserContext, draftId: string, leaveOut: ScheduleDrafts['leaveOut']) {
  const draft = await readDraftWithMedia(ctx, draftId)
  const { domainId, version, content } = draft
  if (!domainId) throw new DomainError('conflict', COPY_MESSAGES.noBusiness)
  const { isScheduled, slot, publishAt } = content
  if (!isScheduled || !(slot || publishAt)) throw new DomainError('conflict', SCHEDULE_DRAFTS_MESSAGES.noTime)
  if (!slot && Date.parse(publishAt ?? '') <= +ctx.now())
    throw new DomainError('conflict', SCHEDULE_DRAFTS_MESSAGES.timePassed)
  const accounts = await connectedAccounts(ctx, domainId)
  const working = accounts.filter(({ status }) => status === 'connected').map(({ network }) => network)
  const data = parseInput(PostData, {
    ...toPost(draft, working, leaveOut),
    draftId,
    draftVersion: version,
  })
  const created = await createPost(
    { ...ctx, shownDomainId: domainId },
    {
      data,
      isScheduled: true,
      scheduledTime: slot || !publishAt ? '' : String(Math.floor(Date.parse(publishAt) / 1000)),
      files: [],
      idempotencyKey: `${draftId}-scheduled-${version}`,
      receivedAt: ctx.now(),
    },
  )
  return {
    postId: created.postId,
    publishAt: created.publishAt,
    ...(created.results.some(({ state }) => REVIEW_STATES.includes(state)) && { inReview: true as const }),
  }
}

/** Returns the `data` of auth/createPosts, as the composer would send it. */
function toPost(
  { content, media }: Awaited<ReturnType<typeof readDraftWithMedia>>,
  connected: readonly NetworkId[],
  leaveOut: ScheduleDrafts['leaveOut'],
) {
  const covers = coverIds(Object.values(content.extras ?? {}))
  const files = content.media.flatMap(({ mediaId: id, altText, networks }) => {
    const file = covers.includes(id) ? undefined : media.get(id)
    return file ? { id, kind: file.kind, name: file.name, altText, networks } : []
  })
  const chosen = chosenNetworks(content.networks, connected)
  const unused = files.find(file => excludesAll(file, chosen))
  if (unused) throw invalidField('media', MEDIA_MESSAGES.forNone(unused.name))
  const positions = byNetwork(network =>
    acceptedPositions(network, kindsOn(network, files), content.mediaKind, isStoryOn(content, network)),
  )
  const isSent = (network: NetworkId) =>
    !leaveOut || !networks[network].needsMedia || positions[network].length > 0
  return buildPostData({
    draft: { ...content, textOnly: true },
    networks: chosen.filter(isSent),
    files,
    covers: covers.filter(id => media.has(id)),
    positions,
    timeZone: content.timeZone,
  })
}
