import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, OwnerContext, UserContext } from '#api/context.ts'
import { isAmong, prepared, readAtomically } from '#api/db/prepared.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { alias } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvalRules, approvals, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { media } from '#api/db/schema/posts/media.ts'
import {
  type DeliveryRow,
  deliveries,
  firstComments,
  postMedia,
  posts,
  postSeries,
} from '#api/db/schema/posts/posts.ts'
import { isMeantForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { isChosenApprover } from '#api/deliveries/approval/conditions.ts'
import { toApproval, signedContent } from '#api/deliveries/approval/content.ts'
import { withHashes } from '#api/media/content-hash.ts'
import { mediaItem } from '#api/media/media.ts'
import { needsUserCheck, isContentError } from '#api/networks/codes.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import { acceptedPositions } from '#shared/media/network-media.ts'
import { compareNetworks } from '#shared/networks.ts'
import { type ReviewedContent, wasReviewed } from '#shared/posts/approvals.ts'
import { awaitsApproval, isChangeable } from '#shared/posts/changes.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'

/** Reads a post. @throws {DomainError} `not_found`, also for another business's post */
export async function readPost(ctx: UserContext, id: string): Promise<Post> {
  const [post] = await readPosts(ctx, [id])
  if (!post) throw noSuchPostError()
  return post
}

export const noSuchPostError = () => new DomainError('not_found', 'There is no such post.')

/**
 * Returns these posts as they are at one moment, in the order of `ids`. Leaves out those of businesses in which the user isn't a
 * member.
 * @param options.forReview true on review pages: always includes `approval` and `mediaPositions`
 */
export async function readPosts(
  ctx: UserContext,
  ids: string[],
  { forReview = false } = {},
): Promise<Post[]> {
  if (ids.length === 0) return []
  const [rows, deliveryRows, mediaRows] = await readRows(ctx, ids)
  const byId = new Map(rows.map(row => [row.post.id, row]))
  const deliveriesById = Map.groupBy(deliveryRows, ({ delivery }) => delivery.postId)
  const mediaById = Map.groupBy(mediaRows, ({ postId }) => postId)
  const found = ids.flatMap(id => byId.get(id) ?? [])
  return Promise.all(
    found.map(row => {
      const { id } = row.post
      const parts = { ofPost: deliveriesById.get(id) ?? [], files: mediaById.get(id) ?? [], forReview }
      return toPost(ctx, row, parts)
    }),
  )
}

type Parts = { ofPost: DeliveryRows; files: MediaRows; forReview: boolean }

async function toPost(ctx: UserContext, row: PostRow, { ofPost, files, forReview }: Parts): Promise<Post> {
  const { post, author, series } = row
  const showsApproval =
    forReview ||
    row.rule?.required ||
    wasReviewed(row.approval) ||
    ofPost.some(({ delivery }) => awaitsApproval(delivery))
  const approval = showsApproval ? await readApproval(ctx, row, ofPost, files) : undefined
  const kinds = files.map(({ media: { kind } }) => kind)
  const hasOwnFiles = ({ network, mediaPositions, extras }: DeliveryRow) =>
    mediaPositions.join() !== acceptedPositions(network, kinds, undefined, isStory({ extras })).join()
  return {
    _id: post.id,
    domainId: post.domainId,
    publishAt: post.publishAt.toISOString(),
    timeZone: post.timeZone,
    version: post.version,
    createdAt: post.createdAt.toISOString(),
    author: author ?? FORMER_MEMBER,
    ...(post.authorId === ctx.userId && { isOwn: true as const }),
    ...(approval && { approval }),
    ...(post.labels.length > 0 && { labels: post.labels }),
    ...(series && { series }),
    media: files.map(row => mediaItem(ctx, row.media, row.altText)),
    deliveries: ofPost
      .toSorted((a, b) => compareNetworks(a.delivery.network, b.delivery.network))
      .map(({ delivery, account, providerId, coolDownUntil, firstComment, figures }) => ({
        ...toDelivery(delivery, account),
        ...(isMeantForAnotherAccount({
          ...delivery,
          account: providerId === null ? null : { providerId },
        }) && { writtenFor: delivery.meantForName }),
        ...(!forReview &&
          isChangeable(delivery) &&
          +(coolDownUntil ?? 0) > +ctx.now() && { pausedUntil: coolDownUntil?.toISOString() }),
        ...(firstComment && { firstComment }),
        ...(figures && { figures }),
        ...((forReview || hasOwnFiles(delivery)) && { mediaPositions: delivery.mediaPositions }),
      })),
  }
}

/** The unary plus disables the business's index, so that the rows are found by their ids. */
const isInUsersBusiness = (domainId: SQLWrapper) =>
  isAllowedIn({ userId: sql.placeholder('userId') }, sql`+${domainId}`)

const author = alias(users, 'author')

const postsOf = prepared(db =>
  db
    .select({
      post: posts,
      rule: approvalRules,
      approval: approvals,
      linkExpiresAt: reviewLinks.expiresAt,
      decidedBy: users.fullname,
      author: author.fullname,
      series: {
        _id: postSeries.id,
        every: postSeries.every,
        interval: postSeries.interval,
        until: postSeries.until,
        timeZone: postSeries.timeZone,
      },
      byOthers: sql<number>`${approvalRules.approvers} <> '[]'
        and not ${isChosenApprover(sql.placeholder('userId'), sql`posts.domain_id`)}`.mapWith(Boolean),
    })
    .from(posts)
    .leftJoin(approvalRules, eq(approvalRules.domainId, posts.domainId))
    .leftJoin(approvals, eq(approvals.postId, posts.id))
    .leftJoin(reviewLinks, eq(reviewLinks.id, approvals.heldByLinkId))
    .leftJoin(users, eq(users.id, approvals.decidedById))
    .leftJoin(author, eq(author.id, posts.authorId))
    .leftJoin(postSeries, eq(postSeries.id, posts.seriesId))
    .where(and(isAmong(posts.id), isInUsersBusiness(posts.domainId)))
    .prepare(),
)

const deliveriesOf = prepared(db =>
  db
    .select({
      delivery: deliveries,
      account: { name: accounts.name, username: accounts.username, picture: accounts.picture },
      providerId: accounts.providerId,
      coolDownUntil: accounts.coolDownUntil,
      firstComment: {
        message: firstComments.message,
        state: firstComments.state,
        reason: firstComments.reason,
      },
      figures: { likes: accountPosts.likes, comments: accountPosts.comments },
    })
    .from(deliveries)
    .leftJoin(accounts, eq(accounts.id, deliveries.accountId))
    .leftJoin(
      accountPosts,
      and(
        eq(accountPosts.accountId, deliveries.accountId),
        eq(accountPosts.externalId, deliveries.externalId),
      ),
    )
    .leftJoin(firstComments, eq(firstComments.deliveryId, deliveries.id))
    .where(and(isAmong(deliveries.postId), isInUsersBusiness(deliveries.domainId)))
    .orderBy(asc(deliveries.network))
    .prepare(),
)

const mediaOf = prepared(db =>
  db
    .select({ postId: postMedia.postId, position: postMedia.position, altText: postMedia.altText, media })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(isAmong(postMedia.postId), isInUsersBusiness(posts.domainId)))
    .orderBy(asc(postMedia.position))
    .prepare(),
)

