import { expect, test } from 'bun:test'
import { eq, gt } from 'drizzle-orm'

import { probeOutages } from '#api/accounts/health.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxItems, inboxReads, inboxReplies } from '#api/db/schema/businesses/inbox.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { write } from '#api/db/write.ts'
import { MAX_FAILURES } from '#api/deliveries/backoff.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { broadcastNotifications } from '#api/notifications/notifications.ts'
import { drain } from '#api/test/app.ts'
import { crashingDb } from '#api/test/db/crashing.ts'
import { faultyDb } from '#api/test/db/faulty.ts'
import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { connectToSecondBusiness } from '#api/test/second-business.ts'
import { pushService, sendWaitingPushes } from '#api/test/servers/push.ts'
import {
  INBOX_MESSAGES,
  type InboxCounts,
  type InboxItem,
  type InboxNote,
  type ReviewForm,
} from '#shared/inbox.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import type { WordPressRole } from '../../sandbox/world/entities/wordpress.ts'
import { readDueInboxes } from './read-account.ts'
import { saveReadItem } from './save-item.ts'
import { claimDueRead } from './schedule.ts'
import { createActSender, createReplySender } from './send.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A business with an account on one network and, for comments, a published post. */
async function openInbox(network: NetworkId, env: Record<string, string> = {}) {
  const app = await publishingApp({ networks: [network], env })
  const { ctx, clock, world, call } = app
  let on = ''
  if (network === 'google') {
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.network, 'google'))
    on = account!.providerId
  } else {
    await app.accept({ media: [await picture('red')] })
    await app.run()
    const { id, on: place = id } = (await app.published()).find(post => post.network === network)!
    on = place
  }
  const list = async (query = '', as = call) =>
    ((await (await as(`inbox?${query}`)).json()) as { data: InboxItem[] }).data
  return {
    ...app,
    on,
    list,
    /** Reads what is new, as the job does. */
    async read() {
      clock.advance(15 * MINUTE)
      await readDueInboxes(ctx)
    },
    /** Writes as a stranger, and returns the item's id on the network. */
    write: async (text: string, more: object = {}) => {
      clock.advance(1000)
      const { id } = await (network === 'google'
        ? world<{ id: string }>('review', { location: on, stars: 5, text, ...more })
        : world<{ id: string }>('comment', { on, text, ...more }))
      return id
    },
    /** Returns how many pages of reviews were asked for. */
    pages: async () =>
      (await world<{ path: string }[]>('requests')).filter(({ path }) => path.endsWith('/reviews')).length,
    first: async () => (await list())[0]!,
    answer: (item: InboxItem, message: string, as = call) =>
      as(`inbox/${item._id}/reply`, { json: { message, version: item.version } }),
    send: () => drain(createReplySender(ctx)),
    act: (item: InboxItem, act: InboxAct, as = call) =>
      as(`inbox/${item._id}/act`, { json: { act, version: item.version } }),
    takeBack: (item: InboxItem) => call(`inbox/${item._id}/act`, { method: 'DELETE' }),
    doActs: () => drain(createActSender(ctx)),
    /** Returns the comments that the network has. */
    comments: async () => await world<{ text: string; hidden: boolean; liked: boolean }[]>('comments'),
    again: async ({ _id }: InboxItem) =>
      ((await (await call(`inbox/${_id}`)).json()) as { data: InboxItem }).data,
    /** Returns the answers that the network has. */
    answers: async () => await world<{ on: string; text: string }[]>('replies'),
    messageOf: async (response: Response) => ((await response.json()) as { message: string }).message,
  }
}

const NETWORKS = ['google', 'facebook', 'instagram', 'bluesky', 'wordpress'] as const

test.each(NETWORKS)('reads what people write on %s, and answers it once', async network => {
  const app = await openInbox(network)
  await app.write('Are you open on Sunday?', { name: 'Priya Nair' })
  await app.read()
  const item = await app.first()
  expect(item).toMatchObject({
    network,
    kind: network === 'google' ? 'review' : 'comment',
    author: 'Priya Nair',
    text: 'Are you open on Sunday?',
    stars: network === 'google' ? 5 : null,
    state: 'open',
    read: false,
    reply: null,
  })
  const accepted = await app.answer(item, 'Yes, until noon.')
  expect(accepted.status).toBe(200)
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'Yes, until noon.' }])
  expect(await app.list()).toEqual([])
  const [answered] = await app.list('state=answered')
  expect(answered).toMatchObject({
    state: 'answered',
    reply: { text: 'Yes, until noon.', state: 'sent', by: { fullname: 'Pat Lee' } },
  })
  await app.read()
  await app.read()
  expect(await app.list('state=answered')).toEqual([answered!])
  expect(await app.answers()).toHaveLength(1)
})

test.each(['facebook', 'instagram'] as const)('needs no answer to what is hidden on %s', async network => {
  const app = await openInbox(network)
  const id = await app.write('Buy followers')
  await app.world('comment', { id, text: 'Buy followers', hidden: true })
  await app.read()
  expect(await app.list()).toEqual([])
  expect(await app.list('state=closed')).toMatchObject([{ text: 'Buy followers', state: 'closed' }])
})

test.each(NETWORKS)('shows on %s what was answered and deleted there', async network => {
  const app = await openInbox(network)
  const id = await app.write('First')
  await app.write('Second', { name: 'Mei Lin' })
  await app.read()
  expect((await app.list()).map(({ text }) => text)).toEqual(['First', 'Second'])
  await app.world('remove', { id })
  app.clock.advance(7 * HOUR)
  await app.read()
  expect((await app.list()).map(({ text }) => text)).toEqual(['Second'])
  expect(await app.list('state=closed')).toMatchObject([{ text: 'First', state: 'removed' }])
})

test.each(['facebook', 'bluesky', 'wordpress'] as const)(
  'asks for no answer on %s under a post that was deleted there',
  async network => {
    const app = await openInbox(network)
    await app.write('Are you open?')
    await app.read()
    expect(await app.list()).toHaveLength(1)
    const [post] = (
      (await (await app.call(`accounts/${network}/posts`)).json()) as { data: { id: string }[] }
    ).data
    const removed = await app.call(`accounts/${network}/posts/${encodeURIComponent(post!.id)}`, {
      method: 'DELETE',
    })
    expect(removed.status).toBe(200)
    await app.read()
    app.clock.advance(7 * HOUR)
    await app.read()
    expect(await app.list()).toEqual([])
  },
)

test('reads an account on although its network refuses the comments of a post that it no longer lists', async () => {
  const app = await openInbox('facebook')
  await app.write('Are you open?')
  await app.read()
  await app.call(`accounts/facebook/posts/${encodeURIComponent(app.on)}`, { method: 'DELETE' })
  await app.read()
  app.clock.advance(7 * HOUR)
  await app.fault({ provider: 'facebook', operation: 'comments.read', kind: 'error', code: 100, status: 400 })
  await app.read()
  expect(await app.list()).toHaveLength(1)
  const [read] = await app.ctx.db.select().from(inboxReads)
  expect(read!.failures).toBe(0)
  await app.read()
  expect(await app.list()).toHaveLength(1)
  app.clock.advance(7 * HOUR)
  await app.read()
  expect(await app.list()).toEqual([])
})

