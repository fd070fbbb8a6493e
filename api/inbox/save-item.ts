import { and, eq, inArray } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  inboxActs,
  type InboxActRow,
  type InboxItemRow,
  inboxItems,
  inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import type { RemoteItem, RemoteReply } from '#api/networks/core/inbox.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { type NewNotice, notify } from '#api/notifications/notifications.ts'
import { chunksOf } from '#shared/chunks.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { moderatesComments, hasNoEffect, LOW_STARS } from '#shared/inbox.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { fold } from '#shared/text/fold.ts'
import { truncate } from '#shared/text/graphemes.ts'
import { isEdited } from './list.ts'
import { replyReasons } from './reasons.ts'

export type Owner = {
  account: Pick<Account, 'id' | 'domainId' | 'network' | 'userId'>
  /** True for the first read of an account. Its old items cause no notifications. */
  isFirstRead: boolean
}

/** Maximum time after which a network lists an answer or an act. */
const LISTED_WITHIN_MS = HOUR_MS

type Content = Pick<InboxItemRow, 'author' | 'text' | 'stars' | 'updatedAt'>

type Known = { before: InboxItemRow; ours: InboxReplyRow | null; act: InboxActRow | null }

/**
 * Saves items as their network shows them, oldest first. A new text or number of stars increases an item's version. Reads the known
 * items and inserts the new ones in one statement each, to save round trips to a database server.
 * @param items at most `MAX_SAVED`
 * @returns true if anything changed
 */
export async function saveItems(
  ctx: Inside<Context>,
  owner: Owner,
  items: readonly RemoteItem[],
): Promise<boolean> {
  const known = await readKnown(ctx, owner, items)
  const fresh: NewItem[] = []
  const low: Low[] = []
  let isChanged = false
  for (const item of items) {
    const saved = known.get(item.externalId)
    if (saved) {
      const isUpdated = await updateItem(ctx, item, { ...saved, low })
      isChanged ||= isUpdated
    } else fresh.push(newItem(owner, item))
  }
  if (fresh.length > 0) await ctx.db.insert(inboxItems).values(fresh).onConflictDoNothing()
  const isNews = ({ createdAt }: NewItem) => !owner.isFirstRead || +ctx.now() - +createdAt < DAY_MS
  low.push(...fresh.filter(item => isLow(item.stars) && item.state === 'open' && isNews(item)))
  await notifyOfLowStars(ctx, owner, low)
  return isChanged || fresh.length > 0
}

/** Maximum number of items per transaction, so that it ends long before its deadline. */
export const MAX_SAVED = 100

async function readKnown({ db }: Inside<Context>, { account }: Owner, items: readonly RemoteItem[]) {
  const externalIds = items.map(({ externalId }) => externalId)
  const saved = await db
    .select({ before: inboxItems, ours: inboxReplies, act: inboxActs })
    .from(inboxItems)
    .leftJoin(inboxReplies, eq(inboxReplies.itemId, inboxItems.id))
    .leftJoin(inboxActs, eq(inboxActs.itemId, inboxItems.id))
    .where(and(eq(inboxItems.accountId, account.id), inArray(inboxItems.externalId, externalIds)))
  return new Map(saved.map(each => [each.before.externalId, each]))
}

const newItem = ({ account }: Owner, item: RemoteItem) => ({
  id: Bun.randomUUIDv7(),
  accountId: account.id,
  domainId: account.domainId,
  network: account.network,
  kind: networks[account.network].inbox?.kind ?? ('comment' as const),
  externalId: item.externalId,
  threadId: item.threadId,
  parentId: item.parentId,
  createdAt: item.createdAt,
  ...contentOf(item),
  hidden: item.isHidden,
  liked: item.isLiked ?? false,
  replyText: null,
  repliedAt: null,
  ...answerOf(item, account.network),
})
type NewItem = ReturnType<typeof newItem>

async function updateItem(
  ctx: Inside<Context>,
  read: RemoteItem,
  { before, ours, act, low }: Known & { low: Low[] },
): Promise<boolean> {
  const isDeleted = before.state === 'removed' && act?.act === 'delete'
  if (isDeleted && isRecentlyDone(ctx, act)) return false
  const item = withRecentAct(ctx, read, { before, act })
  const values = { ...contentOf(item), hidden: item.isHidden, liked: item.isLiked ?? before.liked }
  const isChanged = before.text !== item.text || before.stars !== item.stars
  const answer = await answerToSave(ctx, item, { before, ours, act })
  const isSame =
    !isChanged &&
    before.author === item.author &&
    +before.updatedAt === +item.updatedAt &&
    before.permalink === item.permalink &&
    before.hidden === values.hidden &&
    before.liked === values.liked &&
    Object.entries(answer).every(([name, value]) => isSameValue(before[name as keyof typeof answer], value))
  if (isSame) return false
  await ctx.db
    .update(inboxItems)
    .set({ ...values, ...answer, ...(isChanged && { version: before.version + 1, readAt: null }) })
    .where(eq(inboxItems.id, before.id))
  if (isChanged && isLow(item.stars) && !isLow(before.stars)) low.push({ id: before.id, ...values })
  return true
}

