import { desc, eq } from 'drizzle-orm'

import { openContext } from '../../api/boot/open-context.ts'
import type { Context } from '../../api/context.ts'
import { accounts } from '../../api/db/schema/businesses/accounts.ts'
import { domains } from '../../api/db/schema/businesses/domains.ts'
import { inboxItems } from '../../api/db/schema/businesses/inbox.ts'
import { members } from '../../api/db/schema/businesses/members.ts'
import { deliveries, postMedia, posts } from '../../api/db/schema/posts/posts.ts'
import { readConfig } from '../../api/runtime/config.ts'
import { contractClient } from '../../e2e/client.ts'
import { ZONE } from '../../e2e/melbourne.ts'
import { picture } from '../../e2e/pictures.ts'
import { startProduct } from '../../e2e/processes.ts'
import { sandboxClient } from '../../e2e/sandbox-client.ts'

const DAY_MS = 24 * 60 * 60_000
const HALF_HOUR_MS = 30 * 60_000
const BATCH_ROWS = 200
const POSTS_IN_A_MONTH = 500
const DAYS = 28
/** Each client has five posts a week. */
const CLIENTS_GAP_MS = 10 * 60_000
const CLIENTS = 200
const POSTS_OF_CLIENTS = 20_000
const COMMENTS = 10_000
const COMMENTED_CLIENTS = 50

type Due = (index: number) => Date

/** Starts the product with three clients and an agency, whose posts have a picture and go to both networks. */
export async function openScene() {
  const product = await startProduct()
  try {
    const settings = { NODE_ENV: 'development', DATA_DIR: product.dataDir, DATABASE_URL: '', S3_BUCKET: '' }
    const ctx = await openContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
    const now = Date.now()
    // The calendar opens the month that it is there, which isn't always UTC's.
    const today = Temporal.Now.zonedDateTimeISO(ZONE)
    const start = today.with({ day: 1 }).startOfDay().add({ hours: 8 }).epochMilliseconds
    const inMonth: Due = index =>
      new Date(start + (index % DAYS) * DAY_MS + Math.floor(index / DAYS) * HALF_HOUR_MS)
    const past: Due = index => new Date(now - (index + 1) * HALF_HOUR_MS)
    const tokens = {
      busy: await addClient(product, ctx, { name: 'busy', count: POSTS_IN_A_MONTH, due: inMonth }),
      few: await addClient(product, ctx, { name: 'few', count: 100, due: past }),
      many: await addClient(product, ctx, { name: 'many', count: 10_000, due: past }),
    }
    const agency = await addAgency(product, ctx)
    ctx.db.$client.close()
    ctx.mailer.close()
    return { url: product.url, tokens: { ...tokens, agency }, stop: product.stop }
  } catch (error) {
    await product.stop()
    throw error
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

type Servers = { url: string; sandboxUrl: string }
type Client = { name: string; count: number; due: Due }

/** Creates one post through the api and copies its rows. */
async function addClient(servers: Servers, ctx: Context, { name, count, due }: Client): Promise<string> {
  const { client, model } = await createModel(servers, name)
  await copyPost(
    ctx,
    model,
    Array.from({ length: count }, (_, index) => ({ publishAt: due(index) })),
  )
  return client.token()
}

/** Creates a member of many businesses, who share the posts of ten weeks before and after now. */
async function addAgency(servers: Servers, ctx: Context): Promise<string> {
  const { client, model } = await createModel(servers, 'agency')
  const { db } = ctx
  const [post] = await db.select().from(posts).where(eq(posts.id, model))
  const [business] = await db.select().from(domains).where(eq(domains.id, post!.domainId))
  const [membership] = await db.select().from(members).where(eq(members.domainId, business!.id))
  const others = Array.from({ length: CLIENTS - 1 }, (_, index) => ({
    ...business!,
    id: crypto.randomUUID(),
    businessName: `Client ${index + 1}`,
  }))
  await db.batch([
    db.insert(domains).values(others),
    db.insert(members).values(others.map(({ id }) => ({ ...membership!, domainId: id, isSelected: false }))),
  ])
  const start = Date.now() - (POSTS_OF_CLIENTS / 2) * CLIENTS_GAP_MS
  await copyPost(
    ctx,
    model,
    Array.from({ length: POSTS_OF_CLIENTS }, (_, index) => ({
      publishAt: new Date(start + index * CLIENTS_GAP_MS),
      domainId: others[index % others.length]!.id,
    })),
  )
  await addComments(
    ctx,
    others.slice(0, COMMENTED_CLIENTS).map(({ id }) => id),
  )
  return client.token()
}

/** Adds comments that wait for an answer, which no read of a network removes. */
async function addComments({ db }: Context, businesses: string[]) {
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.network, 'facebook'))
    .orderBy(desc(accounts.createdAt))
    .limit(1)
  const rows = Array.from({ length: COMMENTS }, (_, index) => {
    const at = new Date(Date.now() - (index + 1) * HALF_HOUR_MS)
    const text = `Do you come out to Northcote as well? I’d need somebody on day ${index}, and not too early.`
    return {
      id: Bun.randomUUIDv7(),
      accountId: account!.id,
      domainId: businesses[index % businesses.length]!,
      network: 'facebook' as const,
      kind: 'comment' as const,
      externalId: `comment-${index}`,
      threadId: 'elsewhere',
      parentId: '',
      author: `Priya Nair ${index}`,
      text,
      searchText: text.toLowerCase(),
      permalink: '',
      createdAt: at,
      updatedAt: at,
      state: 'open' as const,
    }
  })
  for (let at = 0; at < rows.length; at += BATCH_ROWS)
    await db.insert(inboxItems).values(rows.slice(at, at + BATCH_ROWS))
}