test.each(NETWORKS)('leaves out on %s what the account itself wrote', async network => {
  const app = await openInbox(network)
  await app.write('A question')
  await app.read()
  await app.answer(await app.first(), 'An answer')
  await app.send()
  app.clock.advance(7 * HOUR)
  await app.read()
  expect(await app.list('state=all')).toHaveLength(1)
})

test.each(NETWORKS)(
  'settles on %s an answer whose response was lost, without a second one',
  async network => {
    const app = await openInbox(network)
    await app.write('A question')
    await app.read()
    const operation = network === 'google' ? 'reply' : 'replies'
    await app.fault({ provider: network, operation, kind: 'drop-after' })
    await app.answer(await app.first(), 'An answer')
    await app.send()
    expect(await app.first()).toMatchObject({ state: 'open', reply: { state: 'unconfirmed' } })
    app.clock.advance(5_000)
    await app.send()
    expect(await app.list('state=answered')).toMatchObject([{ reply: { text: 'An answer', state: 'sent' } }])
    expect(await app.answers()).toHaveLength(1)
  },
)

test.each(NETWORKS)('sends on %s an answer again that did not arrive', async network => {
  const app = await openInbox(network)
  await app.write('A question')
  await app.read()
  const operation = network === 'google' ? 'reply' : 'replies'
  await app.fault({ provider: network, operation, kind: 'drop-before' })
  await app.answer(await app.first(), 'An answer')
  await app.send()
  for (const wait of [5_000, MINUTE, 2 * MINUTE, 5 * MINUTE]) {
    app.clock.advance(wait)
    await app.send()
  }
  expect(await app.answers()).toHaveLength(1)
  expect(await app.list('state=answered')).toHaveLength(1)
})

test('reads all replies to a long-discussed comment on Instagram', async () => {
  const app = await openInbox('instagram')
  const on = await app.write('Are you open on Sunday?')
  await app.read()
  const item = await app.first()
  for (let i = 1; i <= 50; i++) await app.write(`I’d like to know, too (${i})`, { on })
  expect((await app.answer(item, 'Yes, until noon.')).status).toBe(200)
  await app.send()
  await app.write('And on Monday?', { on })
  app.clock.advance(3 * HOUR)
  await app.read()
  expect((await app.list()).map(({ text }) => text)).toEqual(['And on Monday?'])
  expect(await (await app.call(`inbox/${item._id}`)).json()).toMatchObject({
    data: { state: 'answered', reply: { state: 'sent' } },
  })
})

test('lists replies on Bluesky as deep as their answers can be read', async () => {
  const app = await openInbox('bluesky')
  let on = app.on
  for (let level = 1; level <= 6; level++) on = await app.write(`Level ${level}`, { on })
  await app.read()
  const items = await app.list()
  expect(items.map(({ text }) => text)).toEqual(['Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5'])
  await app.answer(items[4]!, 'An answer on level 6')
  await app.send()
  app.clock.advance(3 * HOUR)
  await app.read()
  expect(await app.list('state=answered')).toMatchObject([{ text: 'Level 5' }])
})

test('tells the second person who answered', async () => {
  const app = await openInbox('google')
  const ann = await app.signUp({ fullname: 'Ann Editor' })
  await addMember(app.ctx, { domainId: app.author.domainId, userId: ann.userId, role: 'editor' })
  await app.write('Hello')
  await app.read()
  const item = await app.first()
  const [one, other] = await Promise.all([
    app.answer(item, 'From Pat'),
    app.answer(item, 'From Ann', ann.call),
  ])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const isPat = one.status === 200
  const loser = isPat ? other : one
  expect(await app.messageOf(loser)).toBe(INBOX_MESSAGES.sending(isPat ? 'Pat Lee' : 'Ann Editor'))
  const twice = await app.answer(item, 'Once more', isPat ? app.call : ann.call)
  expect(twice.status).toBe(409)
  expect(await app.messageOf(twice)).toBe(INBOX_MESSAGES.sendingYours)
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: isPat ? 'From Pat' : 'From Ann' }])
  const late = await app.answer(item, 'Too late', isPat ? ann.call : app.call)
  expect(late.status).toBe(409)
  expect(await app.messageOf(late)).toStartWith(
    `${isPat ? 'Pat Lee' : 'Ann Editor'} answered this at Tue 1 Jan, 12:`,
  )
})

const EDITABLE = ['google', 'facebook'] as const

/** Writes a comment or review, and answers it. */
async function openAnswered(network: NetworkId) {
  const app = await openInbox(network)
  await app.write('Are you open on Sunday?')
  await app.read()
  const item = await app.first()
  await app.answer(item, 'Yes, until noon.')
  await app.send()
  app.clock.advance(MINUTE)
  return {
    ...app,
    item,
    edit: (message: string) =>
      app.call(`inbox/${item._id}/reply`, { method: 'PUT', json: { message, version: item.version } }),
  }
}

test.each(EDITABLE)('changes the text of an answer on %s, and says that it was edited', async network => {
  const app = await openAnswered(network)
  expect((await app.again(app.item)).reply).toMatchObject({ isEditable: true, isEdited: false, edit: null })
  expect((await app.edit('Yes, until one.')).status).toBe(200)
  expect((await app.again(app.item)).reply).toMatchObject({
    text: 'Yes, until noon.',
    edit: { text: 'Yes, until one.', state: 'waiting' },
  })
  expect(await app.messageOf(await app.edit('Yes, until two.'))).toBe(INBOX_MESSAGES.sendingYours)
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'Yes, until one.' }])
  for (const _read of [1, 2, 3]) {
    expect(await app.again(app.item)).toMatchObject({
      state: 'answered',
      reply: { text: 'Yes, until one.', isEdited: true, edit: null, by: { fullname: 'Pat Lee' } },
    })
    await app.read()
  }
})

test.each(EDITABLE)('changes an answer on %s once although the response is lost', async network => {
  const app = await openAnswered(network)
  await app.edit('Yes, until one.')
  await app.fault({
    provider: network,
    operation: network === 'google' ? 'reply' : 'act',
    kind: 'drop-after',
  })
  await app.send()
  expect((await app.again(app.item)).reply).toMatchObject({ edit: { state: 'unconfirmed' } })
  app.clock.advance(10 * MINUTE)
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'Yes, until one.' }])
  expect((await app.again(app.item)).reply).toMatchObject({ text: 'Yes, until one.', edit: null })
})

test('lets a member send a changed answer again that was deleted on its network', async () => {
  const app = await openAnswered('facebook')
  await app.edit('Yes, until one.')
  const [sent] = await app.ctx.db.select().from(inboxReplies)
  await app.world('remove', { id: sent!.externalId })
  await app.send()
  expect(await app.again(app.item)).toMatchObject({
    state: 'open',
    reply: { text: 'Yes, until one.', state: 'failed', reason: expect.stringContaining('deleted') },
  })
  expect(await app.answers()).toEqual([])
})

