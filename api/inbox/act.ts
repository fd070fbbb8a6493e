import { eq } from 'drizzle-orm'

import { withdraw } from '#api/accounts/calls.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { inboxActs, type InboxItemRow, inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { type ActInput, approvesComments, INBOX_MESSAGES, type InboxItem, isDone } from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { doingNow, isUnderWay, nameOf, timeOf } from './answer.ts'
import { readItem } from './list.ts'
import { loadItem } from './load.ts'
import { actReasons, replyReasons } from './reasons.ts'
import { acts, newCall, replies } from './send.ts'

/**
 * Accepts an act on an item, which a worker then does on its network. Each item has one at a time.
 * @throws {DomainError} `conflict` that says who has done it or is doing it, or that the item is gone or was changed since the
 * caller saw it; `invalid` if the network doesn’t take it; `forbidden` without the permission to publish
 */
export const actOnItem = (ctx: UserContext, id: string, { act, version }: ActInput): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const { db } = ctx
    const item = await loadItem(ctx, id, 'publish')
    const { shortName, inbox } = networks[item.network]
    if (!inbox?.acts.includes(act)) throw invalidField('act', `${shortName} doesn’t let us do this.`)
    if (item.state === 'removed') throw new DomainError('conflict', INBOX_MESSAGES.gone)
    const last = await requireUndone(ctx, item, act)
    // A website's comment that we held back is due again once it is approved, unlike one that a member closed as it waited.
    const isOurs = last?.state === 'sent' && last.act === 'hide'
    if (act === 'show' && isOurs && item.state === 'closed' && approvesComments(item.network))
      await db.update(inboxItems).set({ state: 'open' }).where(eq(inboxItems.id, id))
    if (version !== undefined && version !== item.version)
      throw new DomainError('conflict', INBOX_MESSAGES.editedBeforeAct)
    const values = { act, version: version ?? null, ...newCall(ctx) }
    await db
      .insert(inboxActs)
      .values({ itemId: id, ...values })
      .onConflictDoUpdate({ target: inboxActs.itemId, set: values })
    if (act === 'delete' || act === 'hide') await withdraw(ctx, replies, id, replyReasons.withdrawn())
    await recordActivity(ctx, {
      domainId: item.domainId,
      act: `inbox.${act}`,
      details: { network: item.network, author: item.author },
    })
    await liveInsertFor(ctx, item.domainId, 'inbox', {})
    ctx.wake('send-acts')
    return await readItem(ctx, id)
  })

/**
 * Withdraws an act that has not begun.
 * @throws {DomainError} `conflict` if it may have taken effect; otherwise as `loadItem`
 */
export const withdrawAct = (ctx: UserContext, id: string): Promise<InboxItem> =>
  write(ctx, async ctx => {
    const item = await loadItem(ctx, id, 'publish')
    if (!(await withdraw(ctx, acts, id, actReasons.withdrawn())))
      throw new DomainError('conflict', INBOX_MESSAGES.begun)
    await liveInsertFor(ctx, item.domainId, 'inbox', {})
    return await readItem(ctx, id)
  })

/** Requires that no act is in flight. @returns the item's last act, which is done or failed */
async function requireUndone(ctx: Inside<UserContext>, item: InboxItemRow, act: InboxAct) {
  const [last] = await ctx.db.select().from(inboxActs).where(eq(inboxActs.itemId, item.id))
  if (last && isUnderWay(last))
    throw new DomainError(
      'conflict',
      last.userId === ctx.userId && last.act === act
        ? 'You’ve asked for this already. It’s on its way.'
        : await doingNow(ctx, last),
    )
  if (!isDone(act, item)) return last
  if (last?.state !== 'sent' || last.act !== act)
    throw new DomainError(
      'conflict',
      `This is already ${RESULT[act]} on ${networks[item.network].shortName}.`,
    )
  const [name, time] = await Promise.all([
    nameOf(ctx, last.userId),
    timeOf(ctx, item.domainId, last.updatedAt),
  ])
  throw new DomainError('conflict', `${name} ${DID[act]} this at ${time}.`)
}

const DID: Record<InboxAct, string> = {
  hide: 'hid',
  show: 'showed',
  like: 'liked',
  unlike: 'unliked',
  delete: 'deleted',
}
const RESULT: Record<InboxAct, string> = {
  hide: 'hidden',
  show: 'shown',
  like: 'liked',
  unlike: 'not liked',
  delete: 'deleted',
}
