import { and, eq, sql } from 'drizzle-orm'

import { isAllowedIn, requireRole } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
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
  for (const label of (await spellings(ctx, query)).toSorted()) {
    const key = label.toLowerCase()
    if (!bySpelling.has(key)) bySpelling.set(key, label)
  }
  return [...bySpelling.values()].toSorted(compareNames)
}

async function spellings(ctx: UserContext, { domainId }: LabelQuery): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ label: sql<string>`label.value` })
    .from(posts)
    .innerJoin(sql`json_each(${posts.labels}) label`, sql`true`)
    .where(and(isAllowedIn(ctx, posts.domainId), domainId ? eq(posts.domainId, domainId) : undefined))
  return rows.map(({ label }) => label)
}

/** Returns the spellings of a label that posts have, as JSON for `isLabelled`. */
export const spellingsOf = async (ctx: UserContext, label: string, query: LabelQuery): Promise<string> =>
  JSON.stringify((await spellings(ctx, query)).filter(each => isSameLabel(each, label)))

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

/** SQL condition: the post with this id has one of the labels, which are JSON, a placeholder or value. */
export const isLabelled = (postId: unknown, labels: unknown) => sql`exists (
  select 1 from posts labelled, json_each(labelled.labels) label
  where labelled.id = ${postId} and label.value in (select value from json_each(${labels})))`