test('overwrites no answer that was changed on its network meanwhile', async () => {
  const app = await openAnswered('google')
  await app.edit('Yes, until one.')
  await app.ctx.db.update(inboxItems).set({ replyText: 'Yes, until ten.' })
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'Yes, until noon.' }])
  expect((await app.again(app.item)).reply).toMatchObject({
    text: 'Yes, until noon.',
    edit: { text: 'Yes, until one.', state: 'failed', reason: expect.stringContaining('changed on Google') },
  })
})

test('changes no answer on a network that doesn’t allow it, and none that was written there', async () => {
  const instagram = await openAnswered('instagram')
  expect((await instagram.again(instagram.item)).reply?.isEditable).toBe(false)
  expect(await instagram.messageOf(await instagram.edit('No.'))).toBe(INBOX_MESSAGES.notEditable)
})

test('rejects an answer to a review that was edited after it was shown', async () => {
  const app = await openInbox('google')
  const id = await app.write('Lovely', { stars: 5 })
  await app.read()
  const shown = await app.first()
  app.clock.advance(MINUTE)
  await app.write('Terrible', { id, stars: 1 })
  await app.read()
  const refused = await app.answer(shown, 'Thank you!')
  expect(refused.status).toBe(409)
  expect(await app.messageOf(refused)).toBe(INBOX_MESSAGES.edited)
  const edited = await app.first()
  expect(edited).toMatchObject({ text: 'Terrible', stars: 1, read: false, version: 2 })
  expect(edited.editedAt).not.toBeNull()
})

test('doesn’t send an answer to a review that was edited meanwhile', async () => {
  const app = await openInbox('google')
  const id = await app.write('Lovely', { stars: 5 })
  await app.read()
  await app.answer(await app.first(), 'Thank you!')
  app.clock.advance(MINUTE)
  await app.write('Terrible', { id, stars: 1 })
  await app.send()
  expect(await app.answers()).toEqual([])
  const item = await app.first()
  expect(item).toMatchObject({ text: 'Terrible', stars: 1, reply: { state: 'failed', text: 'Thank you!' } })
  await app.answer(item, 'We are sorry to hear that.')
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'We are sorry to hear that.' }])
})

test('overwrites no answer that somebody wrote on the network', async () => {
  const app = await openInbox('google')
  const id = await app.write('Lovely')
  await app.read()
  const [account] = await app.ctx.db.select().from(accounts).where(eq(accounts.network, 'google'))
  const { token } = (await import('#api/accounts/tokens/tokens.ts').then(({ findLinkedAccount }) =>
    findLinkedAccount(app.ctx, account!.id),
  ))!
  await app.ctx.networks.google.inbox!.reply(
    { accountId: account!.providerId, username: '', token, now: app.clock.now, onUsage() {} },
    { externalId: id, threadId: 'reviews', parentId: '' },
    'By hand',
  )
  await app.answer(await app.first(), 'By us')
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'By hand' }])
  expect(await app.list('state=answered')).toMatchObject([{ reply: { text: 'By hand', by: null } }])
})

test('lets a member answer again what Google refused to show', async () => {
  const app = await openInbox('google')
  await app.write('Lovely')
  await app.read()
  await app.fault({ provider: 'google', operation: 'reply', kind: 'rejected' })
  await app.answer(await app.first(), 'Cheap pills here')
  await app.send()
  await app.read()
  const item = await app.first()
  expect(item.reply).toMatchObject({ state: 'failed', text: 'Cheap pills here' })
  expect(item.reply?.reason).toContain('breaks its rules')
  await app.answer(item, 'Thank you!')
  await app.send()
  await app.read()
  expect(await app.list('state=answered')).toMatchObject([{ reply: { text: 'Thank you!' } }])
})

test.each(['waits', 'was claimed by a process that died'])(
  'withdraws an answer that %s when its comment is closed',
  async state => {
    const app = await openInbox('google')
    await app.write('Hello')
    await app.read()
    const item = await app.first()
    await app.answer(item, 'Too hasty')
    if (state !== 'waits')
      await drain(
        createReplySender({ ...app.ctx, db: crashingDb(app.ctx.db, { write: 1, kept: true }) }),
      ).catch(() => {})
    await app.call(`inbox/${item._id}`, { method: 'PATCH', json: { state: 'closed' } })
    expect(await app.list('state=closed')).toMatchObject([{ state: 'closed', reply: null }])
    app.clock.advance(5 * MINUTE)
    await app.send()
    expect(await app.answers()).toEqual([])
    await app.call(`inbox/${item._id}`, { method: 'PATCH', json: { state: 'open' } })
    expect((await app.answer(item, 'Thank you!')).status).toBe(200)
    await app.send()
    expect(await app.answers()).toMatchObject([{ text: 'Thank you!' }])
  },
)

test('settles an answer that may be public although its comment was closed', async () => {
  const app = await openInbox('google')
  await app.write('Hello')
  await app.read()
  const item = await app.first()
  await app.fault({ provider: 'google', operation: 'reply', kind: 'drop-after' })
  await app.answer(item, 'Thank you!')
  await app.send()
  await app.call(`inbox/${item._id}`, { method: 'PATCH', json: { state: 'closed' } })
  app.clock.advance(5_000)
  await app.send()
  expect(await app.list('state=answered')).toMatchObject([{ reply: { text: 'Thank you!', state: 'sent' } }])
})

test('leaves an answer open that may be public while its network forbids the read', async () => {
  const app = await openInbox('facebook')
  await app.write('Hello')
  await app.read()
  await app.fault({ provider: 'facebook', operation: 'replies', kind: 'drop-after' })
  await app.answer(await app.first(), 'Thank you!')
  await app.send()
  const { facebook } = app.ctx.networks
  const find = () => Promise.reject(new NetworkError('reconnect', '10', 'This needs a permission.'))
  app.ctx.networks.facebook = { ...facebook, inbox: { ...facebook.inbox!, find } }
  app.clock.advance(3 * MINUTE)
  await app.send()
  expect((await app.first()).reply).toMatchObject({ state: 'unconfirmed' })
  app.ctx.networks.facebook = facebook
  app.clock.advance(5 * MINUTE)
  await app.send()
  expect(await app.list('state=answered')).toMatchObject([{ reply: { state: 'sent' } }])
  expect(await app.answers()).toHaveLength(1)
})

test.each([
  ['wait', 'google/RATE_LIMIT_EXCEEDED'],
  ['preparing', 'preparing'],
  ['installation', 'google/SERVICE_DISABLED'],
] as const)('counts no failure while an answer waits for a read (%s, %s)', async (kind, code) => {
  const app = await openInbox('google')
  await app.write('Hello')
  await app.read()
  const { google } = app.ctx.networks
  const find = () => {
    const retryAt = kind === 'installation' ? new Date(+app.clock.now() + MINUTE) : undefined
    return Promise.reject(new NetworkError(kind, code, 'Not now.', { retryAt }))
  }
  app.ctx.networks.google = { ...google, inbox: { ...google.inbox!, find } }
  await app.answer(await app.first(), 'Thank you!')
  for (let attempt = 0; attempt < 2 * MAX_FAILURES; attempt++) {
    await app.send()
    expect((await app.first()).reply).toMatchObject({ state: 'waiting' })
    app.clock.advance(10 * MINUTE)
    await probeOutages(app.ctx)
  }
  app.ctx.networks.google = google
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'Thank you!' }])
})