/** True for an act so recent that the network's lists may not show it yet. */
const isRecentlyDone = ({ now }: Inside<Context>, { state, updatedAt }: InboxActRow): boolean =>
  state === 'sent' && +now() - +updatedAt <= LISTED_WITHIN_MS

function withRecentAct(
  ctx: Inside<Context>,
  item: RemoteItem,
  { before, act }: Pick<Known, 'before' | 'act'>,
): RemoteItem {
  if (!act || !isRecentlyDone(ctx, act)) return item
  const { hidden, liked } = before
  if (!hasNoEffect(act.act, before)) return item
  return act.act === 'hide' || act.act === 'show'
    ? { ...item, isHidden: hidden }
    : { ...item, isLiked: liked }
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

const UNANSWERED: Answer = { state: 'open', replyText: null, repliedAt: null, replierId: null }

/**
 * Returns the state of an item, and its answer if the network shows one. A hidden item needs no answer until it is shown again. On
 * networks with moderation, a new item is hidden until it is approved, and needs an answer unless we held it.
 */
function answerOf(
  item: RemoteItem,
  network: NetworkId,
  { before, act }: Partial<Pick<Known, 'before' | 'act'>> = {},
): Answer {
  const reply = shownReply(item)
  if (reply) return { state: 'answered', replyText: reply.text, repliedAt: reply.at }
  const waits = moderatesComments(network)
  const wasHidden = before?.hidden ?? waits
  const isHiddenByUs = act?.state === 'sent' && act.act === 'hide'
  if (item.isHidden && !wasHidden) return { state: 'closed' }
  if (!item.isHidden && wasHidden && (!waits || isHiddenByUs)) return { state: 'open' }
  return { state: before?.state === 'closed' ? 'closed' : 'open' }
}

/**
 * Like `answerOf`, for a known item. Keeps the author of an answer that was written here. Also keeps an answer, or its new text,
 * until the network lists it.
 */
async function answerToSave(
  ctx: Inside<Context>,
  item: RemoteItem,
  { before, ours, act }: Known,
): Promise<Answer> {
  const shown = shownReply(item)
  if (ours?.state === 'sent') {
    const { name } = networks[before.network]
    if (!shown && item.replies.length > 0) return await reopen(ctx, before, replyReasons.rejected(name))
    if (!shown && +ctx.now() - +ours.updatedAt > LISTED_WITHIN_MS)
      return await reopen(ctx, before, replyReasons.deleted(name))
    const isListedLate = isEdited(before, ours) && +ctx.now() - +ours.updatedAt <= LISTED_WITHIN_MS
    if (!shown || isListedLate) return { state: 'answered' }
  } else if (ours && ours.state !== 'failed') {
    // The worker settles an answer or act that is in flight.
    return { state: before.state }
  }
  if (shown && before.replyText !== null && isSameText(shown.text, before.replyText))
    return { state: 'answered' }
  const answer = answerOf(item, before.network, { before, act })
  if (answer.state === 'answered') return { ...answer, replierId: null }
  return before.state === 'answered' ? UNANSWERED : answer
}

/** Lets members answer an item again, because its network doesn't show their answer. */
async function reopen(
  { db, now }: Inside<Context>,
  { id }: InboxItemRow,
  why: { reasonCode: string; reason: string },
): Promise<Answer> {
  await db
    .update(inboxReplies)
    .set({ state: 'failed', ...why, updatedAt: now() })
    .where(eq(inboxReplies.itemId, id))
  return UNANSWERED
}

/** Saves an item that a call has just read from its network, without notifications. */
export const saveReadItem = (
  ctx: Inside<Context>,
  { accountId: id, domainId, network }: InboxItemRow,
  { seen, userId }: { seen: RemoteItem; userId: string | null },
) => saveItems(ctx, { account: { id, domainId, network, userId: userId ?? '' }, isFirstRead: true }, [seen])

/** Marks items that their network no longer has. */
export async function markRemoved({ db }: Inside<Context>, ids: string[]): Promise<void> {
  for (const part of chunksOf(ids))
    await db.update(inboxItems).set({ state: 'removed' }).where(inArray(inboxItems.id, part))
}

const isLow = (stars: number | null) => stars !== null && stars <= LOW_STARS

const MAX_EXCERPT = 200

type Low = Content & { id: string }

async function notifyOfLowStars(ctx: Inside<Context>, { account }: Owner, items: Low[]): Promise<void> {
  if (items.length === 0) return
  const { network, domainId, userId } = account
  const [business] = await ctx.db
    .select({ ownerId: domains.userId })
    .from(domains)
    .where(eq(domains.id, domainId))
  await notify(
    ctx,
    items.map(({ id, author, text, stars, updatedAt }): NewNotice => ({
      id: `stars:${id}:${+updatedAt}`,
      userId: business?.ownerId ?? userId,
      type: 'social',
      tone: 'warning',
      title: `${author} gave you ${plural(stars ?? 0, 'star')} on ${networks[network].shortName}`,
      message: truncate(text.trim(), MAX_EXCERPT) || 'The review has no text.',
      link: `/dashboard/inbox?item=${id}`,
      domainId,
      forTeam: true,
    })),
  )
}
