import { eq } from 'drizzle-orm'

import { rateLimits } from '#api/limits/table.ts'
import { media } from '#api/media/table.ts'
import { deliveries, postMedia, posts } from '#api/posts/table.ts'
import { accounts } from '#api/accounts/table.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'

/** The api, a world and an author with one picture that all posts show: what histories share. */
export async function openTown() {
  const app = await publishingApp({ networks: ['facebook'] })
  // A post that never goes out keeps the picture from being swept with a deleted domain.
  await app.accept({ media: [await picture('red')], inSeconds: 300 * 24 * 60 * 60 })
  const [shared] = await app.ctx.db.select().from(media)
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })

  /** As `createPost` writes it, with the picture that is there already. */
  async function insertPost(domainId: string, network: NetworkId, message: string, inSeconds: number) {
    const { db, now } = app.ctx
    const linked = await db.select().from(accounts).where(eq(accounts.domainId, domainId))
    const account = linked.find(account => account.network === network)
    if (!account) return undefined
    const [postId, publishAt] = [Bun.randomUUIDv7(), new Date(+now() + inSeconds * 1000)]
    const { userId } = app.author
    await db.batch([
      db.insert(posts).values({ id: postId, userId, domainId, publishAt, timeZone: 'UTC', createdAt: now() }),
      db.insert(postMedia).values({ postId, mediaId: shared!.id, position: 0 }),
      db.insert(deliveries).values({
        id: Bun.randomUUIDv7(),
        postId,
        userId,
        domainId,
        accountId: account.id,
        network,
        message,
        mediaPositions: [0],
        state: 'scheduled',
        publishAt,
        wakeAt: publishAt,
        updatedAt: now(),
      }),
    ])
    return postId
  }

  /** A domain of its own, selected, with both networks connected. */
  async function openBusiness() {
    // One author lives all the histories, and would be counted for all of them.
    await app.ctx.db.delete(rateLimits)
    const domainId = await app.author.addDomain('A business')
    await app.author.selectDomain(domainId)
    const people: Partial<Record<NetworkId, string>> = {}
    const reconnect = {
      async facebook(as: 'same' | 'another') {
        if (as === 'another' || !people.facebook)
          people.facebook = (await app.logIn({ provider: 'facebook', pages: 1 })).person
        const { url, cookie } = await app.start(app.author, 'facebook')
        const { code, state } = await app.consent(url, people.facebook)
        return app.call('auth/facebook', { json: { code, state }, headers: { cookie } })
      },
      async instagram(as: 'same' | 'another') {
        const known = as === 'same' ? people.instagram : undefined
        const { person, response } = await app.connectInstagram(app.author, known)
        people.instagram = person
        return response
      },
      async google(as: 'same' | 'another') {
        const known = as === 'same' ? people.google : undefined
        const { person, response } = await app.connectGoogle(app.author, known ? { person: known } : {})
        people.google = person
        return response
      },
    }
    for (const network of NETWORK_IDS) await reconnect[network]('another')
    return { domainId, reconnect, insertPost: insertPost.bind(undefined, domainId) }
  }

  return { ...app, openBusiness }
}
export type Town = Awaited<ReturnType<typeof openTown>>