test('sends no answer that has waited for a week', async () => {
  const app = await openInbox('google')
  await app.write('Hello')
  await app.read()
  await app.ctx.db.update(accounts).set({ status: 'needs_reconnect' })
  await app.answer(await app.first(), 'See you tomorrow')
  await app.send()
  expect((await app.first()).reply).toMatchObject({ state: 'waiting' })
  app.clock.advance(8 * 24 * HOUR)
  await app.ctx.db.update(accounts).set({ status: 'connected' })
  await app.send()
  const item = await app.first()
  expect(item.reply).toMatchObject({ state: 'failed', reason: expect.stringContaining('seven days') })
  expect(await app.answers()).toEqual([])
  await app.answer(item, 'See you next week')
  await app.send()
  expect(await app.answers()).toMatchObject([{ text: 'See you next week' }])
})

test('sends at most two answers of an account at a time', async () => {
  const app = await openInbox('bluesky')
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await app.write(text)
  await app.read()
  for (const item of await app.list()) await app.answer(item, 'Thank you!')
  const { networks } = app.ctx
  const inbox = networks.bluesky.inbox!
  const server = Promise.withResolvers<void>()
  const asked: (() => void)[] = []
  const slow: typeof inbox = {
    ...inbox,
    find: async (...args) => {
      await Promise.race([server.promise, new Promise<void>(answer => asked.push(answer))])
      return await inbox.find(...args)
    },
  }
  const sender = createReplySender({
    ...app.ctx,
    networks: { ...networks, bluesky: { ...networks.bluesky, inbox: slow } },
  })
  const claimed = async () => {
    await sender.tick()
    return await app.ctx.db.$count(inboxReplies, gt(inboxReplies.attempt, 0))
  }
  expect(await claimed()).toBe(2)
  expect(await claimed()).toBe(2)
  while (asked.length < 2) await Bun.sleep(1)
  asked[0]!()
  while (asked.length < 3) await Bun.sleep(1)
  expect(await claimed()).toBe(3)
  server.resolve()
  await sender.idle()
  expect(await app.answers()).toHaveLength(5)
})

test('reads no account that is signed out, and waits with its answers', async () => {
  const app = await openInbox('google')
  await app.write('One')
  await app.read()
  const item = await app.first()
  await app.ctx.db.update(accounts).set({ status: 'needs_reconnect' })
  await app.answer(item, 'Hello')
  await app.send()
  const before = (await app.world<unknown[]>('requests')).length
  app.clock.advance(HOUR)
  await app.read()
  await app.send()
  expect((await app.world<unknown[]>('requests')).length).toBe(before)
  expect((await app.first()).reply?.reason).toContain('reconnect')
  const status = await (await app.call('inbox/status')).json()
  expect(status).toMatchObject({ data: { troubles: [{ network: 'google', cause: 'signed_out' }] } })
})

test('marks an account whose token the network rejects while its reviews are read', async () => {
  const app = await openInbox('google')
  await app.expire('google')
  app.clock.advance(2 * HOUR)
  await app.read()
  const [account] = await app.ctx.db.select().from(accounts).where(eq(accounts.network, 'google'))
  expect(account?.status).toBe('needs_reconnect')
})

test('waits as long as Google asks for', async () => {
  const app = await openInbox('google')
  await app.fault({ provider: 'google', operation: 'reviews', kind: 'quota', times: 2 })
  await app.read()
  expect(await app.pages()).toBe(1)
  await readDueInboxes(app.ctx)
  expect(await app.pages()).toBe(1)
})

test('reads one page of reviews, not all of them, for a single new one', async () => {
  const app = await openInbox('google')
  await app.world('visitors', { on: app.on, count: 180 })
  await app.read()
  const first = await app.pages()
  expect(first).toBe(4)
  expect(await app.ctx.db.$count(inboxItems)).toBe(180)
  await app.write('One more')
  await app.read()
  expect((await app.pages()) - first).toBe(1)
  expect(await app.ctx.db.$count(inboxItems)).toBe(181)
})

test('asks only for what is new also if a location has more reviews than are listed', async () => {
  const app = await openInbox('google')
  await app.world('visitors', { on: app.on, count: 2000 })
  await app.write('One more than the pages hold')
  await app.read()
  const first = await app.pages()
  expect(first).toBe(40)
  await app.read()
  expect((await app.pages()) - first).toBe(1)
})

test('saves many reviews in parts, and reads on after a process died', async () => {
  const app = await openInbox('google')
  await app.world('visitors', { on: app.on, count: 250 })
  app.clock.advance(15 * MINUTE)
  // The first two writes schedule and claim the read.
  const db = crashingDb(app.ctx.db, { write: 4, kept: true })
  await readDueInboxes({ ...app.ctx, db }).catch(() => {})
  expect(await app.ctx.db.$count(inboxItems)).toBe(200)
  await app.read()
  expect(await app.ctx.db.$count(inboxItems)).toBe(250)
})

test('reads what is known of many reviews at once', async () => {
  const app = await openInbox('google')
  await app.world('visitors', { on: app.on, count: 150 })
  let statements = 0
  const db = faultyDb(app.ctx.db, (_isWrite, run) => {
    statements += 1
    return run()
  })
  for (const wait of [15 * MINUTE, 7 * HOUR]) {
    app.clock.advance(wait)
    await readDueInboxes({ ...app.ctx, db })
  }
  expect(await app.ctx.db.$count(inboxItems)).toBe(150)
  expect(statements).toBeLessThan(75)
})

test('notifies the team of three stars or fewer, but not of the past', async () => {
  const app = await openInbox('google')
  const ann = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: ann.userId, role: 'editor' })
  const long = new Date(+app.clock.now() - 30 * 24 * HOUR).toISOString()
  await app.write('Old and bad', { stars: 1, at: long })
  await app.read()
  const titles = async () => (await app.ctx.db.select().from(notifications)).map(({ title }) => title)
  expect(await titles()).not.toContain('Robin Hale gave you 1 star on Google')
  const id = await app.write('Late again', { stars: 3 })
  await app.write('Great', { stars: 4, name: 'Zoe Papas' })
  await app.read()
  const low = 'Robin Hale gave you 3 stars on Google'
  expect((await titles()).filter(title => title === low)).toHaveLength(2)
  expect((await titles()).filter(title => title.includes('Zoe'))).toEqual([])
  const [notice] = await app.ctx.db.select().from(notifications).where(eq(notifications.title, low))
  expect(notice).toMatchObject({ announced: false, link: expect.stringContaining('/dashboard/inbox?item=') })
  app.clock.advance(MINUTE)
  await app.write('Late again, and again', { id, stars: 2 })
  await app.read()
  expect(await titles()).not.toContain('Robin Hale gave you 2 stars on Google')
})

