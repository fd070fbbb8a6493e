import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/accounts.ts'
import { media } from '#api/db/schema/media.ts'
import { deliveries, firstComments, postMedia, posts } from '#api/db/schema/posts.ts'
import { picture, type PublishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'

const AUTHORS = 10
const EACH: Record<NetworkId, number> = { facebook: 145, instagram: 50, google: 5 }
/** Where the network takes them. */
const COMMENTED_OF = 5
/** Fits into one statement however many columns a row has. */
const AT_ONCE = 50

export const commentOn = (message: string) => `First comment on ${message}`

/**
 * Many authors' posts, all due at one second: `createPost`'s rows, with one picture for all, some with a first comment.
 * @returns the messages of all, and of those that are commented
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
    await app.connectFacebook(owner)
    await app.connectInstagram(owner)
    await app.connectGoogle(owner)
    const linked = await db.select().from(accounts).where(eq(accounts.domainId, owner.domainId))
    for (const { id: accountId, network } of linked) {
      for (let number = 0; number < EACH[network]; number++) {
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
  for (let start = 0; start < planned.length; start += AT_ONCE) {
    const some = planned.slice(start, start + AT_ONCE)
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
  for (let start = 0; start < commented.length; start += AT_ONCE) {
    await db.insert(firstComments).values(
      commented.slice(start, start + AT_ONCE).map(({ row }) => ({
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
