import { and, asc, eq, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, firstComments, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { mediaItem } from '#api/media/media.ts'
import { createDraft } from '#api/posts/drafts/drafts.ts'
import { noSuchPost } from '#api/posts/read-posts.ts'
import { byNetwork, type NetworkId, networks } from '#shared/networks.ts'
import { isCanceled, isChangeable } from '#shared/posts/changes.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import type { PostContent } from '#shared/posts/revision.ts'

/**
 * Reads a post as its author wrote it, without the tags that we added to its links: for a draft or an edit. A batch, so that texts
 * and media are of one moment.
 * @throws {DomainError} `not_found`, also for another business's post
 */
export async function readAsWritten(ctx: Inside<UserContext>, postId: string) {
  const { db } = ctx
  const isTheirs = and(eq(posts.id, postId), isAllowedIn(ctx, posts.domainId, 'write'))
  const [[post], mediaRows, deliveryRows] = await db.batch([
    db.select().from(posts).where(isTheirs),
    db
      .select({ media, altText: postMedia.altText })
      .from(postMedia)
      .innerJoin(posts, eq(posts.id, postMedia.postId))
      .innerJoin(media, eq(media.id, postMedia.mediaId))
      .where(isTheirs)
      .orderBy(asc(postMedia.position)),
    db
      .select({
        network: deliveries.network,
        state: deliveries.state,
        message: sql<string>`coalesce(${deliveries.written}, ${deliveries.message})`,
        positions: deliveries.mediaPositions,
        publishAt: deliveries.publishAt,
        firstComment: sql<string | null>`coalesce(${firstComments.written}, ${firstComments.message})`,
        mayBePublished,
      })
      .from(deliveries)
      .leftJoin(firstComments, eq(firstComments.deliveryId, deliveries.id))
      .where(and(eq(deliveries.postId, postId), isAllowedIn(ctx, deliveries.domainId, 'write')))
      .orderBy(asc(deliveries.id)),
  ])
  if (!post) throw noSuchPost()
  return { post, media: mediaRows, deliveries: deliveryRows }
}
type WrittenPost = Awaited<ReturnType<typeof readAsWritten>>

/** Returns the post's texts and media as the composer's content, without cancelled networks. */
export function draftContent(source: WrittenPost): Omit<DraftContent, 'isScheduled' | 'publishAt'> {
  const kept = source.deliveries.filter(delivery => !isCanceled(delivery))
  const shown = kept.length > 0 ? kept : source.deliveries
  const entries = <Value>(of: (delivery: (typeof shown)[number]) => Value) =>
    Object.fromEntries(shown.map(delivery => [delivery.network, of(delivery)]))
  const messages = new Set(shown.map(({ message }) => message))
  const comments = new Set(
    shown.flatMap(({ network, firstComment }) => (takesFirstComment(network) ? [firstComment ?? ''] : [])),
  )
  const sameMessage = messages.size === 1 && comments.size <= 1
  return {
    sameMessage,
    message: sameMessage ? [...messages].join('') : '',
    messages: sameMessage ? {} : entries(({ message }) => message),
    firstComment: sameMessage ? [...comments].join('') : '',
    firstComments: sameMessage ? {} : entries(({ firstComment }) => firstComment ?? ''),
    aiTexts: [],
    networks: byNetwork(network => shown.some(delivery => delivery.network === network)),
    slot: false,
    timeZone: source.post.timeZone,
    media: source.media.map(({ media: { id }, altText }) => ({ mediaId: id, altText })),
    mediaKind: chosenKind(source, shown),
    textOnly: source.media.length === 0,
    labels: source.post.labels,
  }
}

/** Returns the kind of media sent to a network that takes either pictures or one video. */
function chosenKind(source: WrittenPost, shown: { network: NetworkId; positions: number[] }[]) {
  const choosing = shown.find(
    ({ network }) => networks[network].video && !networks[network].mixesPicturesAndVideos,
  )
  return source.media[choosing?.positions[0] ?? -1]?.media.kind ?? null
}

/**
 * Returns a post as the composer's content, with the time of its next delivery.
 * @throws {DomainError} `not_found`, also for another user's post
 */
export async function readContent(ctx: UserContext, postId: string): Promise<PostContent> {
  const source = await readAsWritten(ctx, postId)
  const { id, domainId, version, publishAt } = source.post
  const kept = source.deliveries.filter(delivery => !isCanceled(delivery))
  const out = kept.filter(delivery => delivery.mayBePublished || !isChangeable(delivery))
  const waiting = kept.filter(delivery => !out.includes(delivery))
  const [approval] = await ctx.db
    .select({ state: approvals.state, whenApproved: approvals.whenApproved })
    .from(approvals)
    .where(eq(approvals.postId, id))
  const isInReview = waiting.some(({ state }) => REVIEW_STATES.includes(state))
  const next = waiting.map(delivery => delivery.publishAt).toSorted((a, b) => +a - +b)[0] ?? publishAt
  return {
    _id: id,
    domainId,
    version,
    content: {
      ...draftContent(source),
      isScheduled: !(isInReview && approval?.whenApproved),
      publishAt: next.toISOString(),
    },
    media: source.media.map(({ media, altText }) => mediaItem(ctx, media, altText)),
    out: out.map(({ network }) => network),
    ...(isInReview && { review: approval?.state === 'changes_requested' ? approval.state : 'in_review' }),
  }
}

/**
 * Copies a post's content to a new draft without a time.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if the user has the maximum number of drafts, `not_found`, `forbidden`
 */
export const duplicatePost = (ctx: UserContext, postId: string): Promise<string> =>
  write(ctx, async ctx => {
    const source = await readAsWritten(ctx, postId)
    const { id } = await createDraft(ctx, {
      id: Bun.randomUUIDv7(),
      domainId: source.post.domainId,
      content: { ...draftContent(source), isScheduled: false, publishAt: null },
    })
    return id
  })