test('reaches each phone of those who publish once with a review of three stars or fewer', async () => {
  const { origin, received, subscribed } = pushService()
  const app = await openInbox('google', { PUSH_SERVICES: origin })
  const ann = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: ann.userId, role: 'editor' })
  const devices = [await subscribed(app.author), await subscribed(ann)]
  const id = await app.write('Late again', { stars: 3 })
  await app.write('Great', { stars: 4 })
  for (let time = 0; time < 2; time++) {
    await app.read()
    await broadcastNotifications(app.ctx)
    await sendWaitingPushes(app.ctx)
  }
  await app.write('Late again, and again', { id, stars: 2 })
  await app.read()
  await broadcastNotifications(app.ctx)
  await sendWaitingPushes(app.ctx)
  expect(received.map(({ path }) => path).toSorted()).toEqual(devices.map(({ path }) => path).toSorted())
  const [device] = devices
  const { body } = received.find(({ path }) => path === device!.path)!
  expect(device!.read(body)).toMatchObject({
    title: 'Robin Hale gave you 3 stars on Google',
    body: 'Late again',
  })
})

test('filters by network, stars, state, text and colleague', async () => {
  const app = await openInbox('google')
  for (const [stars, text] of [
    [1, 'Cold soup'],
    [3, 'Café was loud'],
    [5, ''],
  ] as const)
    await app.write(text, { stars })
  await app.read()
  const texts = async (query: string) => (await app.list(query)).map(({ stars }) => stars).toSorted()
  expect(await texts('stars=1-3')).toEqual([1, 3])
  expect(await texts('stars=5')).toEqual([5])
  expect(await texts('search=CAFE')).toEqual([3])
  expect(await texts('search=robin')).toEqual([1, 3, 5])
  expect(await texts('network=facebook')).toEqual([])
  expect(await texts('kind=review')).toEqual([1, 3, 5])
  const [item] = await app.list('stars=1')
  await app.call(`inbox/${item!._id}`, { method: 'PATCH', json: { assignee: app.author.userId } })
  expect(await texts(`assignee=${app.author.userId}`)).toEqual([1])
  expect(await texts('assignee=none')).toEqual([3, 5])
  await app.call(`inbox/${item!._id}`, { method: 'PATCH', json: { state: 'closed' } })
  expect(await texts('')).toEqual([3, 5])
  const counts = await (await app.call('inbox/counts')).json()
  expect(counts).toMatchObject({ data: { open: 2, unread: 2 } })
  const ofZone = async (path: string) => (await app.call(`${path}?timeZone=UTC`)).json()
  const { domainId } = app.author
  expect(await ofZone('overview')).toMatchObject({ data: { unanswered: [{ domainId, count: 2 }] } })
  expect(await ofZone('clients')).toMatchObject({ data: [{ counts: { unanswered: 2 } }] })
  const { status } = await app.call(`inbox/${item!._id}`, { method: 'PATCH', json: { assignee: 'nobody' } })
  expect(status).toBe(400)
})

test('shows nobody else’s items, and lets an author answer none', async () => {
  const app = await openInbox('google')
  await app.write('Hello')
  await app.read()
  const item = await app.first()
  const stranger = await app.signUp()
  expect(await app.list('', stranger.call)).toEqual([])
  expect((await stranger.call(`inbox/${item._id}`)).status).toBe(404)
  expect((await app.answer(item, 'Mine', stranger.call)).status).toBe(404)
  const author = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: author.userId, role: 'author' })
  expect((await app.answer(item, 'Mine', author.call)).status).toBe(403)
  expect(await app.list('', author.call)).toHaveLength(1)
})

test('bounds what strangers write, and rejects answers that the network would', async () => {
  const app = await openInbox('google')
  await app.write('<b>x</b>'.repeat(5000), { name: 'N'.repeat(200) })
  await app.read()
  const item = await app.first()
  expect(item.text).toHaveLength(10_000)
  expect((await app.answer(item, ' ')).status).toBe(400)
  expect((await app.answer(item, 'ä'.repeat(2049))).status).toBe(400)
  expect((await app.answer(item, 'ä'.repeat(2048))).status).toBe(200)
})

test('reads again after a minute if somebody asks, not sooner', async () => {
  const app = await openInbox('google')
  await app.read()
  const next = async () => +(await app.ctx.db.select().from(inboxReads))[0]!.wakeAt
  const inAMinute = +app.clock.now() + MINUTE
  await app.call('inbox/refresh', { json: {} })
  expect(await next()).toBe(inAMinute)
  app.clock.advance(2 * MINUTE)
  await app.call('inbox/refresh', { json: {} })
  expect(await next()).toBe(inAMinute)
  await app.read()
  app.clock.advance(5 * MINUTE)
  await app.call('inbox/refresh', { json: {} })
  expect(await next()).toBe(+app.clock.now())
})

test('says when all accounts were read last', async () => {
  const app = await openInbox('google')
  const checkedAt = async () =>
    ((await (await app.call('inbox/status')).json()) as { data: { checkedAt: string | null } }).data.checkedAt
  expect(await checkedAt()).toBeNull()
  await app.read()
  app.clock.advance(MINUTE)
  const asked = (await (await app.call('inbox/refresh', { json: {} })).json()) as { data: { at: string } }
  expect((await checkedAt())! < asked.data.at).toBe(true)
  await app.read()
  expect((await checkedAt())! >= asked.data.at).toBe(true)
})

test('leaves an account alone that is being read, if somebody asks', async () => {
  const app = await openInbox('google')
  await app.read()
  app.clock.advance(15 * MINUTE)
  const due = (await claimDueRead(app.ctx))!
  app.clock.advance(MINUTE)
  await app.call('inbox/refresh', { json: {} })
  expect((await app.ctx.db.select().from(inboxReads))[0]!.wakeAt).toEqual(due.wakeAt)
})

test('reads an account as soon as it was reconnected with the missing permission', async () => {
  const app = await openInbox('google')
  await app.fault({ provider: 'google', operation: 'reviews', kind: 'error', status: 403 })
  await app.read()
  const troubles = async () => {
    const status = await (await app.call('inbox/status')).json()
    return (status as { data: { troubles: unknown[] } }).data.troubles
  }
  expect(await troubles()).toMatchObject([{ cause: 'permission' }])
  await app.write('Hello')
  await app.read()
  expect(await app.list()).toEqual([])
  await app.connect.google()
  await app.read()
  expect(await troubles()).toEqual([])
  expect(await app.list()).toHaveLength(1)
})

test('says that an account is paused, and counts its last read no longer', async () => {
  const app = await openInbox('google')
  await app.read()
  const until = new Date(+app.ctx.now() + HOUR)
  await app.ctx.db.update(accounts).set({ coolDownUntil: until })
  const status = async () => (await (await app.call('inbox/status')).json()) as object
  expect(await status()).toMatchObject({
    data: { troubles: [{ network: 'google', cause: 'paused' }], checkedAt: null },
  })
  app.clock.advance(HOUR + MINUTE)
  expect(await status()).toMatchObject({ data: { troubles: [], checkedAt: expect.any(String) } })
})