/** Signs somebody up, with a business, two accounts, and the post to copy. */
async function createModel({ url, sandboxUrl }: Servers, name: string) {
  const client = contractClient(url, sandboxClient(sandboxUrl))
  await client.signUp(`${name}@example.com`)
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook(`Pat’s Plumbing, ${name}`)
  await client.connectInstagram(`pats.plumbing.${name}`)
  const model = await client.createPost({
    message: 'Spring clean for your gutters: ten good reasons, and what it costs with us this month.',
    files: [await picture('van.jpg', 200)],
    at: new Date(Date.now() + 40 * DAY_MS),
  })
  return { client, model }
}

/**
 * Marks posts as published if they are past or due within half an hour. The engine would otherwise publish one of them
 * during a measurement.
 */
async function copyPost({ db }: Context, id: string, copies: { publishAt: Date; domainId?: string }[]) {
  const [post] = await db.select().from(posts).where(eq(posts.id, id))
  const [media] = await db.select().from(postMedia).where(eq(postMedia.postId, id))
  const models = await db.select().from(deliveries).where(eq(deliveries.postId, id))
  const soon = Date.now() + HALF_HOUR_MS
  const rows = copies.map(copy => ({ postId: Bun.randomUUIDv7(), domainId: post!.domainId, ...copy }))
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    const some = rows.slice(at, at + BATCH_ROWS)
    await db.batch([
      db.insert(posts).values(some.map(({ postId, ...copy }) => ({ ...post!, id: postId, ...copy }))),
      db.insert(postMedia).values(some.map(({ postId }) => ({ ...media!, postId }))),
      db.insert(deliveries).values(
        some.flatMap(({ postId, publishAt, domainId }) =>
          models.map(delivery => ({
            ...delivery,
            id: Bun.randomUUIDv7(),
            postId,
            publishAt,
            domainId,
            ...(+publishAt < soon
              ? { state: 'published' as const, wakeAt: null, publishedAt: publishAt }
              : { wakeAt: publishAt }),
          })),
        ),
      ),
    ])
  }
}
