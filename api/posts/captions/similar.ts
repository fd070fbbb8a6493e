import { and, desc, eq } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { CompareCaptions, SimilarPost } from '#shared/posts/captions.ts'
import { UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { NEARLY_THE_SAME, similarityTo } from '#shared/text/similarity.ts'

/** Number of newest posts per state to compare. */
const COMPARED_POSTS = 50
const COMPARED_STATES = UNCANCELED_STATES.filter(state => state !== 'draft' && state !== 'failed')

/** Returns for each network its account's post with a similar text that is nearest in time. */
export async function findSimilar(ctx: UserContext, input: CompareCaptions): Promise<SimilarPost[]> {
  const domain = await requireActiveDomain(ctx)
  if (!domain) return []
  const accounts = await connectedAccounts(ctx, domain._id)
  const at = input.publishAt ? new Date(input.publishAt) : ctx.now()
  const found = await Promise.all(
    input.platforms.map(async ({ platform, message }) => {
      const account = accounts.find(({ network }) => network === platform)
      return account && message.trim() !== ''
        ? nearestSimilar(await comparablePosts(ctx, account), { network: platform, message, at })
        : undefined
    }),
  )
  return found.filter(post => post !== undefined)
}

/** Returns the account's newest posts of each state. Reads them through an index, because there may be thousands. */
async function comparablePosts(ctx: UserContext, { id, domainId }: Account) {
  const ofEachState = await Promise.all(
    COMPARED_STATES.map(state =>
      ctx.db
        .select({
          postId: deliveries.postId,
          message: deliveries.message,
          publishAt: deliveries.publishAt,
          state: deliveries.state,
        })
        .from(deliveries)
        .where(
          and(
            isAllowedIn(ctx, deliveries.domainId),
            eq(deliveries.state, state),
            eq(deliveries.domainId, domainId),
            eq(deliveries.accountId, id),
          ),
        )
        .orderBy(desc(deliveries.publishAt))
        .limit(COMPARED_POSTS),
    ),
  )
  return ofEachState.flat().toSorted((one, other) => +other.publishAt - +one.publishAt)
}

type PublishedPosts = Awaited<ReturnType<typeof comparablePosts>>
type NewText = { network: NetworkId; message: string; at: Date }

function nearestSimilar(posts: PublishedPosts, { network, message, at }: NewText): SimilarPost | undefined {
  const distance = (post: PublishedPosts[number]) => Math.abs(+post.publishAt - +at)
  const similarity = similarityTo(message)
  const [nearest] = posts
    .filter(post => similarity(post.message) >= NEARLY_THE_SAME)
    .toSorted((one, other) => distance(one) - distance(other))
  if (!nearest) return undefined
  const { postId, publishAt, state } = nearest
  const before = posts.find(post => post.publishAt <= at)
  const after = posts.findLast(post => post.publishAt > at)
  const inARow = [before, after].some(post => post?.message.trim() === message.trim())
  return { network, postId, publishAt: publishAt.toISOString(), state, inARow }
}
