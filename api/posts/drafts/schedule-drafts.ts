import { connectedAccounts } from '#api/accounts/accounts.ts'
import type { UserContext } from '#api/context.ts'
import { messageOf } from '#api/http/error-handler.ts'
import { parseInput } from '#api/http/route.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { mediaTaken } from '#shared/media/network-media.ts'
import { NETWORK_IDS, type NetworkId, startingNetworks } from '#shared/networks.ts'
import type { BulkResult, ScheduleDrafts } from '#shared/posts/bulk.ts'
import { COPY_MESSAGES } from '#shared/posts/copies.ts'
import { coverIds } from '#shared/posts/covers.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { takesExtras, usedExtras } from '#shared/posts/extras-rules.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import { PostData, REVIEW_STATES } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { createPost } from '../create.ts'
import { readWithMedia } from './drafts.ts'

export const SCHEDULE_DRAFTS_MESSAGES = {
  noTime: 'It has no time yet. Open it and choose one.',
  timePassed: 'Its time has passed. Open it and choose a new one.',
} as const

type Sent = Awaited<ReturnType<typeof readWithMedia>>

/**
 * Sends drafts as posts at the times that they have, one after the other, like the composer: they wait for approval where a new
 * post would. A draft that can't be sent stays, and its message says why.
 */
export async function scheduleDrafts(ctx: UserContext, { draftIds }: ScheduleDrafts): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const _id of draftIds) {
    try {
      results.push({ _id, success: true, ...(await scheduleDraft(ctx, _id)) })
    } catch (error) {
      results.push({ _id, success: false, message: messageOf(ctx, error, 'a draft of a bulk change') })
    }
  }
  return results
}

/** @throws {DomainError} like `createPost`; `not_found`; `conflict` for a draft without a business or a time */
async function scheduleDraft(ctx: UserContext, draftId: string) {
  const draft = await readWithMedia(ctx, draftId)
  const { domainId, version, content } = draft
  if (!domainId) throw new DomainError('conflict', COPY_MESSAGES.noBusiness)
  const { isScheduled, slot, publishAt } = content
  if (!isScheduled || !(slot || publishAt)) throw new DomainError('conflict', SCHEDULE_DRAFTS_MESSAGES.noTime)
  if (!slot && Date.parse(publishAt ?? '') <= +ctx.now())
    throw new DomainError('conflict', SCHEDULE_DRAFTS_MESSAGES.timePassed)
  const accounts = await connectedAccounts(ctx, domainId)
  const working = accounts.filter(({ status }) => status === 'connected').map(({ network }) => network)
  const data = parseInput(PostData, {
    ...toPost(draft, startingNetworks(working)),
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

/** Returns the `data` of auth/createPosts, as the composer would send it. @param starting the networks that are on by default */
function toPost({ content, media }: Sent, starting: readonly NetworkId[]) {
  const { extras: entered = {}, mediaKind, repeat, texts = [] } = content
  const covers = coverIds(Object.values(entered))
  const files = content.media.filter(({ mediaId }) => media.has(mediaId) && !covers.includes(mediaId))
  const kinds = files.flatMap(({ mediaId }) => media.get(mediaId)?.kind ?? [])
  const preferred = mediaKind && kinds.includes(mediaKind) ? mediaKind : undefined
  const parts = NETWORK_IDS.filter(network => content.networks[network] ?? starting.includes(network)).map(
    network => {
      const story = isStory({ extras: entered[network] })
      return { network, story, positions: mediaTaken(network, kinds, preferred, story) }
    },
  )
  const shownCovers = parts.flatMap(({ network, positions: [only, ...others] }) => {
    const cover = entered[network]?.coverId
    const isVideo = only !== undefined && others.length === 0 && kinds[only] === 'video'
    return cover && isVideo && media.has(cover) ? cover : []
  })
  const mediaIds = [...files.map(({ mediaId }) => mediaId), ...new Set(shownCovers)]
  return {
    platforms: parts.map(({ network: platform, story, positions }) => {
      const comment = story || !takesFirstComment(platform) ? '' : textOf(content, platform, 'firstComment')
      const extras = entered[platform]
      return {
        platform,
        message: textOf(content, platform, 'message'),
        ...(comment.trim() && { firstComment: comment }),
        ...(takesExtras(platform) && extras !== undefined && { extras: usedExtras(extras) }),
        ...(positions.length < mediaIds.length && { media: positions }),
      }
    }),
    mediaIds,
    altTexts: files.map(({ altText }) => altText.trim()),
    ...(content.slot && { slot: 'next' }),
    ...(repeat && { repeat, texts }),
    textOnly: files.length === 0,
    labels: content.labels ?? [],
    timeZone: content.timeZone,
  }
}

const textOf = (content: DraftContent, network: NetworkId, field: 'message' | 'firstComment'): string =>
  (content.sameMessage ? content[field] : content[`${field}s`][network]) ?? ''