test('lists and counts a review once over all businesses that have connected its location', async () => {
  const app = await openInbox('google')
  const second = await connectToSecondBusiness(app)
  await app.write('Hello')
  await app.read()
  const countOf = async (query = '') =>
    ((await (await app.call(`inbox/counts?${query}`)).json()) as { data: InboxCounts }).data.open
  expect(await app.list()).toMatchObject([{ domainId: app.author.domainId, text: 'Hello' }])
  const [there] = await app.list(`domainId=${second}`)
  expect(there).toMatchObject({ domainId: second, text: 'Hello' })
  expect([await countOf(), await countOf(`domainId=${second}`)]).toEqual([1, 1])

  await app.call(`inbox/${there!._id}`, { method: 'PATCH', json: { assignee: app.author.userId } })
  expect(await app.list('assignee=me')).toMatchObject([{ _id: there!._id }])
  await app.ctx.db
    .update(accounts)
    .set({ status: 'needs_reconnect' })
    .where(eq(accounts.domainId, app.author.domainId))
  expect(await app.list()).toMatchObject([{ _id: there!._id }])
})

test('names Google’s own form for reviews of the location', async () => {
  const app = await openInbox('google')
  const { data } = (await (await app.call('inbox/review-form')).json()) as { data: ReviewForm }
  expect(data.url).toStartWith('https://search.google.com/local/writereview?placeid=ChIJ')
  expect(data.shortUrl).toStartWith(`${app.sandbox.url}/google/maps/`)
  expect(data.name).not.toBe('')
  const stranger = await app.signUp()
  expect((await stranger.call('inbox/review-form')).status).toBe(409)
})

test('limits how often a person asks Google for the form', async () => {
  const app = await openInbox('google')
  const { readLocations } = LIMITS
  for (let i = 0; i < readLocations.max; i++)
    await limit(app.ctx, { ...readLocations, key: app.author.userId })
  expect((await app.call('inbox/review-form')).status).toBe(429)
})

const MODERATED = ['facebook', 'instagram', 'bluesky', 'wordpress'] as const

test.each(MODERATED)('hides a comment on %s, and shows it again', async network => {
  const app = await openInbox(network)
  await app.write('Buy followers')
  await app.read()
  const item = await app.first()
  expect((await app.act(item, 'hide')).status).toBe(200)
  expect(await app.again(item)).toMatchObject({ hidden: false, act: { act: 'hide', state: 'waiting' } })
  await app.doActs()
  expect(await app.comments()).toMatchObject([{ hidden: true }])
  expect(await app.again(item)).toMatchObject({ state: 'closed', hidden: true, act: null })
  app.clock.advance(3 * HOUR)
  await app.read()
  expect(await app.again(item)).toMatchObject({ state: 'closed', hidden: true })
  await app.act(item, 'show')
  await app.doActs()
  expect(await app.comments()).toMatchObject([{ hidden: false }])
  app.clock.advance(3 * HOUR)
  await app.read()
  expect(await app.again(item)).toMatchObject({ state: 'open', hidden: false, act: null })
})

test('asks for an answer to a comment held back here and approved on the blog, but not to one that was closed', async () => {
  const app = await openInbox('wordpress')
  await app.write('Is it urgent?')
  await app.write('Lovely', { hidden: true })
  await app.read()
  const [held, waiting] = await app.list()
  await app.act(held!, 'hide')
  await app.doActs()
  await app.call(`inbox/${waiting!._id}`, { method: 'PATCH', json: { state: 'closed' } })
  app.clock.advance(3 * HOUR)
  const rows = await app.ctx.db.select().from(inboxItems)
  for (const row of rows) {
    const seen = { ...row, isHidden: false, replies: [] }
    await write(app.ctx, ctx => saveReadItem(ctx, row, { seen, userId: null }))
  }
  expect(await app.again(held!)).toMatchObject({ state: 'open', hidden: false })
  expect(await app.again(waiting!)).toMatchObject({ state: 'closed', hidden: false })
})

test.each(['facebook', 'bluesky'] as const)('likes a comment on %s, and takes that back', async network => {
  const app = await openInbox(network)
  await app.write('Beautiful work!')
  await app.read()
  const item = await app.first()
  for (const [act, liked] of [
    ['like', true],
    ['unlike', false],
  ] as const) {
    await app.act(item, act)
    await app.doActs()
    expect(await app.comments()).toMatchObject([{ liked }])
    app.clock.advance(3 * HOUR)
    await app.read()
    expect(await app.again(item)).toMatchObject({ state: 'open', liked, act: null })
  }
})

test.each(['facebook', 'instagram', 'wordpress'] as const)(
  'deletes a comment on %s, and withdraws an answer that waits',
  async network => {
    const app = await openInbox(network)
    await app.write('Buy followers')
    await app.read()
    const item = await app.first()
    await app.answer(item, 'No, thanks')
    await app.act(item, 'delete')
    await app.send()
    await app.doActs()
    expect(await app.comments()).toEqual([])
    expect(await app.answers()).toEqual([])
    expect(await app.again(item)).toMatchObject({ state: 'removed', act: null })
    expect((await app.answer(item, 'Hello?')).status).toBe(409)
    expect(await app.messageOf(await app.act(item, 'delete'))).toBe(INBOX_MESSAGES.gone)
  },
)

test('keeps a deleted comment deleted although the network lists it for a while', async () => {
  const app = await openInbox('facebook')
  await app.write('Buy followers')
  await app.read()
  const item = await app.first()
  const [row] = await app.ctx.db.select().from(inboxItems)
  await app.act(item, 'delete')
  await app.doActs()
  const seen = { ...row!, isHidden: false, replies: [] }
  const listed = () => write(app.ctx, ctx => saveReadItem(ctx, row!, { seen, userId: null }))
  await listed()
  expect(await app.again(item)).toMatchObject({ state: 'removed', act: null })
  app.clock.advance(2 * HOUR)
  await listed()
  expect(await app.again(item)).toMatchObject({ state: 'open' })
})

test.each(['hide', 'delete'] as const)('doesn’t %s a comment that was edited meanwhile', async act => {
  const app = await openInbox('facebook')
  const id = await app.write('Buy followers')
  await app.read()
  const item = await app.first()
  await app.act(item, act)
  await app.world('comment', { id, text: 'Sorry, wrong page. Lovely!' })
  await app.doActs()
  expect(await app.comments()).toMatchObject([{ hidden: false }])
  expect(await app.again(item)).toMatchObject({
    state: 'open',
    text: 'Sorry, wrong page. Lovely!',
    act: { act, state: 'failed', reason: expect.stringContaining('was changed') },
  })
  const late = await app.act(item, act)
  expect([late.status, await app.messageOf(late)]).toEqual([409, INBOX_MESSAGES.editedBeforeAct])
})

test.each(['waits', 'was claimed by a process that died'])('takes back a delete that %s', async state => {
  const app = await openInbox('facebook')
  await app.write('Lovely')
  await app.read()
  const item = await app.first()
  await app.act(item, 'delete')
  if (state !== 'waits')
    await drain(createActSender({ ...app.ctx, db: crashingDb(app.ctx.db, { write: 1, kept: true }) })).catch(
      () => {},
    )
  expect((await app.takeBack(item)).status).toBe(200)
  app.clock.advance(5 * MINUTE)
  await app.doActs()
  expect(await app.comments()).toHaveLength(1)
  expect(await app.again(item)).toMatchObject({ state: 'open', act: null })
  expect((await app.takeBack(item)).status).toBe(409)
})

