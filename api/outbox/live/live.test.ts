import { expect, spyOn, test } from 'bun:test'
import type { SQL } from 'drizzle-orm'

import { createApp } from '#api/app.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { publishToUser } from '#api/outbox/live-events.ts'
import { testApp } from '#api/test/app.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { sweepLiveEvents, eventTailOf } from './tail.ts'

type Event = { id: string; event: string; data: Record<string, string> }

/** Parses server-sent events as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<Event, void> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: (.*)/s).slice(0, 2)))
      if (fields.event) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
    }
  }
}

/** Returns the first `count` events, or fewer if the stream ends before. */
async function readEvents(response: Response, count: number) {
  const events: Event[] = []
  for await (const event of eventsOf(response)) if (events.push(event) === count) break
  return events
}

test('sends a browser its user’s events only, including those it missed', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const other = await app.signUp()
  const response = await app.call('events')
  expect(response.headers.get('Content-Type')).toContain('text/event-stream')
  const heard = readEvents(response, 3)
  const postId = await app.accept()
  await app.run()
  const events = await heard
  expect(events).toMatchObject([
    { event: 'delivery', data: { postId, state: 'scheduled' } },
    { event: 'delivery', data: { postId, state: 'publishing' } },
    { event: 'delivery', data: { postId, state: 'published' } },
  ])

  const missed = await readEvents(
    await app.call('events', { headers: { 'Last-Event-ID': events[1]!.id } }),
    1,
  )
  expect(missed).toEqual([events[2]!])

  const strangers = readEvents(await other.call('events', { headers: { 'Last-Event-ID': '0' } }), 1)
  await publishToUser(app.ctx, other.userId, 'domain', { domainId: 'theirs' })
  expect(await strangers).toMatchObject([{ event: 'domain', data: { domainId: 'theirs' } }])
})

test('requires a session', async () => {
  const app = await publishingApp({ networks: [] })
  expect((await app.request('events')).status).toBe(401)
})

test('ends the stream when the session is signed out', async () => {
  const app = await publishingApp({ networks: [] })
  const person = await app.signUp()
  const heard = eventsOf(await person.call('events'))
  await publishToUser(app.ctx, person.userId, 'domain', { domainId: 'first' })
  expect(await heard.next()).toMatchObject({ value: { data: { domainId: 'first' } } })
  await person.call('users/logout', { method: 'POST' })
  await publishToUser(app.ctx, person.userId, 'domain', { domainId: 'second' })
  expect(await heard.next()).toEqual({ done: true, value: undefined })
})

test('sends no more events to a browser whose session has expired', async () => {
  const { ctx, signUp, clock } = await testApp()
  const person = await signUp()
  const heard = eventsOf(await person.call('events'))
  await publishToUser(ctx, person.userId, 'domain', { domainId: 'first' })
  expect(await heard.next()).toMatchObject({ value: { data: { domainId: 'first' } } })
  clock.advance(91 * 24 * 60 * 60_000)
  await publishToUser(ctx, person.userId, 'domain', { domainId: 'second' })
  expect(await heard.next()).toEqual({ done: true, value: undefined })
})

test('ends open streams at once when the api stops', async () => {
  const app = await publishingApp({ networks: [] })
  const heard = readEvents(await app.call('events'), 1)
  await publishToUser(app.ctx, (await app.signUp()).userId, 'domain', { domainId: 'not theirs' })
  await eventTailOf(app.ctx).poll()
  eventTailOf(app.ctx).endAll()
  expect(await heard).toEqual([])
})

test('ends the oldest streams of a user who opens too many', async () => {
  const { ctx } = await testApp()
  const ended: number[] = []
  const stops: (() => void)[] = []
  for (let opened = 1; opened <= 52; opened++)
    stops.push(
      await eventTailOf(ctx).listen(
        'pat',
        () => {},
        () => ended.push(opened),
      ),
    )
  expect(ended).toEqual([1, 2])
  for (const stop of stops) stop()
})

test('keeps new streams when one ends that was replaced long before', async () => {
  const { ctx } = await testApp()
  const { listen, poll } = eventTailOf(ctx)
  const heard: string[] = []
  const open = () =>
    listen(
      'pat',
      ({ type }) => heard.push(type),
      () => {},
    )
  const stops: (() => void)[] = []
  for (let opened = 1; opened <= 51; opened++) stops.push(await open())
  const [stopReplaced, ...others] = stops
  for (const stop of others) stop()
  const stopNew = await open()
  stopReplaced?.()
  await publishToUser(ctx, 'pat', 'domain', { domainId: 'new' })
  await poll()
  stopNew()
  expect(heard).toEqual(['domain'])
})

test('notifies the oldest stream when the person opens too many, and keeps the newest', async () => {
  const app = await publishingApp({ networks: [] })
  const person = await app.signUp()
  const oldest = readEvents(await person.call('events'), 2)
  const others: Response[] = []
  for (let opened = 1; opened <= 50; opened++) others.push(await person.call('events'))
  expect((await oldest).map(({ event }) => event)).toEqual(['replaced'])

  const newest = readEvents(others.at(-1)!, 1)
  await publishToUser(app.ctx, person.userId, 'domain', { domainId: 'new' })
  expect(await newest).toMatchObject([{ event: 'domain' }])
  eventTailOf(app.ctx).endAll()
})

