import { eq, inArray } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { type InboxItemRow, inboxItems, inboxReplies } from '#api/db/schema/businesses/inbox.ts'
import type { RemoteItem, RemoteReply } from '#api/networks/core/inbox.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { notify } from '#api/notifications/notifications.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { type InboxState, LOW_STARS } from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { fold } from '#shared/text/fold.ts'
import { shortened } from '#shared/text/graphemes.ts'
import { replyReasons } from './reply-reasons.ts'

export type Owner = {
  account: Pick<Account, 'id' | 'domainId' | 'network' | 'userId'>
  /** True while the past of a newly connected account is read, about which nobody is notified. */
  isFirstRead: boolean
}

/** Networks list an answer at once, but not everywhere. */
const LISTED_WITHIN_MS = HOUR_MS

type Content = Pick<InboxItemRow, 'author' | 'text' | 'stars' | 'updatedAt'>

/**
 * Saves an item as its network shows it, in a change behind `write`. A new text or number of stars increases its version.
 * @returns true if anything changed
 */
export async function saveItem(
  ctx: Inside<Context>,
  owner: Owner,
  { item, before }: { item: RemoteItem; before: InboxItemRow | undefined },
): Promise<boolean> {
  const { account, isFirstRead } = owner
  const values = contentOf(item)
  if (!before) {
    const row = {
      id: Bun.randomUUIDv7(),
      accountId: account.id,
      domainId: account.domainId,
      network: account.network,
      kind: networks[account.network].inbox?.kind ?? ('comment' as const),
      externalId: item.externalId,
      threadId: item.threadId,
      parentId: item.parentId,
      createdAt: item.createdAt,
      ...values,
      ...answerOf(item, undefined),
    }
    await ctx.db.insert(inboxItems).values(row).onConflictDoNothing()
    const isNews = !isFirstRead || +ctx.now() - +item.createdAt < DAY_MS
    if (isLow(item.stars) && row.state === 'open' && isNews) await notifyOfLowStars(ctx, owner, row)
    return true
  }
  const isEdited = before.text !== item.text || before.stars !== item.stars
  const answer = await answerToSave(ctx, item, before)
  const isSame =
    !isEdited &&
    before.author === item.author &&
    +before.updatedAt === +item.updatedAt &&
    before.permalink === item.permalink &&
    Object.entries(answer).every(([name, value]) => isSameValue(before[name as keyof typeof answer], value))
  if (isSame) return false
  await ctx.db
    .update(inboxItems)
    .set({ ...values, ...answer, ...(isEdited && { version: before.version + 1, readAt: null }) })
    .where(eq(inboxItems.id, before.id))
  if (isEdited && isLow(item.stars) && !isLow(before.stars))
    await notifyOfLowStars(ctx, owner, { ...before, ...values })
  return true
}

const isSameValue = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? +one === +other : one === other

const contentOf = ({ author, text, stars, updatedAt, permalink }: RemoteItem) => ({
  author,
  text,
  stars,
  updatedAt,
  permalink,
  searchText: fold(`${author}\n${text}`),
})

const shownReply = ({ replies }: RemoteItem): RemoteReply | undefined =>
  replies.find(({ isRejected }) => !isRejected)

type Answer = Pick<InboxItemRow, 'state'> &
  Partial<Pick<InboxItemRow, 'replyText' | 'repliedAt' | 'replierId'>>

/** Returns the state of an item, and its answer if the network shows one. */
function answerOf(item: RemoteItem, before: InboxItemRow | undefined): Answer {
  const reply = shownReply(item)
  if (reply) return { state: 'answered', replyText: reply.text, repliedAt: reply.at }
  if (item.isHidden) return { state: 'closed' }
  const kept: InboxState[] = ['closed', 'open']
  return { state: before && kept.includes(before.state) ? before.state : 'open' }
}

/**
 * Like `answerOf`, for a known item. An answer that was written here stays its writer's, and one that the network doesn't list yet
 * stays.
 */
async function answerToSave(ctx: Inside<Context>, item: RemoteItem, before: InboxItemRow): Promise<Answer> {
  const [ours] = await ctx.db.select().from(inboxReplies).where(eq(inboxReplies.itemId, before.id))
  const shown = shownReply(item)
  if (ours?.state === 'sent') {
    const { name } = networks[before.network]
    if (!shown && item.replies.length > 0) return await reopen(ctx, before, replyReasons.rejected(name))
    if (!shown && +ctx.now() - +ours.updatedAt > LISTED_WITHIN_MS)
      return await reopen(ctx, before, replyReasons.deleted(name))
    if (!shown || isSameText(shown.text, ours.message)) return { state: 'answered' }
  } else if (ours && ours.state !== 'failed') {
    // What is on its way is settled by its worker.
    return { state: before.state }
  }
  const answer = answerOf(item, before)
  if (answer.state === 'answered') return { ...answer, replierId: null }
  return before.state === 'answered'
    ? { state: 'open', replyText: null, repliedAt: null, replierId: null }
    : answer
}

/** Lets an item be answered again whose answer the network doesn't show. */
async function reopen(
  { db, now }: Inside<Context>,
  { id }: InboxItemRow,
  why: { reasonCode: string; reason: string },
): Promise<Answer> {
  await db
    .update(inboxReplies)
    .set({ state: 'failed', ...why, updatedAt: now() })
    .where(eq(inboxReplies.itemId, id))
  return { state: 'open', replyText: null, repliedAt: null, replierId: null }
}

/** Marks items that their network no longer has. */
export async function markRemoved({ db }: Inside<Context>, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 500)
    await db
      .update(inboxItems)
      .set({ state: 'removed' })
      .where(inArray(inboxItems.id, ids.slice(start, start + 500)))
}

const isLow = (stars: number | null) => stars !== null && stars <= LOW_STARS

const MAX_EXCERPT = 200

async function notifyOfLowStars(
  ctx: Inside<Context>,
  { account }: Owner,
  { id, author, text, stars, updatedAt }: Content & { id: string },
): Promise<void> {
  const { network, domainId, userId } = account
  const [business] = await ctx.db
    .select({ ownerId: domains.userId })
    .from(domains)
    .where(eq(domains.id, domainId))
  await notify(ctx, [
    {
      id: `stars:${id}:${+updatedAt}`,
      userId: business?.ownerId ?? userId,
      type: 'social',
      tone: 'warning',
      title: `${author} gave you ${plural(stars ?? 0, 'star')} on ${networks[network].shortName}`,
      message: shortened(text.trim(), MAX_EXCERPT) || 'The review has no text.',
      link: `/dashboard/inbox?item=${id}`,
      domainId,
      forTeam: true,
    },
  ])
}