test('takes no act back that may have taken effect', async () => {
  const app = await openInbox('facebook')
  await app.write('Lovely')
  await app.read()
  const item = await app.first()
  await app.fault({ provider: 'facebook', operation: 'act', kind: 'drop-after' })
  await app.act(item, 'delete')
  await app.doActs()
  const late = await app.takeBack(item)
  expect([late.status, await app.messageOf(late)]).toEqual([409, INBOX_MESSAGES.begun])
  app.clock.advance(5_000)
  await app.doActs()
  expect(await app.again(item)).toMatchObject({ state: 'removed', act: null })
})

test('refuses what a network doesn’t take', async () => {
  const google = await openInbox('google')
  await google.write('Hello')
  await google.read()
  expect((await google.act(await google.first(), 'delete')).status).toBe(400)
  const bluesky = await openInbox('bluesky')
  await bluesky.write('Hello')
  await bluesky.read()
  expect((await bluesky.act(await bluesky.first(), 'delete')).status).toBe(400)
})

test('sends no answer to what is hidden on Instagram', async () => {
  const app = await openInbox('instagram')
  await app.write('Hello')
  await app.read()
  const item = await app.first()
  await app.act(item, 'hide')
  await app.doActs()
  const refused = await app.answer(item, 'Hello')
  expect([refused.status, await app.messageOf(refused)]).toEqual([409, INBOX_MESSAGES.hiddenFirst])
})

test.each(['hide', 'delete'] as const)('takes no answer while somebody’s “%s” is on its way', async act => {
  const app = await openInbox('facebook')
  const ann = await app.signUp({ fullname: 'Ann Editor' })
  await addMember(app.ctx, { domainId: app.author.domainId, userId: ann.userId, role: 'editor' })
  await app.write('Hello')
  await app.read()
  const item = await app.first()
  await app.act(item, act)
  const doing = act === 'hide' ? 'hiding' : 'deleting'
  const refused = await app.answer(item, 'Hello', ann.call)
  expect([refused.status, await app.messageOf(refused)]).toEqual([
    409,
    `Pat Lee is ${doing} this at the moment.`,
  ])
})

test('tells the second person who is hiding a comment, and then who hid it', async () => {
  const app = await openInbox('facebook')
  const ann = await app.signUp({ fullname: 'Ann Editor' })
  await addMember(app.ctx, { domainId: app.author.domainId, userId: ann.userId, role: 'editor' })
  await app.write('Buy followers')
  await app.read()
  const item = await app.first()
  const [one, other] = await Promise.all([app.act(item, 'hide'), app.act(item, 'hide', ann.call)])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const isPat = one.status === 200
  const [name, loser] = isPat ? ['Pat Lee', ann.call] : ['Ann Editor', app.call]
  expect(await app.messageOf(isPat ? other : one)).toBe(`${name} is hiding this at the moment.`)
  expect(await app.messageOf(await app.act(item, 'delete', loser))).toBe(
    `${name} is hiding this at the moment.`,
  )
  await app.doActs()
  expect(await app.messageOf(await app.act(item, 'hide', loser))).toStartWith(
    `${name} hid this at Tue 1 Jan, 12:`,
  )
})

test('says that somebody hid a comment on the network itself', async () => {
  const app = await openInbox('facebook')
  const id = await app.write('Buy followers')
  await app.world('comment', { id, text: 'Buy followers', hidden: true })
  await app.read()
  const [item] = await app.list('state=closed')
  expect(await app.messageOf(await app.act(item!, 'hide'))).toBe('This is already hidden on Facebook.')
})

test.each([
  ...MODERATED.map(network => [network, 'drop-after'] as const),
  ...['drop-before', 'commit-then-500', 'bad-json', 'late'].map(kind => ['facebook', kind] as const),
])('hides a comment on %s once, by reading it after %s', async (network, kind) => {
  const app = await openInbox(network)
  await app.write('Buy followers')
  await app.read()
  const item = await app.first()
  await app.fault({ provider: network, operation: 'act', kind, ...(kind === 'late' && { ms: 30_000 }) })
  await app.act(item, 'hide')
  await app.doActs()
  expect(await app.again(item)).toMatchObject({ act: { state: 'unconfirmed' } })
  for (const wait of [5_000, MINUTE, 2 * MINUTE]) {
    app.clock.advance(wait)
    await app.doActs()
  }
  expect(await app.again(item)).toMatchObject({ state: 'closed', hidden: true, act: null })
  expect(await app.comments()).toMatchObject([{ hidden: true }])
  const calls = await app.world<{ method: string; path: string; form?: object }[]>('requests')
  const hides = calls.filter(
    ({ method, form }) => method === 'POST' && /hide|hidden|hold/i.test(JSON.stringify(form ?? {})),
  )
  expect(hides).toHaveLength(kind === 'drop-before' || kind === 'late' ? 2 : 1)
})

test('fails an act that the network’s adapter doesn’t implement', async () => {
  const app = await openInbox('facebook')
  await app.write('Buy followers')
  await app.read()
  const item = await app.first()
  await app.act(item, 'hide')
  const { facebook } = app.ctx.networks
  const inbox = { ...facebook.inbox! }
  delete inbox.act
  app.ctx.networks.facebook = { ...facebook, inbox }
  await app.doActs()
  expect(await app.again(item)).toMatchObject({ hidden: false, act: { state: 'failed' } })
})

test('finishes an act of a process that died before or after the call', async () => {
  for (const write of [1, 2, 3]) {
    const app = await openInbox('facebook')
    await app.write('Buy followers')
    await app.read()
    const item = await app.first()
    await app.act(item, 'delete')
    const db = crashingDb(app.ctx.db, { write, kept: true })
    await drain(createActSender({ ...app.ctx, db })).catch(() => {})
    app.clock.advance(5 * MINUTE)
    await app.doActs()
    expect([write, await app.again(item)]).toMatchObject([write, { state: 'removed', act: null }])
  }
})

test('keeps what a thread on Bluesky already hides, and who may reply', async () => {
  const app = await openInbox('bluesky')
  await app.write('One')
  await app.write('Two')
  await app.read()
  for (const item of await app.list()) await app.act(item, 'hide')
  await app.doActs()
  app.clock.advance(5 * MINUTE)
  await app.doActs()
  expect(await app.comments()).toMatchObject([{ hidden: true }, { hidden: true }])
})

test('asks for a decision about a comment on a blog that waits for approval, and approves it by an answer', async () => {
  const app = await openInbox('wordpress')
  await app.write('Is it <b>urgent</b> & "new"?', { hidden: true })
  await app.write('Lovely', { hidden: true })
  await app.read()
  const [first, second] = await app.list()
  expect(first).toMatchObject({ state: 'open', hidden: true, text: 'Is it urgent & "new"?' })
  await app.answer(first!, 'It’s "urgent" <here> & [now].\nCall us')
  await app.send()
  await app.act(second!, 'show')
  await app.doActs()
  expect(await app.comments()).toMatchObject([{ hidden: false }, { hidden: false }])
  expect(await app.answers()).toMatchObject([{ text: 'It’s "urgent" <here> & [now].\nCall us' }])
  app.clock.advance(3 * HOUR)
  await app.read()
  expect(await app.again(first!)).toMatchObject({
    state: 'answered',
    hidden: false,
    reply: { by: { fullname: 'Pat Lee' } },
  })
  expect(await app.again(second!)).toMatchObject({ state: 'open', hidden: false })
  expect(await app.answers()).toHaveLength(1)
})

