import { eq } from 'drizzle-orm'

import { openContext } from '../../api/boot/open-context.ts'
import { readConfig } from '../../api/config.ts'
import type { Context } from '../../api/context.ts'
import { deliveries, postMedia, posts } from '../../api/db/schema/posts/posts.ts'
import { contractClient } from '../../e2e/client.ts'
import { outsideWorld } from '../../e2e/outside-world.ts'
import { picture } from '../../e2e/pictures.ts'
import { startProduct } from '../../e2e/processes.ts'

const DAY_MS = 24 * 60 * 60_000
const HALF_HOUR_MS = 30 * 60_000
const BATCH_ROWS = 200
const POSTS_IN_A_MONTH = 500
const DAYS = 28

type Due = (index: number) => Date

/** Starts the product with three clients whose posts have a picture and go to both networks. */
export async function openScene() {
  const product = await startProduct()
  try {
    const settings = { NODE_ENV: 'development', DATA_DIR: product.dataDir, DATABASE_URL: '', S3_BUCKET: '' }
    const ctx = await openContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
    const now = Date.now()
    const start = new Date()
    start.setDate(1)
    start.setHours(8, 0, 0, 0)
    const inMonth: Due = index =>
      new Date(+start + (index % DAYS) * DAY_MS + Math.floor(index / DAYS) * HALF_HOUR_MS)
    const past: Due = index => new Date(now - (index + 1) * HALF_HOUR_MS)
    const tokens = {
      busy: await addClient(product, ctx, { name: 'busy', count: POSTS_IN_A_MONTH, due: inMonth }),
      few: await addClient(product, ctx, { name: 'few', count: 100, due: past }),
      many: await addClient(product, ctx, { name: 'many', count: 10_000, due: past }),
    }
    ctx.db.$client.close()
    ctx.mailer.close()
    return { url: product.url, tokens, stop: product.stop }
  } catch (error) {
    await product.stop()
    throw error
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

type Client = { name: string; count: number; due: Due }

/** Creates one post through the api and copies its rows. */
async function addClient(
  { url, sandboxUrl }: { url: string; sandboxUrl: string },
  ctx: Context,
  { name, count, due }: Client,
): Promise<string> {
  const client = contractClient(url, outsideWorld(sandboxUrl))
  await client.signUp(`${name}@example.com`)
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook(`Pat’s Plumbing, ${name}`)
  await client.connectInstagram(`pats.plumbing.${name}`)
  const model = await client.createPost({
    message: 'Spring clean for your gutters: ten good reasons, and what it costs with us this month.',
    files: [await picture('van.jpg', 200)],
    at: new Date(Date.now() + 40 * DAY_MS),
  })
  await copyPost(
    ctx,
    model,
    Array.from({ length: count }, (_, index) => due(index)),
  )
  return client.token()
}

/**
 * Marks posts as published if they are past or due within half an hour. The engine would otherwise publish one of them
 * during a measurement.
 */
async function copyPost({ db }: Context, id: string, times: Date[]) {
  const [post] = await db.select().from(posts).where(eq(posts.id, id))
  const [media] = await db.select().from(postMedia).where(eq(postMedia.postId, id))
  const models = await db.select().from(deliveries).where(eq(deliveries.postId, id))
  const soon = Date.now() + HALF_HOUR_MS
  const rows = times.map(publishAt => ({ postId: Bun.randomUUIDv7(), publishAt }))
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    const some = rows.slice(at, at + BATCH_ROWS)
    await db.batch([
      db.insert(posts).values(some.map(({ postId, publishAt }) => ({ ...post!, id: postId, publishAt }))),
      db.insert(postMedia).values(some.map(({ postId }) => ({ ...media!, postId }))),
      db.insert(deliveries).values(
        some.flatMap(({ postId, publishAt }) =>
          models.map(delivery => ({
            ...delivery,
            id: Bun.randomUUIDv7(),
            postId,
            publishAt,
            ...(+publishAt < soon
              ? { state: 'published' as const, wakeAt: null, publishedAt: publishAt }
              : { wakeAt: publishAt }),
          })),
        ),
      ),
    ])
  }
}
