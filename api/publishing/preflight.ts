import { and, asc, between, count, eq } from 'drizzle-orm'

import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, postMedia } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { accountMail } from '#api/mail/templates.ts'
import { undefinedIf } from '#api/networks/core/network.ts'
import { linkTo, mailNotices, notify } from '#api/notifications/notifications.ts'
import { DAY_MS } from '#shared/durations.ts'
import { quotedNames } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'

/** Warns authors once about posts within the next day that would fail because of a full quota or a missing file. */
export async function warnOfProblemsAhead(ctx: Context): Promise<void> {
  await warnOfFullQuotas(ctx)
  await warnOfMissingFiles(ctx)
}

const isAhead = ({ now }: Context) =>
  and(eq(deliveries.state, 'scheduled'), between(deliveries.wakeAt, now(), new Date(+now() + DAY_MS)))

async function warnOfFullQuotas(ctx: Context) {
  const planned = await ctx.db
    .select({ account: accounts, posts: count() })
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .where(and(isAhead(ctx), eq(accounts.status, 'connected')))
    .groupBy(accounts.id)
  for (const { account, posts } of planned) {
    const remaining = await remainingPosts(ctx, account.id)
    if (remaining === undefined || posts <= remaining) continue
    const { name } = networks[account.network]
    await warn(ctx, account, {
      id: `preflight:quota:${account.id}:${ctx.now().toISOString().slice(0, 10)}`,
      title: `${name} has room for ${plural(remaining, 'more post')} today`,
      message: `You have ${plural(posts, 'post')} scheduled on ${account.name} within a day, and ${name} has room for ${remaining}. Posts beyond that wait until there is room: move them if their time matters.`,
    })
  }
}

/** Returns how many more posts the network accepts today; undefined if it sets no limit or can't be reached. */
async function remainingPosts(ctx: Context, accountId: string): Promise<number | undefined> {
  const linked = await findLinkedAccount(ctx, accountId)
  if (!linked) return undefined
  const { account, token } = linked
  const access = { accountId: account.providerId, token }
  return await ctx.networks[account.network].remainingQuota?.(access, ctx.now).catch(undefinedIf(() => true))
}

/** Sends one notice a day for all of an author's missing files in a business, since a lost bucket loses many at once. */
async function warnOfMissingFiles(ctx: Context) {
  const rows = await ctx.db
    .select({
      userId: deliveries.userId,
      domainId: deliveries.domainId,
      postId: deliveries.postId,
      position: postMedia.position,
      positions: deliveries.mediaPositions,
      extras: deliveries.extras,
      mediaId: media.id,
      key: media.key,
      name: media.name,
    })
    .from(deliveries)
    .innerJoin(postMedia, eq(postMedia.postId, deliveries.postId))
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(isAhead(ctx))
    .orderBy(asc(deliveries.postId))
  const files = rows.filter(
    ({ positions, position, extras, mediaId }) => positions.includes(position) || extras?.coverId === mediaId,
  )
  const isMissing = new Map<string, boolean>()
  for (const { key } of files)
    if (!isMissing.has(key)) isMissing.set(key, !(await ctx.storage.read(key, 0, 1)))
  const missing = files.filter(({ key }) => isMissing.get(key))
  for (const [author, theirs] of Map.groupBy(missing, ({ userId, domainId }) => `${userId}:${domainId}`)) {
    const [first] = theirs
    if (!first) continue
    const postIds = new Set(theirs.map(({ postId }) => postId))
    const names = [...new Map(theirs.map(({ key, name }) => [key, name])).values()]
    await warn(ctx, first, {
      id: `preflight:files:${author}:${ctx.now().toISOString().slice(0, 10)}`,
      ...describeMissing(names, postIds.size),
      ...(postIds.size === 1 && { link: linkTo({ postId: first.postId }) }),
    })
  }
}

function describeMissing(names: string[], posts: number) {
  const files = quotedNames(names)
  const [areMissing, file] = names.length === 1 ? ['is missing', 'file'] : ['are missing', 'files']
  return {
    title:
      names.length === 1
        ? 'A file of a scheduled post is missing'
        : `${names.length} files of scheduled posts are missing`,
    message:
      posts === 1
        ? `${files} ${areMissing}, so a post that is due within a day can’t go out. Cancel the post and write it again with the ${file}.`
        : `${files} ${areMissing}, so ${posts} posts that are due within a day can’t go out. Cancel them and write them again with the ${file}.`,
  }
}

async function warn(
  ctx: Context,
  { userId, domainId }: { userId: string; domainId: string },
  {
    id,
    title,
    message,
    link = '/dashboard/view-post?tab=scheduled',
  }: { id: string; title: string; message: string; link?: string },
) {
  const looks = { type: 'system', tone: 'warning' } as const
  const notice = { id, userId, domainId, title, message, link, ...looks, forTeam: true as const }
  await write(ctx, async ctx => {
    if (!(await notify(ctx, [notice]))) return
    await mailNotices(ctx, [notice], ({ url, ...parts }) =>
      accountMail({ ...parts, title, message, action: { label: 'See your posts', url } }),
    )
  })
}
