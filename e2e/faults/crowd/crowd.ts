import { eq } from 'drizzle-orm'

import { setMaxAccounts } from '#api/auth/people.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, firstComments, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { NETWORK_TESTS } from '#api/test/networks.ts'
import { picture, type PublishingApp } from '#api/test/publishing.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'

const AUTHORS = 10
/** Every fifth post has a first comment, on networks that support comments. */
const COMMENTED_OF = 5
/** Few enough rows for one statement with any table's number of columns. */
const BATCH_ROWS = 50

export const commentOn = (message: string) => `First comment on ${message}`

/**
 * Inserts posts of many authors, which are all due in the same second and share one picture. Some have a first comment.
 * @returns the messages of all posts, and of those with comments
 */
export async function schedule(
  app: PublishingApp,
  publishAt: Date,
): Promise<{ messages: string[]; commented: string[] }> {
  const { db, now } = app.ctx
  await app.accept({ media: [await picture('red')], inSeconds: 300 * 24 * 60 * 60 })
  const [shared] = await db.select().from(media)
  const planned: { row: typeof deliveries.$inferInsert; post: typeof posts.$inferInsert }[] = []
  for (let author = 0; author < AUTHORS; author++) {
    const owner = await app.owner()
    await setMaxAccounts(app.ctx, owner.email, NETWORK_IDS.length)
    for (const connect of Object.values(app.connectAs)) await connect(owner)
    const linked = await db.select().from(accounts).where(eq(accounts.domainId, owner.domainId))
    for (const { id: accountId, network } of linked) {
      for (let number = 0; number < NETWORK_TESTS[network].crowd; number++) {
        const postId = Bun.randomUUIDv7()
        const message = `${network} ${author}-${number}`
        planned.push({
          post: {
            id: postId,
            userId: owner.userId,
            domainId: owner.domainId,
            publishAt,
            timeZone: 'UTC',
            createdAt: now(),
          },
          row: {
            id: Bun.randomUUIDv7(),
            postId,
            userId: owner.userId,
            domainId: owner.domainId,
            accountId,
            network,
            message,
            mediaPositions: [0],
            state: 'scheduled',
            publishAt,
            wakeAt: publishAt,
            updatedAt: now(),
          },
        })
      }
    }
  }
  for (let start = 0; start < planned.length; start += BATCH_ROWS) {
    const some = planned.slice(start, start + BATCH_ROWS)
    await db.batch([
      db.insert(posts).values(some.map(({ post }) => post)),
      db
        .insert(postMedia)
        .values(some.map(({ post }) => ({ postId: post.id, mediaId: shared!.id, position: 0 }))),
      db.insert(deliveries).values(some.map(({ row }) => row)),
    ])
  }
  const commented = planned.filter(
    ({ row }, index) => index % COMMENTED_OF === 0 && takesFirstComment(row.network),
  )
  for (let start = 0; start < commented.length; start += BATCH_ROWS) {
    await db.insert(firstComments).values(
      commented.slice(start, start + BATCH_ROWS).map(({ row }) => ({
        deliveryId: row.id,
        message: commentOn(row.message),
        state: 'waiting' as const,
        updatedAt: now(),
      })),
    )
  }
  return {
    messages: planned.map(({ row }) => row.message),
    commented: commented.map(({ row }) => row.message),
  }
}
