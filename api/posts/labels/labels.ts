import { and, count, eq, exists, inArray, ne, type SQL } from 'drizzle-orm'

import { isIn, requireMembership, requireRole } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { UserContext } from '#api/context.ts'
import { alias, type SQLiteColumn } from '#api/db/schema/columns.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { mediaLabelSets, replaceMediaLabels } from '#api/media/library.ts'
import { draftLabelSets, replaceDraftLabels } from '#api/posts/drafts/drafts.ts'
import { loadPost } from '#api/posts/post/load.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { applyLabelChange, type LabelChange } from '#shared/posts/label-change.ts'
import {
  type ChangeLabel,
  isSameLabel,
  LABEL_MESSAGES,
  type LabelQuery,
  type LabelSet,
  type LabelUse,
  MAX_LABELS,
  renameLabel,
  addLabel,
} from '#shared/posts/labels.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/**
 * Lists the labels of the posts of a business, or of all the user's businesses, by name. Spellings that differ only in case are
 * one label.
 */
export async function listLabels(ctx: UserContext, query: LabelQuery): Promise<string[]> {
  const bySpelling = new Map<string, string>()
  const sets = await labelSets(ctx, isIn(ctx, posts.domainId, query.domainId))
  const all = sets.flatMap(({ labels }) => labels)
  for (const label of all.toSorted()) {
    const key = label.toLowerCase()
    if (!bySpelling.has(key)) bySpelling.set(key, label)
  }
  return [...bySpelling.values()].toSorted(compareNames)
}

/** Returns each combination of labels, and the number of posts that have it. */
const labelSets = ({ db }: Pick<UserContext, 'db'>, condition: SQL | undefined): Promise<LabelSet[]> =>
  db
    .select({ labels: posts.labels, n: count() })
    .from(posts)
    .where(and(ne(posts.labels, []), condition))
    .groupBy(posts.labels)

/** Returns a condition on the column with a post's id: the post has this label, in any spelling. */
export async function readLabelCondition(ctx: UserContext, label: string, query: LabelQuery) {
  const sets = (await labelSets(ctx, isIn(ctx, posts.domainId, query.domainId)))
    .map(({ labels }) => labels)
    .filter(labels => labels.some(each => isSameLabel(each, label)))
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
export const changePostLabels = (ctx: UserContext, postId: string, change: LabelChange): Promise<void> =>
  write(ctx, async ctx => {
    const { post, role, deliveries } = await loadPost(ctx, postId)
    requireRole(role, 'write')
    const labels = applyLabelChange(post.labels, change)
    if (labels.length > MAX_LABELS) throw new DomainError('conflict', LABEL_MESSAGES.tooMany)
    await ctx.db.update(posts).set({ labels }).where(eq(posts.id, postId))
    await broadcastDeliveries(ctx, deliveries)
  })

/** SQL condition: a network of the post isn't cancelled. A cancelled post is a draft for its author. */
const isUncanceled = ({ db }: Pick<UserContext, 'db'>) =>
  exists(
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.postId, posts.id), ne(deliveries.state, 'canceled'))),
  )

/**
 * Lists the labels of a business’s posts, drafts and files, by name.
 * @throws {DomainError} `not_found`, `forbidden`
 */
export async function listLabelUses(ctx: UserContext, domainId: string): Promise<LabelUse[]> {
  await requireMembership(ctx, domainId, 'configure')
  const [ofPosts, ofDrafts, ofFiles] = await Promise.all([
    labelSets(ctx, and(eq(posts.domainId, domainId), isUncanceled(ctx))),
    draftLabelSets(ctx, domainId),
    mediaLabelSets(ctx, domainId),
  ])
  const all = [...ofPosts, ...ofDrafts, ...ofFiles].flatMap(({ labels }) => labels)
  const uses = (sets: readonly LabelSet[], label: string) =>
    sets
      .filter(({ labels }) => labels.some(each => isSameLabel(each, label)))
      .reduce((sum, { n }) => sum + n, 0)
  return all
    .reduce(addLabel, [])
    .toSorted(compareNames)
    .map(label => ({
      label,
      posts: uses(ofPosts, label),
      drafts: uses(ofDrafts, label),
      files: uses(ofFiles, label),
    }))
}

/**
 * Renames, merges or deletes a label in a whole business. Posts keep their versions and approvals.
 * @throws {DomainError} `not_found`, also if nothing has the label; `forbidden`
 */
export const replaceLabel = (ctx: UserContext, { domainId, from, to }: ChangeLabel): Promise<void> =>
  write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    const ofPosts = await labelSets(ctx, eq(posts.domainId, domainId))
    const sets = [
      ...ofPosts,
      ...(await draftLabelSets(ctx, domainId)),
      ...(await mediaLabelSets(ctx, domainId)),
    ]
    if (!sets.some(({ labels }) => labels.some(label => isSameLabel(label, from))))
      throw new DomainError('not_found', LABEL_MESSAGES.gone)
    const relabel = (labels: readonly string[]) => renameLabel(labels, { from, to })
    for (const { labels: before } of ofPosts) {
      const labels = relabel(before)
      if (labels)
        await ctx.db
          .update(posts)
          .set({ labels })
          .where(and(eq(posts.domainId, domainId), eq(posts.labels, before)))
    }
    await replaceDraftLabels(ctx, domainId, relabel)
    await replaceMediaLabels(ctx, domainId, relabel)
    const details = { changes: { labels: [from, to ?? null] } }
    await recordActivity(ctx, { domainId, act: 'business.changed', details })
  })
