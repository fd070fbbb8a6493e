import { afterAll, afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cleanStores, keepMount } from 'nanostores'
import { createElement } from 'react'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxItems, inboxReads } from '#api/db/schema/businesses/inbox.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createReplySender } from '#api/inbox/send.ts'
import { drain } from '#api/test/app.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { INBOX_MESSAGES, type InboxItem, NOTE_MESSAGES } from '#shared/inbox.ts'
import { $inboxCounts } from '#site/dashboard/shared/counts.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { holdResponses, recordCalls, serveSite } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { $drafting, answerTo, draftAnswer, forgetAnswer, stopDraft, writeAnswer } from './answers.ts'
import { Inbox } from './Inbox.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { $notes, deleteNote, saveNote, unsentNotes } from './Notes.tsx'
import {
  act,
  $filters,
  $isChecking,
  $items,
  $neighbours,
  $open,
  $status,
  changeItem,
  checkForNew,
  closeItem,
  markRead,
  openItem,
  openWhereUnanswered,
  savedRepliesOf,
  sendReply,
  setFilter,
  showMore,
  takeBack,
} from './store.ts'

const app = await publishingApp({ networks: ['google'] })
const undo = serveSite(app)
afterAll(() => undo())
signIn(app.author.token)
afterAll(() => signOut())
let written: string[] = []

afterEach(async () => {
  await app.clearFaults()
  $toasts.set([])
  cleanStores($items, $open, $status, $notes, $neighbours, $domains, $inboxCounts)
  for (const $store of [$items, $open, $status, $notes, $domains, $inboxCounts]) $store.reset()
  for (const id of written.splice(0)) await app.world('remove', { id })
  await app.ctx.db.delete(inboxItems)
  await app.ctx.db.delete(inboxReads)
})

/** Adds copies of the only review, as if as many customers had written it. */
async function copyReview(count: number) {
  const [row] = await app.ctx.db.select().from(inboxItems)
  const copies = Array.from({ length: count }, (_, n) => ({
    ...row!,
    id: `copy-${n}`,
    externalId: `copy-${n}`,
  }))
  for (const each of copies) await app.ctx.db.insert(inboxItems).values(each)
  await $items.reload()
}

/** Adds another business, and selects the first one again. */
async function addBusiness() {
  const first = app.author.domainId
  const added = await app.author.call('users/saveUserDomain', { json: { businessName: 'Corner Shop' } })
  const { data } = (await added.json()) as { data: { _id: string } }
  keepMount($domains)
  await $domains.reload()
  await selectDomain(first)
  return { first, second: data._id }
}

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
  writeAnswer(item._id, 'We are sorry')
  expect(answerTo(item)).toBe('We are sorry')
  await sendReply(item, 'We are sorry')
  expect(answerTo(item)).toBe('')
  expect($open.get().data?.reply).toMatchObject({ state: 'waiting', text: 'We are sorry' })
  await drain(createReplySender(ctx))
  expect(await world<unknown[]>('replies')).toHaveLength(1)
})

test('shows what a review says now, and keeps the draft, if it was edited meanwhile', async () => {
  const { open, ctx, clock, world, ids } = await openInbox(['Lovely'])
  const item = await open(0)
  writeAnswer(item._id, 'Thank you!')
  clock.advance(60 * 60_000)
  await world('review', { id: ids[0], stars: 1, text: 'Terrible' })
  await readDueInboxes(ctx)
  await expect(sendReply(item, 'Thank you!')).rejects.toThrow(INBOX_MESSAGES.edited)
  expect($open.get().data).toMatchObject({ text: 'Terrible', stars: 1, reply: null })
  expect(answerTo(item)).toBe('Thank you!')
})

