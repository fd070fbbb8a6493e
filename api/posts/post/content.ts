import { asc, eq, inArray, sql } from 'drizzle-orm'

import { requireRole } from '#api/auth/access/membership.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { type DeliveryRow, firstComments, postMedia } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { mediaItem } from '#api/media/media.ts'
import { createDraft } from '#api/posts/drafts/drafts.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import { acceptedPositions, fileKind } from '#shared/media/network-media.ts'
import { byNetwork, networks } from '#shared/networks.ts'
import { isCanceled, isChangeable } from '#shared/posts/changes.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { takesButton } from '#shared/posts/extras-rules.ts'
import { coverIds } from '#shared/posts/extras.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import type { PostContent } from '#shared/posts/revision.ts'
import { isStory, STORY_NAME } from '#shared/posts/stories.ts'
import { readPost } from '../read-posts.ts'
import { type LoadedPost, loadPost } from './load.ts'

/**
 * Reads a post as the composer's content: as its author wrote it, without the tags that we added to its links. Leaves out
 * cancelled networks.
 */
export async function readAsWritten(
  { db }: Inside<UserContext>,
  { post, deliveries: all }: LoadedPost,
): Promise<{ content: Omit<DraftContent, 'isScheduled' | 'publishAt'>; files: WrittenFile[] }> {
  const kept = all.filter(delivery => !isCanceled(delivery))
  const shown = kept.length > 0 ? kept : all
  const ids = shown.map(({ id }) => id)
  const [files, commentRows] = await Promise.all([
    db
      .select({ media, altText: postMedia.altText })
      .from(postMedia)
      .innerJoin(media, eq(media.id, postMedia.mediaId))
      .where(eq(postMedia.postId, post.id))
      .orderBy(asc(postMedia.position)),
    db
      .select({
        id: firstComments.deliveryId,
        text: sql<string>`coalesce(${firstComments.written}, ${firstComments.message})`,
      })
      .from(firstComments)
      .where(inArray(firstComments.deliveryId, ids)),
  ])
  const entries = <Value>(of: (delivery: DeliveryRow) => Value) =>
    Object.fromEntries(shown.map(delivery => [delivery.network, of(delivery)]))
  const isUnnamed = (delivery: DeliveryRow) => isStory(delivery) && delivery.message === STORY_NAME
  const textOf = (delivery: DeliveryRow) =>
    isUnnamed(delivery) ? '' : (delivery.written ?? delivery.message)
  const commentOf = ({ id }: DeliveryRow) => commentRows.find(row => row.id === id)?.text ?? ''
  const messages = new Set(shown.map(textOf))
  const commented = shown.filter(delivery => takesFirstComment(delivery.network) && !isStory(delivery))
  const comments = new Set(commented.map(commentOf))
  const sameMessage = messages.size <= 1 && comments.size <= 1
  return {
    files,
    content: {
      sameMessage,
      message: sameMessage ? [...messages].join('') : '',
      messages: sameMessage ? {} : entries(textOf),
      firstComment: sameMessage ? [...comments].join('') : '',
      firstComments: sameMessage ? {} : entries(commentOf),
      extras: Object.fromEntries(
        shown.flatMap(({ network, extras, writtenExtras }) =>
          extras || takesButton(network) ? [[network, writtenExtras ?? extras]] : [],
        ),
      ),
      aiTexts: [],
      networks: byNetwork(network => shown.some(delivery => delivery.network === network)),
      slot: false,
      timeZone: post.timeZone,
      media: withLimits(files, shown),
      mediaKind: chosenKind(files, shown),
      textOnly: files.length === 0,
      labels: post.labels,
    },
  }
}

type WrittenFile = { media: typeof media.$inferSelect; altText: string }

/** Returns the kind of media sent to a network that takes either pictures or one video. */
function chosenKind(files: WrittenFile[], shown: DeliveryRow[]) {
  const choosing = shown.find(
    ({ network }) => networks[network].video && !networks[network].mixesPicturesAndVideos,
  )
  return files[choosing?.mediaPositions[0] ?? -1]?.media.kind ?? null
}

/** Returns the files with the networks that get them, where a network gets other files than it does by default. */
function withLimits(files: WrittenFile[], shown: DeliveryRow[]): DraftContent['media'] {
  const covers = coverIds(shown.map(({ extras }) => extras))
  const kinds = files.map(({ media }) => fileKind(media, covers))
  const getsDefault = (delivery: DeliveryRow) =>
    acceptedPositions(delivery.network, kinds, chosenKind(files, shown), isStory(delivery)).join() ===
    delivery.mediaPositions.join()
  const limited = shown.filter(delivery => !getsDefault(delivery))
  return files.map(({ media: { id }, altText }, position) => {
    const without = limited.filter(({ mediaPositions }) => !mediaPositions.includes(position))
    const getting = shown.filter(delivery => !without.includes(delivery)).map(({ network }) => network)
    const isLimited = kinds[position] !== 'none' && without.length > 0
    return { mediaId: id, altText, ...(isLimited && { networks: getting }) }
  })
}

/**
 * Returns a post as the composer's content, with the time of its next delivery.
 * @throws {DomainError} `not_found`, also for another business's post; `forbidden`
 */
export async function readContent(ctx: UserContext, postId: string): Promise<PostContent> {
  const loaded = await loadPost(ctx, postId)
  const { post, role, approval } = loaded
  requireRole(role, 'write')
  const { content, files } = await readAsWritten(ctx, loaded)
  const kept = loaded.deliveries.filter(delivery => !isCanceled(delivery))
  const out = kept.filter(delivery => delivery.mayBePublished || !isChangeable(delivery))
  const waiting = kept.filter(delivery => !out.includes(delivery))
  const isInReview = waiting.some(({ state }) => REVIEW_STATES.includes(state))
  const approvedBy = await approverOf(ctx, post.id)
  const next = waiting.map(({ publishAt }) => publishAt).toSorted((a, b) => +a - +b)[0] ?? post.publishAt
  return {
    _id: post.id,
    domainId: post.domainId,
    version: post.version,
    content: {
      ...content,
      isScheduled: !(isInReview && approval?.whenApproved),
      publishAt: next.toISOString(),
    },
    media: files.map(({ media, altText }) => mediaItem(ctx, media, altText)),
    out: out.map(({ network }) => network),
    ...(post.seriesId && { repeats: true as const }),
    ...(isInReview && { review: approval?.state === 'changes_requested' ? approval.state : 'in_review' }),
    ...(approvedBy && { approvedBy }),
  }
}

/** Returns the name of the approver whose approval a change would end, or undefined. */
async function approverOf(ctx: UserContext, postId: string): Promise<string | undefined> {
  const { approval } = await readPost(ctx, postId)
  return approval?.waitsAgain && (approval.by ?? FORMER_MEMBER)
}

/**
 * Copies a post's content to a new draft without a time.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if the user has the maximum number of drafts, `not_found`, `forbidden`
 */
export const duplicatePost = (ctx: UserContext, postId: string): Promise<string> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    const { post, role } = loaded
    requireRole(role, 'write')
    const { content } = await readAsWritten(ctx, loaded)
    const id = Bun.randomUUIDv7()
    await createDraft(ctx, {
      id,
      domainId: post.domainId,
      content: { ...content, isScheduled: false, publishAt: null },
    })
    return id
  })
