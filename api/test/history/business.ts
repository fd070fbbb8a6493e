import { eq } from 'drizzle-orm'

import { sessions, users } from '#api/db/schema/people/auth.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { DAY_MS } from '#shared/durations.ts'
import { byNetwork, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { severalProcesses } from './processes.ts'

type NewPost = {
  network: NetworkId
  inSeconds: number
  message: string
  firstComment: string
  altText: string
  draftId?: string
  /** Idempotency key. */
  key?: string
}

/** Creates the api, a sandbox and an author with a picture, which all histories share. */
export async function openHistoryApp({ processes = 1 } = {}) {
  const networks: NetworkId[] = ['facebook']
  const app = await (processes > 1 ? severalProcesses(processes, networks) : publishingApp({ networks }))
  // A post that never goes out keeps the picture from being swept with a deleted business.
  await app.accept({ media: [await picture('red')], inSeconds: 300 * 24 * 60 * 60 })
  const [shared] = await app.ctx.db.select().from(media)
  // Users without a password don't have to enter one to leave.
  await app.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, app.author.userId))
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })

  /** Sends a post as the composer does, with the shared picture. */
  async function createPost({ network, inSeconds, ...post }: NewPost) {
    const form = new FormData()
    const data = {
      platforms: [{ platform: network, message: post.message, firstComment: post.firstComment }],
      mediaIds: [shared!.id],
      altTexts: [post.altText],
      ...(post.draftId && { draftId: post.draftId }),
    }
    form.set('data', JSON.stringify(data))
    form.set('isScheduled', String(inSeconds > 0))
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + inSeconds))
    const headers = { ...(post.key && { 'Idempotency-Key': post.key }) }
    const response = await app.call('auth/createPosts', { form, headers })
    const { postId } = (await response.json()) as { postId?: string }
    return { status: response.status, postId }
  }

  /** Saves a draft. @returns its id; undefined above the maximum number of drafts */
  async function saveDraft({ network, message, firstComment }: NewPost): Promise<string | undefined> {
    const id = crypto.randomUUID()
    const content = { message, firstComment, networks: { [network]: true }, media: [{ mediaId: shared!.id }] }
    const response = await app.call(`drafts/${id}`, { method: 'PUT', json: { version: 0, content } })
    return response.ok ? id : undefined
  }

  /** Adds and selects a business, and connects all networks. */
  async function openBusiness() {
    // All histories share one author, whose rate limits would add up and whose session would expire.
    await app.ctx.db.delete(rateLimits)
    const now = app.clock.now()
    await app.ctx.db
      .update(sessions)
      .set({ createdAt: now, seenAt: now, expiresAt: new Date(+now + 30 * DAY_MS) })
    const domainId = await app.author.addDomain('A business')
    await app.author.selectDomain(domainId)
    const people: Partial<Record<NetworkId, string>> = {}
    const reconnect = byNetwork(network => async (as: 'same' | 'another') => {
      const { person, response } = await app.connectAs[network](
        app.author,
        as === 'same' ? people[network] : undefined,
      )
      people[network] = person
      return response
    })
    for (const network of NETWORK_IDS) await reconnect[network]('another')
    return { domainId, reconnect }
  }

  /** Clears the sandbox after a history. */
  const resetSandbox = () => app.world('reset', {})

  return { ...app, openBusiness, createPost, saveDraft, resetSandbox }
}
export type HistoryApp = Awaited<ReturnType<typeof openHistoryApp>>