test('keeps the text of somebody whose colleague answers first, until they discard it', async () => {
  const { open, signUp, author, ctx } = await openInbox(['Are there nuts in it?'])
  const ann = await signUp({ fullname: 'Ann Editor' })
  await addMember(ctx, { domainId: author.domainId, userId: ann.userId, role: 'editor' })
  keepMount($domains)
  await $domains.reload()
  const item = await open(0)
  writeAnswer(item._id, 'We can leave them out.')
  const panel = () => rendered(createElement(ItemPanel)).text
  expect(panel()).not.toContain('while you wrote')
  const json = { message: 'No nuts at all.', version: item.version }
  expect((await ann.call(`inbox/${item._id}/reply`, { json })).status).toBe(200)
  await expect(sendReply(item, 'We can leave them out.')).rejects.toThrow('Ann Editor is answering this')
  expect(panel()).toContain('Ann Editor’s answer is on its way. No nuts at all.')
  expect(panel()).toContain(
    'Ann Editor answered while you wrote. Your text: We can leave them out. Copy Discard',
  )
  forgetAnswer(item._id)
  expect(panel()).not.toContain('We can leave them out.')
})

test('keeps a note that wasn’t added, whichever item is opened meanwhile', async () => {
  const { open } = await openInbox(['First', 'Second'])
  keepMount($domains)
  await $domains.reload()
  const { _id } = await open(0)
  unsentNotes.write(_id, 'Ring her back')
  await open(1)
  expect(rendered(createElement(ItemPanel)).text).not.toContain('Ring her back')
  await open(0)
  expect(rendered(createElement(ItemPanel)).text).toContain('Ring her back')
  unsentNotes.forget(_id)
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

test('leads an agency to its clients while none is open', async () => {
  keepMount($items)
  await Promise.all([$items.reload(), $domains.reload()])
  const shown = () => rendered(createElement(Inbox)).text
  expect(shown()).not.toContain('No client is open')
  const [domain] = $domains.get().data!
  const mill = { ...domain!, _id: 'mill', businessName: 'Mill', isSelected: false }
  $domains.set({ state: 'ready', data: [{ ...domain!, role: 'editor', isSelected: false }, mill] })
  expect(shown()).toContain('No client is open')
  await $domains.reload()
})

test('has its filters in the URL', async () => {
  await openInbox(['Lovely'])
  setFilter({ state: 'answered', stars: '1-3', businesses: 'all' })
  keepMount($filters)
  expect($filters.get()).toMatchObject({ state: 'answered', stars: '1-3', isAll: true })
  await settled($items)
  expect($items.get().data?.items).toEqual([])
})

test('shows as many items after a reload as before', async () => {
  const { shown } = await openInbox(['Lovely'])
  await copyReview(109)
  await showMore()
  await showMore()
  expect(shown()).toHaveLength(110)
  await $items.reload()
  expect(shown()).toHaveLength(110)
  expect($items.get().data?.nextCursor).toBeNull()
})

test('drops more items of a list once its filters have changed', async () => {
  const { shown } = await openInbox(['Lovely'])
  await copyReview(59)
  const query = { domainId: app.author.domainId, state: 'open', limit: '50' }
  const cursor = $items.get().data!.nextCursor!
  const release = holdResponses(`/api/inbox?${new URLSearchParams({ ...query, cursor })}`)
  const more = showMore()
  setFilter({ stars: '5' })
  await settled($items)
  release()
  await more
  expect(shown()).toEqual([])
})

test('shows nothing of another business that was selected while it was closed', async () => {
  await openInbox(['Lovely'])
  const { first, second } = await addBusiness()
  await settled($items)
  keepMount($status)
  await settled($status)
  cleanStores($items, $status)
  await selectDomain(second)
  expect([$items.value?.state, $status.value?.state]).toEqual(['loading', 'loading'])
  await selectDomain(first)
})

test('opens with all businesses if only others have something to answer', async () => {
  await openInbox(['Lovely'])
  const { first, second } = await addBusiness()
  await openWhereUnanswered()
  expect($filters.get().isAll).toBe(false)
  await selectDomain(second)
  await openWhereUnanswered()
  expect($filters.get().isAll).toBe(true)
  await selectDomain(first)
})

test('leads from a business without accounts to what others have to answer', async () => {
  await openInbox(['Lovely'])
  const { first, second } = await addBusiness()
  await selectDomain(second)
  for (const $store of [$status, $inboxCounts]) keepMount($store)
  await Promise.all([settled($items), $status.reload(), $inboxCounts.reload()])
  expect(rendered(createElement(Inbox)).text).toMatch(
    /No accounts yet .* Connect an account Show 1 of other businesses/,
  )
  await selectDomain(first)
})

test('checks for new items when another business is selected', async () => {
  await openInbox(['Lovely'])
  const { first, second } = await addBusiness()
  const { paths, stop } = recordCalls()
  await selectDomain(second)
  await settled($items)
  stop()
  await selectDomain(first)
  expect(paths).toContain(`/api/inbox/refresh?domainId=${second}`)
})

test('says when it was checked, and that it is being checked until all accounts were read', async () => {
  await openInbox(['Lovely'])
  keepMount($status)
  await settled($status)
  app.clock.advance(MINUTE_MS)
  await checkForNew()
  expect($isChecking.get()).toBe(true)
  expect(rendered(createElement(Inbox)).text).toContain('Checking for new ones…')
  await readDueInboxes(app.ctx)
  await $status.reload()
  expect($isChecking.get()).toBe(false)
  expect(rendered(createElement(Inbox)).text).toContain('Check now')
})

test('clears the list as soon as the filters change', async () => {
  await openInbox(['Lovely'])
  cleanStores($items)
  $router.open('/dashboard/inbox?state=answered')
  expect($items.value?.state).toBe('loading')
})

test('leads from an answered review to the one that took its place', async () => {
  const { open } = await openInbox(['First', 'Second', 'Third'])
  keepMount($neighbours)
  const { _id } = await open(1)
  await changeItem(_id, { state: 'closed' })
  await $items.reload()
  expect($neighbours.get().before?.text).toBe('First')
  expect($neighbours.get().after?.text).toBe('Third')
})

test('opens the first item in a new entry of the history, and the next ones in the same', async () => {
  await openInbox(['Lovely'])
  const entries = ['/dashboard/inbox']
  const history = {
    pushState: (_state: unknown, _title: string, path: string) => void entries.push(path),
    replaceState: (_state: unknown, _title: string, path: string) => void entries.splice(-1, 1, path),
  }
  Object.assign(globalThis, { history })
  openItem('a')
  openItem('b')
  expect(entries).toEqual(['/dashboard/inbox', '/dashboard/inbox?item=b'])
  closeItem()
  Reflect.deleteProperty(globalThis, 'history')
  expect(entries).toEqual(['/dashboard/inbox', '/dashboard/inbox'])
})

test('shows an item in the place of an open post', async () => {
  await openInbox(['Lovely'])
  $router.open('/dashboard/inbox?post=p')
  openItem('a')
  expect($router.get()?.search).toEqual({ item: 'a' })
})

test('offers the saved replies of an item’s business, whichever is selected, and saves more there', async () => {
  await openInbox(['Lovely'])
  const { first, second } = await addBusiness()
  expect(await savedRepliesOf(second).save('Thanks', 'Thank you!')).toBeUndefined()
  const namesOf = async (domainId: string) => {
    const { $items: $saved } = savedRepliesOf(domainId)
    await $saved.reload()
    return $saved.value.data!.map(({ name }) => name)
  }
  expect([await namesOf(first), await namesOf(second)]).toEqual([[], ['Thanks']])
})

/** Resolves once AI has written something into the box. */
const whenDrafting = (before: string) =>
  new Promise<void>(resolve => {
    const stop = $drafting.listen(drafting => {
      if (!drafting || drafting.text === before) return
      stop()
      resolve()
    })
  })

const storedIn = ({ _id }: InboxItem) => sessionStorage.getItem(`form-answer-${_id}`)

test('keeps what was typed when AI is stopped', async () => {
  const { open } = await openInbox(['Cold soup'])
  const item = await open(0)
  writeAnswer(item._id, 'We are sorry')
  await app.world('faults', { provider: 'openai', operation: 'chat', kind: 'slow', ms: 30 })
  const begun = whenDrafting('We are sorry')
  const drafted = draftAnswer(item)
  await begun
  expect(storedIn(item)).toBe('We are sorry')
  stopDraft()
  expect(await drafted).toBeUndefined()
  expect([$drafting.get(), answerTo(item), storedIn(item)]).toEqual([
    undefined,
    'We are sorry',
    'We are sorry',
  ])
})

test('replaces what was typed with AI’s draft, and restores it by Undo', async () => {
  const { open } = await openInbox(['Cold soup'])
  const item = await open(0)
  writeAnswer(item._id, 'We are sorry')
  expect(await draftAnswer(item)).toBeUndefined()
  expect($drafting.get()).toBeUndefined()
  expect(answerTo(item).length).toBeGreaterThan('We are sorry'.length)
  expect(storedIn(item)).toBe(answerTo(item))
  const { action } = $toasts.get().at(-1)!
  expect(action?.label).toBe('Undo')
  action!.run()
  expect([answerTo(item), storedIn(item)]).toEqual(['We are sorry', 'We are sorry'])
})

test('keeps what was typed when AI fails', async () => {
  const { open } = await openInbox(['Cold soup'])
  const item = await open(0)
  writeAnswer(item._id, 'We are sorry')
  await app.world('faults', { provider: 'openai', operation: 'chat', kind: 'quota' })
  expect(await draftAnswer(item)).toContain('You exceeded your current quota')
  expect([$drafting.get(), answerTo(item)]).toEqual([undefined, 'We are sorry'])
})

test('shows what somebody does with a comment, and says so to the second person', async () => {
  const { ctx } = await openInbox(['Lovely'])
  const [row] = await ctx.db.select().from(inboxItems)
  const comment = { ...row!, id: 'c', externalId: 'c', network: 'facebook', kind: 'comment' } as const
  await ctx.db.insert(inboxItems).values(comment)
  openItem('c')
  await settled($open)
  const item = $open.get().data!
  expect(await act(item, 'hide')).toBe(true)
  expect($open.get().data?.act).toMatchObject({ act: 'hide', state: 'waiting' })
  expect(await act(item, 'delete')).toBe(false)
  expect($toasts.get().at(-1)?.message).toBe('You’re hiding this at the moment.')
  await takeBack(item)
  expect($open.get().data?.act).toBeNull()
  await ctx.db.update(inboxItems).set({ version: 2 }).where(eq(inboxItems.id, 'c'))
  expect(await act(item, 'hide')).toBe(false)
  expect($toasts.get().at(-1)?.message).toBe(INBOX_MESSAGES.editedBeforeAct)
})

test('saves a note, and restores a deleted one by Undo', async () => {
  const { open } = await openInbox(['Cold soup'])
  const { _id } = await open(0)
  keepMount($notes)
  await settled($notes)
  expect(await saveNote(_id, '  ')).toBe(NOTE_MESSAGES.empty)
  expect(await saveNote(_id, 'I rang her.')).toBeUndefined()
  const [note] = $notes.get().data!
  await deleteNote(_id, note!)
  expect($notes.get().data).toEqual([])
  $toasts.get().at(-1)!.action!.run()
  await new Promise<void>(resolve => {
    const stop = $notes.subscribe(({ data }) => {
      if (data?.length === 1) queueMicrotask(() => (stop(), resolve()))
    })
  })
  expect($notes.get().data).toMatchObject([{ _id: note!._id, text: 'I rang her.', isYours: true }])
})