/** Reads the rows of posts in one transaction. */
const readRows = ({ db, userId }: Inside<OwnerContext>, ids: string[]) =>
  readAtomically(db, [postsOf(db), deliveriesOf(db), mediaOf(db)], { ids: JSON.stringify(ids), userId })

type Rows = Awaited<ReturnType<typeof readRows>>
type PostRow = Rows[0][number]
type DeliveryRows = Rows[1]
type MediaRows = Rows[2]

async function readApproval(ctx: Context, row: PostRow, deliveryRows: DeliveryRows, mediaRows: MediaRows) {
  const approval = toApproval(row, contentsOf(deliveryRows, await withHashes(ctx, filesOf(mediaRows))))
  const isHeld =
    row.approval?.state === 'in_review' && +(row.linkExpiresAt ?? 0) > +ctx.now() && !row.rule?.required
  return {
    ...approval,
    ...(row.byOthers && { byOthers: true as const }),
    ...(isHeld && { byLink: true as const }),
    ...(waitsAgain(row) && { waitsAgain: true as const }),
  }
}

const waitsAgain = ({ approval, rule }: Pick<PostRow, 'approval' | 'rule'>) =>
  wasReviewed(approval) && (rule?.required === true || approval?.waitsAgain === true)

/**
 * Returns a post with its content for each network and the rows of its approval. Files of earlier releases must have their hashes
 * (`hashFilesOf`).
 * @throws {DomainError} `not_found`
 */
export async function readPostWithContents(ctx: Inside<OwnerContext>, id: string) {
  const [[row], deliveryRows, mediaRows] = await readRows(ctx, [id])
  if (!row) throw noSuchPostError()
  return { ...row, contents: contentsOf(deliveryRows, filesOf(mediaRows)) }
}

const filesOf = (rows: MediaRows) => rows.map(({ media, ...row }) => ({ ...media, ...row }))

/** Returns the content for each network that isn't cancelled. */
const contentsOf = (
  deliveryRows: Pick<DeliveryRows[number], 'delivery' | 'providerId' | 'firstComment'>[],
  files: ReturnType<typeof filesOf>,
): ReviewedContent[] =>
  deliveryRows
    .filter(({ delivery }) => delivery.state !== 'canceled')
    .map(({ delivery, providerId, firstComment }) => ({
      ...signedContent({
        network: delivery.network,
        account: delivery.meantFor ?? providerId ?? '',
        message: delivery.message,
        extras: delivery.extras,
        firstComment: firstComment?.message ?? '',
        files,
        positions: delivery.mediaPositions,
      }),
      publishAt: +delivery.publishAt,
    }))

const toDelivery = (row: DeliveryRow, account: Delivery['account']): Delivery => ({
  _id: row.id,
  network: row.network,
  account,
  message: row.message,
  ...(row.extras && { extras: row.extras }),
  state: row.state,
  // Not shown: a cancelled delivery keeps it for the state to which it may return.
  reason: row.state === 'canceled' ? '' : row.reason,
  reasonCode: row.state === 'canceled' ? '' : row.reasonCode,
  ...(row.state === 'failed' && isContentError(row.reasonCode) && { needsEdit: true }),
  ...(row.state === 'failed' && needsUserCheck(row.reasonCode) && { needsCheck: true }),
  publishAt: row.publishAt.toISOString(),
  ...(row.wakeAt && row.state !== 'publishing' && { nextAttemptAt: row.wakeAt.toISOString() }),
  ...(row.publishedAt && { publishedAt: row.publishedAt.toISOString() }),
  ...(row.permalink && { permalink: row.permalink }),
  ...(row.removedAt && { removedAt: row.removedAt.toISOString() }),
})
