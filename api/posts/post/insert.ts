import type { Inside, UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { saveFirstComments } from '#api/publishing/first-comments.ts'
import { fold } from '#shared/text/fold.ts'
import type { PostFile } from './plan-content.ts'
import type { TaggedMessage } from './texts.ts'

type Row = typeof posts.$inferInsert
/** The content of a new post for one network. */
type NewDelivery = Omit<
  typeof deliveries.$inferInsert,
  'id' | 'postId' | 'userId' | 'domainId' | 'state' | 'publishAt' | 'wakeAt' | 'updatedAt'
> & {
  firstComment?: string
  /** The author's text, if links got tags in `firstComment`. */
  writtenComment?: string | null
}

/** The values that all new posts have in common. */
type Common = Pick<Row, 'userId' | 'domainId' | 'authorId' | 'timeZone' | 'labels'> & {
  /** Files in the order in which they are shown. */
  media: { id: string; altText: string }[]
}

type NewPost = Pick<Row, 'publishAt' | 'seriesId' | 'seriesIndex' | 'seriesText' | 'idempotencyKey'> & {
  deliveries: NewDelivery[]
}

/**
 * Inserts posts that are scheduled for their times. The caller must end with `finishChange`, which sends those that need an
 * approval to review.
 * @returns them in the same order, with their ids
 */
export async function insertPosts(
  ctx: Inside<UserContext>,
  { media, ...common }: Common,
  newPosts: readonly NewPost[],
) {
  const { db, now } = ctx
  if (newPosts.length === 0) return []
  const created = newPosts.map(({ deliveries: parts, ...post }) => ({
    ...common,
    ...post,
    id: Bun.randomUUIDv7(),
    deliveries: parts.map(part => ({ ...part, id: Bun.randomUUIDv7() })),
  }))
  await db.insert(posts).values(created.map(post => ({ ...post, createdAt: now() })))
  for (const { id } of created) await insertMedia(ctx, id, media)
  const { userId, domainId } = common
  await db.insert(deliveries).values(
    created.flatMap(({ id: postId, publishAt, deliveries: parts }) =>
      parts.map(part => ({
        ...part,
        postId,
        userId,
        domainId,
        state: 'scheduled' as const,
        publishAt,
        wakeAt: publishAt,
        updatedAt: now(),
      })),
    ),
  )
  const inserted = created.flatMap(post => post.deliveries)
  await saveFirstComments(ctx, inserted)
  return created
}

export async function insertMedia(
  { db }: Inside<UserContext>,
  postId: string,
  postFiles: readonly Pick<PostFile, 'id' | 'altText'>[],
): Promise<void> {
  const rows = postFiles.map(({ id, altText }, position) => ({ postId, mediaId: id, position, altText }))
  if (rows.length > 0) await db.insert(postMedia).values(rows)
}

/** Returns the column values of a delivery's text, and of its extras if they are given. */
export const textColumns = ({
  message,
  written,
  extras,
  writtenExtras = null,
}: Pick<TaggedMessage, 'message' | 'written' | 'extras' | 'writtenExtras'>) => ({
  message,
  written,
  searchText: fold(message),
  ...(extras !== undefined && { extras, writtenExtras }),
})

/** Returns the column values of a delivery that is meant for this account. */
export const accountColumns = ({ id, providerId, name }: Account) => ({
  accountId: id,
  meantFor: providerId,
  meantForName: name,
})
