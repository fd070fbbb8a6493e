import { and, eq, gte, isNull, lt } from 'drizzle-orm'

import { isOwnAccount } from '#api/accounts/own-accounts.ts'
import { isIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { type CombinedPost, NO_MEASURES, type Placement } from '#shared/insights.ts'
import { measuresOf } from './account-figures.ts'
import { dayOf } from './days.ts'

type Window = { domainId?: string | undefined; from: Date; to: Date }

/**
 * Returns the posts on the user's accounts, newest first, including those made with other tools. A post on several networks is
 * one entry. Our own posts are included as soon as they are published, before their network has been read.
 */
export async function combinedPosts(ctx: OwnerContext, window: Window): Promise<CombinedPost[]> {
  const [ours, read] = await Promise.all([ownPosts(ctx, window), networkPosts(ctx, window)])
  const keys = new Map<string, string>()
  const found = new Map<string, CombinedPost>()
  for (const { postId, network, externalId, message, permalink, publishedAt, accountName } of ours) {
    if (!publishedAt) continue
    keys.set(`${network}:${externalId}`, postId)
    keys.set(textKey(message, publishedAt), postId)
    add(found, postId, {
      postId,
      excerpt: message,
      publishedAt,
      placement: {
        network,
        accountName,
        permalink: permalink ?? '',
        reactions: null,
        measures: NO_MEASURES,
        readAt: null,
      },
    })
  }
  for (const { post, network, accountName, readAt } of read) {
    const { excerpt, publishedAt, permalink, likes, comments, shares } = post
    const id = `${network}:${post.externalId}`
    const text = excerpt.trim() === '' ? id : textKey(excerpt, publishedAt)
    add(found, keys.get(id) ?? keys.get(text) ?? text, {
      postId: null,
      excerpt,
      publishedAt,
      placement: {
        network,
        accountName,
        permalink,
        reactions: { likes, comments, shares },
        measures: measuresOf(post),
        readAt: readAt?.toISOString() ?? null,
      },
    })
  }
  return [...found.values()].toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
}

type Found = { postId: string | null; excerpt: string; publishedAt: Date; placement: Placement }

/** Adds a placement to its post. The network's own record replaces ours, which has no figures. */
function add(found: Map<string, CombinedPost>, key: string, { publishedAt, placement, ...post }: Found) {
  const at = publishedAt.toISOString()
  const known = found.get(key)
  if (!known) {
    found.set(key, { ...post, _id: key, publishedAt: at, placements: [placement] })
    return
  }
  const isSame = ({ network, reactions }: Placement) => network === placement.network && reactions === null
  const same = known.placements.findIndex(isSame)
  if (same === -1) known.placements.push(placement)
  else
    known.placements[same] = {
      ...placement,
      permalink: placement.permalink || (known.placements[same]?.permalink ?? ''),
    }
  if (at < known.publishedAt) known.publishedAt = at
}

const COMPARED_CHARACTERS = 100

/** Returns the key of a text on a day. Posts with the same key count as one. */
const textKey = (message: string, publishedAt: Date) =>
  `${dayOf(publishedAt)} ${[...message.trim()].slice(0, COMPARED_CHARACTERS).join('')}`

const networkPosts = (ctx: OwnerContext, { domainId, from, to }: Window) =>
  ctx.db
    .select({
      post: accountPosts,
      network: accounts.network,
      accountName: accounts.name,
      readAt: insightReads.readAt,
    })
    .from(accountPosts)
    .innerJoin(accounts, eq(accounts.id, accountPosts.accountId))
    .leftJoin(insightReads, eq(insightReads.accountId, accounts.id))
    .where(
      and(isOwnAccount(ctx, domainId), gte(accountPosts.publishedAt, from), lt(accountPosts.publishedAt, to)),
    )

const ownPosts = (ctx: OwnerContext, { domainId, from, to }: Window) =>
  ctx.db
    .select({
      postId: deliveries.postId,
      network: deliveries.network,
      externalId: deliveries.externalId,
      message: deliveries.message,
      permalink: deliveries.permalink,
      publishedAt: deliveries.publishedAt,
      accountName: deliveries.meantForName,
    })
    .from(deliveries)
    .where(
      and(
        isIn(ctx, deliveries.domainId, domainId),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
        gte(deliveries.publishedAt, from),
        lt(deliveries.publishedAt, to),
      ),
    )
