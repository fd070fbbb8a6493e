import { and, eq, exists, inArray, ne } from 'drizzle-orm'

import { isAllowedIn, requireRole } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { alias, type SQLiteColumn } from '#api/db/schema/columns.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { LabelChange } from '#shared/posts/bulk.ts'
import { LABEL_MESSAGES, type LabelQuery, MAX_LABELS, isSameLabel, withLabel } from '#shared/posts/labels.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { loadPost } from './post/load.ts'

/**
 * Lists the labels of the posts of a business, or of all the user's businesses, by name. Spellings that differ only in case are
 * one label.
 */
export async function listLabels(ctx: UserContext, query: LabelQuery): Promise<string[]> {
  const bySpelling = new Map<string, string>()
  for (const label of (await labelSets(ctx, query)).flat().toSorted()) {
    const key = label.toLowerCase()
    if (!bySpelling.has(key)) bySpelling.set(key, label)
  }
  return [...bySpelling.values()].toSorted(compareNames)
}

/** Returns the labels that posts have together, each combination once. */
async function labelSets({ db, userId }: UserContext, { domainId }: LabelQuery): Promise<string[][]> {
  const rows = await db
    .selectDistinct({ labels: posts.labels })
    .from(posts)
    .where(
      and(
        isAllowedIn({ userId }, posts.domainId),
        ne(posts.labels, []),
        domainId ? eq(posts.domainId, domainId) : undefined,
      ),
    )
  return rows.map(({ labels }) => labels)
}

/** Returns a condition on the column with a post's id: the post has this label, in any spelling. */
export async function labelled(ctx: UserContext, label: string, query: LabelQuery) {
  const sets = (await labelSets(ctx, query)).filter(set => set.some(each => isSameLabel(each, label)))
  const found = alias(posts, 'labelled')
  return (postId: SQLiteColumn) =>
    exists(
      ctx.db
        .select({ id: found.id })
        .from(found)
        .where(and(eq(found.id, postId), inArray(found.labels, sets))),
    )
}

/**
 * Adds and removes labels of a post in any state. They aren't part of its content: its version and approval stay.
 * @throws {DomainError} `conflict` if it would have too many labels, `not_found`, `forbidden`
 */
export const changeLabels = (ctx: UserContext, postId: string, { add, remove }: LabelChange): Promise<void> =>
  write(ctx, async ctx => {
    const { post, role, deliveries } = await loadPost(ctx, postId)
    requireRole(role, 'write')
    const kept = post.labels.filter(label => !remove.some(each => isSameLabel(each, label)))
    const labels = add.reduce(withLabel, kept)
    if (labels.length > MAX_LABELS) throw new DomainError('conflict', LABEL_MESSAGES.tooMany)
    await ctx.db.update(posts).set({ labels }).where(eq(posts.id, postId))
    await broadcastDeliveries(ctx, deliveries)
  })
