import { afterEach, expect, test } from 'bun:test'

import { publishToUser } from '#api/outbox/live-events.ts'
import { testApp } from '#api/test/app.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $streamOpens, onLive } from './live.ts'

const app = await testApp()
const undo = serveSite(app)
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  signOut()
})

test('delivers a server event to its subscribers and to nobody else', async () => {
  const [pat, robin] = [await app.signUp(), await app.signUp()]
  const received: string[] = []
  const second = Promise.withResolvers<void>()
  const opened = new Promise(resolve => stops.push($streamOpens.listen(resolve)))
  signIn(pat.token)
  stops.push(
    onLive('domain', ({ domainId }) => {
      received.push(domainId)
      if (received.length === 2) second.resolve()
    }),
  )
  await opened
  await publishToUser(app.ctx, robin.userId, 'domain', { domainId: 'of Robin' })
  await publishToUser(app.ctx, pat.userId, 'domain', { domainId: 'one' })
  await publishToUser(app.ctx, pat.userId, 'notification', { id: 'n', title: 'not asked for' })
  await publishToUser(app.ctx, pat.userId, 'domain', { domainId: 'two' })
  await second.promise
  expect(received).toEqual(['one', 'two'])
  undo()
})

test('reconnects a window whose stream was replaced only when it becomes visible', async () => {
  const person = await app.signUp()
  let calls = 0
  const stream = () =>
    ++calls === 1
      ? new Response('event: replaced\ndata: {}\n\n')
      : new Response(': connected\n\n', { headers: { 'Content-Type': 'text/event-stream' } })
  const undoStream = serveSite({ app: { request: stream } })
  const window = new EventTarget()
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  const known = { document: globalThis.document, addEventListener: globalThis.addEventListener }
  const waiting = Promise.withResolvers<void>()
  Object.assign(globalThis, {
    document: page,
    addEventListener: (...args: Parameters<EventTarget['addEventListener']>) => {
      window.addEventListener(...args)
      waiting.resolve()
    },
  })
  try {
    signIn(person.token)
    stops.push(onLive('domain', () => {}))
    await waiting.promise
    expect(calls).toBe(1)
    const again = new Promise(resolve => stops.push($streamOpens.listen(resolve)))
    window.dispatchEvent(new Event('focus'))
    await again
    expect(calls).toBe(2)
  } finally {
    undoStream()
    Object.assign(globalThis, known)
  }
})