test('loses no event when two browsers reconnect at the same moment', async () => {
  const { ctx } = await testApp()
  const slow = Promise.withResolvers<void>()
  let queries = 0
  /** Delays the second query for the newest event. */
  const select = (fields?: { id: SQL }) => {
    if (!fields) return ctx.db.select()
    const newest = { from: (table: typeof liveEvents) => ctx.db.select(fields).from(table) }
    return ++queries === 2
      ? { from: (table: typeof liveEvents) => slow.promise.then(() => newest.from(table)) }
      : newest
  }
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === 'select' ? select : Reflect.get(target, name)),
  })
  const heard: unknown[] = []
  const listener = ({ data }: { data: unknown }) => void heard.push(data)
  const tail = eventTailOf({ ...ctx, db })
  const [first, second] = [
    tail.listen('pat', listener, () => {}),
    tail.listen(
      'kim',
      () => {},
      () => {},
    ),
  ]
  const stops = [await first]
  await publishToUser(ctx, 'pat', 'domain', { domainId: 'just now' })
  slow.resolve()
  stops.push(await second)
  await tail.poll()
  expect(heard).toEqual([{ domainId: 'just now' }])
  for (const stop of stops) stop()
})

test('delivers events to a listener that joins as the last one leaves', async () => {
  const { ctx } = await testApp()
  const heard = Promise.withResolvers<unknown>()
  const nothing = () => {}
  const leave = await eventTailOf(ctx).listen('pat', nothing, nothing)
  const coming = eventTailOf(ctx).listen('sam', ({ data }) => heard.resolve(data), nothing)
  leave()
  const stop = await coming
  await publishToUser(ctx, 'sam', 'domain', { domainId: 'first' })
  expect(await heard.promise).toEqual({ domainId: 'first' })
  stop()
})

const nothing = () => {}

test('delivers each listener’s own events once, in order', async () => {
  const { ctx } = await testApp()
  const heard: Record<string, unknown[]> = { pat: [], kim: [] }
  const stops: (() => void)[] = []
  for (const name of ['pat', 'kim'])
    stops.push(await eventTailOf(ctx).listen(name, ({ type }) => void heard[name]!.push(type), nothing))
  await publishToUser(ctx, 'pat', 'notification', { id: '1' } as never)
  await publishToUser(ctx, 'kim', 'domain', { domainId: '1' })
  await publishToUser(ctx, 'pat', 'domain', { domainId: '2' })
  await eventTailOf(ctx).poll()
  await eventTailOf(ctx).poll()
  expect(heard).toEqual({ pat: ['notification', 'domain'], kim: ['domain'] })
  for (const stop of stops) stop()
})

test('delivers an event once if it happens while a browser catches up', async () => {
  const { ctx, signUp } = await testApp()
  const person = await signUp()
  const stop = await eventTailOf(ctx).listen('somebody else', nothing, nothing)
  await publishToUser(ctx, person.userId, 'domain', { domainId: 'missed' })
  const response = await person.call('events', { headers: { 'Last-Event-ID': '0' } })
  const heard = readEvents(response, 2)
  await eventTailOf(ctx).poll()
  await publishToUser(ctx, person.userId, 'domain', { domainId: 'next' })
  expect((await heard).map(({ data }) => data.domainId)).toEqual(['missed', 'next'])
  stop()
})

test('opens no stream for a HEAD request, and closes it after the person logs out', async () => {
  const { ctx, signUp } = await testApp()
  const person = await signUp()
  const tail = eventTailOf(ctx)
  const { listen } = tail
  let listening = 0
  const counted = spyOn(tail, 'listen').mockImplementation(async (...args) => {
    const stop = await listen(...args)
    listening++
    return () => {
      listening--
      stop()
    }
  })
  expect((await person.call('events', { method: 'HEAD' })).body).toBeNull()
  expect(counted).not.toHaveBeenCalled()

  const events = eventsOf(await person.call('events'))
  await publishToUser(ctx, person.userId, 'domain', { domainId: 'first' })
  await events.next()
  expect(listening).toBe(1)
  await person.call('users/logout', { method: 'POST' })
  await publishToUser(ctx, person.userId, 'domain', { domainId: 'second' })
  await events.next()
  expect(listening).toBe(0)
})

test('responds only once the position of the newest event is known', async () => {
  const { ctx, signUp } = await testApp()
  const { token } = await signUp()
  const slow = Promise.withResolvers<void>()
  /** Delays the query for the newest event. */
  const select = (fields?: Record<string, SQL>) => {
    if (!fields || Object.keys(fields).join() !== 'id')
      return fields ? ctx.db.select(fields) : ctx.db.select()
    return {
      from: (table: typeof liveEvents) =>
        table === liveEvents
          ? slow.promise.then(() => ctx.db.select(fields).from(table))
          : ctx.db.select(fields).from(table),
    }
  }
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === 'select' ? select : Reflect.get(target, name)),
  })
  const api = createApp({ ...ctx, db })
  const headers = { Authorization: `Bearer ${token}` }
  let hasResponded = false
  const response = Promise.resolve(api.request('/api/events', { headers })).then(opened => {
    hasResponded = true
    return opened
  })
  expect((await api.request('/api/notifications', { headers })).status).toBe(200)
  expect(hasResponded).toBe(false)
  slow.resolve()
  await (await response).body?.cancel()
})

test('keeps events for an hour, for browsers that reconnect', async () => {
  const { ctx, clock } = await testApp()
  await publishToUser(ctx, 'pat', 'domain', { domainId: 'first' })
  clock.advance(59 * 60_000)
  await sweepLiveEvents(ctx)
  expect(await ctx.db.$count(liveEvents)).toBe(1)
  clock.advance(60_000)
  await sweepLiveEvents(ctx)
  expect(await ctx.db.$count(liveEvents)).toBe(0)
})
