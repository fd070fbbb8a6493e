import { eq } from 'drizzle-orm'

import { accounts } from '#api/accounts/table.ts'
import { media } from '#api/media/table.ts'
import { deliveries, postMedia, posts } from '#api/posts/table.ts'
import { picture, type PublishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'

const AUTHORS = 10
const EACH: Record<NetworkId, number> = { facebook: 145, instagram: 50, google: 5 }
/** Fits into one statement however many columns a row has. */
const AT_ONCE = 50

/** Many authors' posts, all due at one second: `createPost`'s rows, with one picture for all. @returns their messages */
export async function schedule(app: PublishingApp, publishAt: Date): Promise<string[]> {
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
  return planned.map(({ row }) => row.message)
}
