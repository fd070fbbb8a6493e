import { serveSite } from '#site/test/browser.ts'

import { afterEach, expect, test } from 'bun:test'

import { liveInsert } from '#api/live/live.ts'
import { testApp } from '#api/test/app.ts'
import { $streamOpens, onLive } from './live.ts'
import { signIn, signOut } from './session.ts'

const app = await testApp()
const undo = serveSite(app)
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  signOut()
})

test('what happens on the server reaches who listens, and nobody else', async () => {
  const [pat, robin] = [await app.signUp(), await app.signUp()]
  const heard: string[] = []
  const second = Promise.withResolvers<void>()
  const opened = new Promise(resolve => stops.push($streamOpens.listen(resolve)))
  signIn(pat.token)
  stops.push(
    onLive('domain', ({ domainId }) => {
      heard.push(domainId)
      if (heard.length === 2) second.resolve()
    }),
  )
  await opened
  await liveInsert(app.ctx, robin.userId, 'domain', { domainId: 'of Robin' })
  await liveInsert(app.ctx, pat.userId, 'domain', { domainId: 'one' })
  await liveInsert(app.ctx, pat.userId, 'notification', { id: 'n', title: 'not asked for' })
  await liveInsert(app.ctx, pat.userId, 'domain', { domainId: 'two' })
  await second.promise
  expect(heard).toEqual(['one', 'two'])
  undo()
})
