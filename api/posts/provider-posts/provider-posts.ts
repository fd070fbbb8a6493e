import { and, eq } from 'drizzle-orm'

import { requireSelectedAccount } from '#api/accounts/accounts.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { ourPosts, recordRemoved, recordEditedThere } from '#api/deliveries/published-posts.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { readSoon } from '#api/insights/read-account.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import type { GooglePostRef, ProviderPost, ProviderPostQuery } from '#shared/posts/provider-posts.ts'
import { callNetwork } from './call-network.ts'

export type ProviderPostPage = { posts: ProviderPost[]; nextCursor: string | null }

/** Returns the posts of the selected business's account, including those published with other tools, newest first. */
export async function listProviderPosts(
  ctx: UserContext,
  network: NetworkId,
  query: ProviderPostQuery,
): Promise<ProviderPostPage> {
  await limit(ctx, { ...LIMITS.readProviderPosts, key: ctx.userId })
  const { feed } = ctx.networks[network]
  if (!feed) throw new DomainError('not_found', `${networks[network].name} does not show its posts here.`)
  const linked = await requireSelectedAccount(ctx, network, 'see')
  const { posts, next } = await callNetwork(ctx, linked, access => feed.list(access, query))
  const mayEdit = 'edit' in feed && !(await approvesPosts(ctx, linked.account))
  const ours = await ourPosts(
    ctx,
    linked.account.id,
    posts.map(({ id }) => id),
  )
  return {
    posts: posts.map(post => {
      const postId = ours.get(post.id)
      return {
        ...post,
        id: lastPart(post.id),
        network,
        canEdit: post.canEdit && mayEdit,
        canDelete: 'remove' in feed,
        ...(postId && { postId }),
      }
    }),
    nextCursor: next,
  }
}

/**
 * Returns true if the business requires approval. Then a post may not be edited on its network, because nobody would have
 * approved its new text.
 */
const approvesPosts = async ({ db }: UserContext, { domainId }: Account) =>
  (await db.$count(
    approvalRules,
    and(eq(approvalRules.domainId, domainId), eq(approvalRules.required, true)),
  )) > 0

/** Returns an id without the location that precedes it in Google's names, so that it fits in a URL. */
const lastPart = (id: string) => id.slice(id.lastIndexOf('/') + 1)

/**
 * Replaces the message of a post on the Page.
 * @throws {DomainError} if it doesn't exist or Facebook rejects the change; `conflict` if the business requires approval
 */
export async function editFacebookPost(ctx: UserContext, id: string, message: string): Promise<void> {
  const linked = await requirePostOfPage(ctx, id)
  if (await approvesPosts(ctx, linked.account)) throw new DomainError('conflict', APPROVAL_MESSAGES.published)
  await callNetwork(ctx, linked, access => ctx.networks.facebook.feed.edit(access, id, message))
  await recordEditedThere(ctx, { accountId: linked.account.id, externalId: id }, message)
}

/** Deletes a post from the Page. @throws {DomainError} if it doesn't exist or Facebook rejects the deletion */
export async function deleteFacebookPost(ctx: UserContext, id: string): Promise<void> {
  const linked = await requirePostOfPage(ctx, id)
  await callNetwork(ctx, linked, access => ctx.networks.facebook.feed.remove(access, id))
  await recordRemoved(ctx, { accountId: linked.account.id, externalId: id })
  await readSoon(ctx, [linked.account.id])
}

/** Deletes a post from the selected location, whichever location a crafted id names. @throws {DomainError} if it doesn't exist or Google rejects the deletion */
export async function deleteGooglePost(ctx: UserContext, { id }: GooglePostRef): Promise<void> {
  await limit(ctx, { ...LIMITS.changeProviderPosts, key: ctx.userId })
  const linked = await requireSelectedAccount(ctx, 'google', 'publish')
  await callNetwork(ctx, linked, access => ctx.networks.google.feed.remove(access, id))
  const { id: accountId, providerId } = linked.account
  await recordRemoved(ctx, { accountId, externalId: `${providerId}/localPosts/${id}` })
}

/** Checks that a post belongs to the Page, by its Graph id `page_post`, so that no other Page's post is touched. */
async function requirePostOfPage(ctx: UserContext, id: string) {
  await limit(ctx, { ...LIMITS.changeProviderPosts, key: ctx.userId })
  const [, pageId] = /^(\d{1,40})_\d{1,40}$/.exec(id) ?? []
  const linked = await requireSelectedAccount(ctx, 'facebook', 'publish')
  if (pageId !== linked.account.providerId) throw new DomainError('not_found', 'This Page has no such post.')
  return linked
}