/** Writes a comment in a blog's own pages, as a user of the site. */
function writeOnSite(app: Awaited<ReturnType<typeof openInbox>>, role: WordPressRole) {
  const [slug = '', post] = app.on.split('/')
  const { users } = app.sandbox.world.wordpress.get(slug)!
  const login = `${role}${users.length}`
  const passwords = [{ uuid: login, appId: '', name: login, password: login }]
  users.push({ id: 1000 + users.length, login, name: login, role, passwords })
  return async (content: string, parent = '') => {
    app.clock.advance(1000)
    const response = await fetch(`${app.sandbox.url}/wordpress/${slug}/wp-json/wp/v2/comments`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${login}:${login}`)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ post: Number(post), parent: Number(parent.split('/').at(-1)), content }),
    })
    return ((await response.json()) as { status: string }).status
  }
}

test('shows answers that staff wrote on the blog, and asks for none to what they wrote there', async () => {
  const app = await openInbox('wordpress')
  const [colleague, customer] = [writeOnSite(app, 'editor'), writeOnSite(app, 'subscriber')]
  const question = await app.write('Is it urgent?')
  const other = await app.write('Are you open?')
  await customer('We had the same problem.', question)
  await app.read()
  expect((await app.list()).map(({ text }) => text)).toEqual([
    'Is it urgent?',
    'Are you open?',
    'We had the same problem.',
  ])
  await colleague('Call us at once.', question)
  await colleague('We’re closed on Monday.')
  expect(await writeOnSite(app, 'contributor')('Yes.', other)).toBe('hold')
  app.clock.advance(3 * HOUR)
  await app.read()
  expect((await app.list()).map(({ text }) => text)).toEqual(['Are you open?', 'We had the same problem.'])
  expect(await app.list('state=answered')).toMatchObject([
    { text: 'Is it urgent?', reply: { text: 'Call us at once.', by: null } },
  ])
  expect(await app.list('state=all')).toHaveLength(3)
})

test('sends no answer to a comment that staff have just answered on the blog', async () => {
  const app = await openInbox('wordpress')
  const question = await app.write('Is it urgent?')
  await app.read()
  const item = await app.first()
  await writeOnSite(app, 'editor')('Call us.', question)
  await app.answer(item, 'Please call us.')
  await app.send()
  expect(await app.again(item)).toMatchObject({ state: 'answered', reply: { text: 'Call us.' } })
  expect((await app.answers()).map(({ text }) => text)).toEqual(['Call us.'])
})

test('reads the comments of a blog that lists its users to nobody', async () => {
  const app = await openInbox('wordpress')
  const question = await app.write('Is it urgent?')
  await writeOnSite(app, 'editor')('Call us.', question)
  await app.fault({ provider: 'wordpress', operation: 'users', kind: 'error', code: 401, status: 401 })
  await app.read()
  expect((await app.list()).map(({ text }) => text)).toEqual(['Is it urgent?', 'Call us.'])
  const [account] = await app.ctx.db.select().from(accounts)
  expect(account?.status).toBe('connected')
})

test('publishes no answer to a comment that was binned just before', async () => {
  const app = await openInbox('wordpress')
  const id = await app.write('Hello')
  await app.read()
  const { networks } = app.ctx
  const inbox = networks.wordpress.inbox!
  const slow: typeof inbox = {
    ...inbox,
    reply: async (...args) => {
      await app.world('remove', { id })
      return await inbox.reply(...args)
    },
  }
  const item = await app.first()
  await app.answer(item, 'Hello!')
  await drain(
    createReplySender({
      ...app.ctx,
      networks: { ...networks, wordpress: { ...networks.wordpress, inbox: slow } },
    }),
  )
  expect(await app.answers()).toEqual([])
  expect((await app.again(item)).reply).toMatchObject({
    state: 'failed',
    reason: 'This was deleted on your website.',
  })
})

test('says that only editors read comments on a blog, and goes on publishing as an author', async () => {
  const app = await publishingApp({ networks: [] })
  const { person } = await app.world<{ person: string }>('login', { provider: 'wordpress', role: 'author' })
  await app.connectWordPress(app.author, person)
  const post = await app.accept({ platforms: [{ platform: 'wordpress', message: 'Hello' }] })
  await app.run()
  const [published] = await app.published()
  await app.world('comment', { on: `${published!.account}/${published!.id}`, text: 'Hello' })
  app.clock.advance(15 * MINUTE)
  await readDueInboxes(app.ctx)
  expect(await (await app.call('inbox/status')).json()).toMatchObject({
    data: { troubles: [{ network: 'wordpress', cause: 'permission' }] },
  })
  const [account] = await app.ctx.db.select().from(accounts)
  expect(account?.status).toBe('connected')
  expect((await app.delivery(post, 'wordpress')).state).toBe('published')
})

test('keeps members’ notes about an item to members, and lets their writers change and delete them', async () => {
  const app = await openInbox('google')
  const ann = await app.signUp({ fullname: 'Ann Author' })
  await addMember(app.ctx, { domainId: app.author.domainId, userId: ann.userId, role: 'author' })
  const viewer = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: viewer.userId, role: 'viewer' })
  await app.write('Cold soup')
  await app.read()
  const item = await app.first()
  const id = crypto.randomUUID()
  const path = `inbox/${item._id}/notes`
  const put = (as: typeof app.call, text: string) => as(`${path}/${id}`, { method: 'PUT', json: { text } })
  const list = async (as = app.call) => ((await (await as(path)).json()) as { data: InboxNote[] }).data
  expect((await put(viewer.call, 'Hello')).status).toBe(403)
  expect((await put(ann.call, ' I rang her. ')).status).toBe(200)
  expect(await list()).toMatchObject([
    { text: 'I rang her.', by: { fullname: 'Ann Author' }, isYours: false },
  ])
  expect(await list(ann.call)).toMatchObject([{ isYours: true }])
  expect((await app.first()).notes).toBe(1)
  expect((await put(ann.call, '\0I rang\ud800 her.')).status).toBe(200)
  expect(await list()).toMatchObject([{ text: 'I rang\ufffd her.' }])
  for (const text of ['\u200b', '\0', '\u2800']) expect((await put(ann.call, text)).status).toBe(400)
  expect((await put(app.call, 'Mine now')).status).toBe(404)
  expect((await put(ann.call, 'I rang him.')).status).toBe(200)
  const stranger = await app.signUp()
  expect((await stranger.call(path)).status).toBe(404)
  expect((await put(stranger.call, 'Hello')).status).toBe(404)
  const remove = (as: typeof app.call) => as(`${path}/${id}`, { method: 'DELETE' })
  expect([(await remove(app.call)).status, (await remove(ann.call)).status]).toEqual([404, 200])
  expect(await list(viewer.call)).toEqual([])
  expect(await app.answers()).toEqual([])
})
