import { afterAll, afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cleanStores, keepMount } from 'nanostores'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxItems, inboxReads } from '#api/db/schema/businesses/inbox.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createReplySender } from '#api/inbox/send-replies.ts'
import { drain } from '#api/test/app.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { INBOX_MESSAGES, type InboxItem } from '#shared/inbox.ts'
import { $inboxCounts } from '#site/dashboard/shared/counts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import {
  $filters,
  $items,
  $neighbours,
  $open,
  changeItem,
  markRead,
  openItem,
  readDraft,
  saveDraft,
  sendReply,
  setFilter,
} from './store.ts'

const app = await publishingApp({ networks: ['google'] })
const undo = serveSite(app)
afterAll(() => undo())
signIn(app.author.token)
afterAll(() => signOut())
let written: string[] = []

afterEach(async () => {
  cleanStores($items, $open, $inboxCounts)
  for (const $store of [$items, $open, $inboxCounts]) $store.reset()
  for (const id of written) await app.world('remove', { id })
  await app.ctx.db.delete(inboxItems)
  await app.ctx.db.delete(inboxReads)
})

/** Opens the inbox of a business whose customers have written reviews. */
async function openInbox(texts: string[]) {
  const [account] = await app.ctx.db.select().from(accounts).where(eq(accounts.network, 'google'))
  written = []
  for (const text of texts) {
    app.clock.advance(1000)
    const review = { location: account!.providerId, stars: 2, text }
    written.push((await app.world<{ id: string }>('review', review)).id)
  }
  await readDueInboxes(app.ctx)
  $router.open('/dashboard/inbox')
  keepMount($items)
  keepMount($open)
  await settled($items)
  const shown = () => $items.get().data!.items.map(({ text }) => text)
  const open = async (index: number): Promise<InboxItem> => {
    openItem($items.get().data!.items[index]!._id)
    await settled($open)
    return $open.get().data!
  }
  return { ...app, ids: written, shown, open }
}

test('lists the oldest unanswered review first, and leads from one to the next', async () => {
  const { shown, open } = await openInbox(['First', 'Second'])
  expect(shown()).toEqual(['First', 'Second'])
  await open(0)
  keepMount($neighbours)
  expect($neighbours.get().after?.text).toBe('Second')
  expect($neighbours.get().before).toBeUndefined()
})

test('keeps the draft of an answer until it is accepted', async () => {
  const { open, ctx, world } = await openInbox(['Cold soup'])
  const item = await open(0)
  saveDraft(item._id, 'We are sorry')
  expect(readDraft(item._id)).toBe('We are sorry')
  await sendReply(item, 'We are sorry')
  expect(readDraft(item._id)).toBe('')
  expect($open.get().data?.reply).toMatchObject({ state: 'waiting', text: 'We are sorry' })
  await drain(createReplySender(ctx))
  expect(await world<unknown[]>('replies')).toHaveLength(1)
})

test('shows what a review says now, and keeps the draft, if it was edited meanwhile', async () => {
  const { open, ctx, clock, world, ids } = await openInbox(['Lovely'])
  const item = await open(0)
  saveDraft(item._id, 'Thank you!')
  clock.advance(60 * 60_000)
  await world('review', { id: ids[0], stars: 1, text: 'Terrible' })
  await readDueInboxes(ctx)
  await expect(sendReply(item, 'Thank you!')).rejects.toThrow(INBOX_MESSAGES.edited)
  expect($open.get().data).toMatchObject({ text: 'Terrible', stars: 1, reply: null })
  expect(readDraft(item._id)).toBe('Thank you!')
})

test('marks as read, and closes what needs no answer', async () => {
  const { open } = await openInbox(['Lovely'])
  const item = await open(0)
  expect(item.read).toBe(false)
  await markRead(item)
  expect($items.get().data?.items[0]?.read).toBe(true)
  await changeItem(item._id, { state: 'closed' })
  expect($open.get().data?.state).toBe('closed')
})

test('has its filters in the URL', async () => {
  await openInbox(['Lovely'])
  setFilter({ state: 'answered', stars: '1-3', businesses: 'all' })
  keepMount($filters)
  expect($filters.get()).toMatchObject({ state: 'answered', stars: '1-3', isAll: true })
  await settled($items)
  expect($items.get().data?.items).toEqual([])
})
