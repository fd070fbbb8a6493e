import { expect, test } from 'bun:test'
import ICAL from 'ical.js'

import { calendarFeeds } from '#api/db/schema/businesses/feeds.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'

async function feedApp() {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const { domainId } = app.author
  const turnOn = async () =>
    ((await (await app.call(`calendarFeeds/${domainId}`, { method: 'POST' })).json()) as { url: string }).url
  const read = (url: string, headers: Record<string, string> = {}) =>
    app.request(new URL(url).pathname, { headers })
  const events = async (url: string) => {
    const component = new ICAL.Component(ICAL.parse(await (await read(url)).text()))
    return component.getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
  }
  return { ...app, domainId, turnOn, readFeed: read, events }
}

const TEXT = `Spring specials; 20% off, "now"\\ today: ${'ü🎉'.repeat(60)}\nSecond line`

test('ends a title between emoji, never within a flag or family', async () => {
  const app = await feedApp()
  await app.accept({ message: `${'x'.repeat(53)}👨‍👩‍👧‍👦 family`, inSeconds: 3600 })
  await app.accept({ message: `${'x'.repeat(57)}🇦🇺 day`, inSeconds: 7200 })
  const titles = (await app.events(await app.turnOn())).map(({ summary }) => summary)
  expect(titles).toEqual([
    `${'x'.repeat(53)}… (Facebook, Instagram)`,
    `${'x'.repeat(57)}… (Facebook, Instagram)`,
  ])
})

test('serves the business’s posts as a calendar that a reference parser can read', async () => {
  const app = await feedApp()
  const postId = await app.accept({ message: TEXT, inSeconds: 3600 })
  const url = await app.turnOn()
  const response = await app.readFeed(url)
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  const body = await response.text()
  expect(body).toEndWith('\r\nEND:VCALENDAR\r\n')
  // RFC 5545, 3.1: lines end with CRLF and have at most 75 octets.
  for (const line of body.split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]/)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const [event, ...others] = await app.events(url)
  expect(others).toEqual([])
  expect(event!.description).toContain(TEXT)
  expect(event!.summary).toEndWith('… (Facebook, Instagram)')
  expect(event!.startDate.toJSDate()).toEqual(new Date(+app.clock.now() + 3_600_000))
  expect(event!.description).toContain(`post=${postId}`)
})

test('increases the sequence of an event when its post changes', async () => {
  const app = await feedApp()
  const postId = await app.accept({ inSeconds: 3600 })
  const url = await app.turnOn()
  const sequence = async () => (await app.events(url))[0]!.sequence
  const before = await sequence()
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 7200
  await app.call(`posts/${postId}/move`, { json: { scheduledTime } })
  const moved = await sequence()
  expect(moved).toBeGreaterThan(before)
  const platforms = [{ platform: 'facebook', message: 'Another text' }]
  await app.call(`posts/${postId}`, { method: 'PUT', json: { platforms } })
  expect(await sequence()).toBeGreaterThan(moved)
})

test('shortens a title between characters, not within a flag', async () => {
  const app = await feedApp()
  await app.accept({ message: `${'x'.repeat(57)}🇦🇺🇦🇺🇦🇺`, inSeconds: 3600 })
  const [event] = await app.events(await app.turnOn())
  expect(event!.summary).toBe(`${'x'.repeat(57)}… (Facebook, Instagram)`)
})

test('omits a post without a time of its own until it is approved', async () => {
  const app = await feedApp()
  await app.call(`businesses/${app.domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const postId = await app.accept({ message: 'Once you like it' })
  const url = await app.turnOn()
  expect(await app.events(url)).toEqual([])
  const { contentHash } = (await app.read(postId)).approval ?? {}
  await app.call(`posts/${postId}/approve`, { json: { contentHash } })
  expect(await app.events(url)).toHaveLength(1)
})

test('responds with 304 until a post changes', async () => {
  const app = await feedApp()
  const postId = await app.accept({ inSeconds: 3600 })
  const url = await app.turnOn()
  const etag = (await app.readFeed(url)).headers.get('ETag')!
  app.clock.advance(60_000)
  const again = await app.readFeed(url, { 'If-None-Match': `"other", W/${etag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await app.call(`posts/${postId}/move`, {
    json: { scheduledTime: Math.floor(+app.clock.now() / 1000) + 7200 },
  })
  expect((await app.readFeed(url, { 'If-None-Match': etag })).status).toBe(200)
})

test('sends the same response for a revoked, replaced, unknown or malformed URL', async () => {
  const app = await feedApp()
  const first = await app.turnOn()
  const second = await app.turnOn()
  expect((await app.readFeed(second)).status).toBe(200)
  await app.call(`calendarFeeds/${app.domainId}`, { method: 'DELETE' })
  const base = second.slice(0, second.lastIndexOf('/'))
  const responses = await Promise.all(
    [first, second, `${base}/${'a'.repeat(52)}.ics`, `${base}/x.ics`].map(async url => {
      const response = await app.readFeed(url)
      return [response.status, await response.text()]
    }),
  )
  expect(responses[0]![0]).toBe(404)
  expect(new Set(responses.map(String)).size).toBe(1)
})

test('stores only the hash of the URL, and when it was last read', async () => {
  const app = await feedApp()
  const url = await app.turnOn()
  const token = /([a-z2-7]{52})\.ics$/.exec(url)![1]!
  expect(JSON.stringify(await app.ctx.db.select().from(calendarFeeds))).not.toContain(token)
  const state = async () =>
    ((await (await app.call(`calendarFeeds/${app.domainId}`)).json()) as { data: unknown }).data
  expect(await state()).toEqual({ isOn: true, createdAt: '2030-01-01T12:00:00.000Z' })
  await app.readFeed(url)
  expect(await state()).toMatchObject({ readAt: '2030-01-01T12:00:00.000Z' })
})

test('hides posts of other businesses, and doesn’t let other users change the feed', async () => {
  const app = await feedApp()
  await app.accept({ message: 'Ours', inSeconds: 3600 })
  const stranger = await app.owner()
  const own = (await (await stranger.call('users/getUserActiveDomain')).json()) as { data: { _id: string } }
  const { url } = (await (
    await stranger.call(`calendarFeeds/${own.data._id}`, { method: 'POST' })
  ).json()) as { url: string }
  expect(await app.events(url)).toEqual([])
  const added = await app.call('users/saveUserDomain', { json: { businessName: 'Another' } })
  const { data: second } = (await added.json()) as { data: { _id: string } }
  const ofSecond = await app.call(`calendarFeeds/${second._id}`, { method: 'POST' })
  expect(await app.events(((await ofSecond.json()) as { url: string }).url)).toEqual([])
  const ours = await app.turnOn()
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await stranger.call(`calendarFeeds/${app.domainId}`, { method })).status).toBe(404)
  expect(await app.events(ours)).toHaveLength(1)
})

test('shows a post’s state in the title of its event, in the words of the screens', async () => {
  const app = await feedApp()
  await app.call(`businesses/${app.author.domainId}/approval-rule`, {
    method: 'PUT',
    json: { required: true },
  })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const url = await app.turnOn()
  const title = async () => (await app.events(url))[0]?.summary
  expect(await title()).toStartWith('Waiting for approval: Open late')
  const { contentHash } = (await app.read(id)).approval!
  await app.call(`posts/${id}/approve`, { json: { contentHash } })
  expect(await title()).toStartWith('Approved: Open late')
  await app.call(`posts/${id}/request-changes`, { json: { comment: 'Say when.' } })
  expect(await title()).toStartWith('Changes requested: Open late')
})

test('shows the feed as off once the member who created it has left, and ends its URL', async () => {
  const app = await feedApp()
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId: app.domainId, userId: mia.userId, role: 'editor' })
  const feed = `calendarFeeds/${app.domainId}`
  const { url } = (await (await mia.call(feed, { method: 'POST' })).json()) as { url: string }
  const isOn = async () => ((await (await app.call(feed)).json()) as { data: { isOn: boolean } }).data.isOn
  expect([(await app.readFeed(url)).status, await isOn()]).toEqual([200, true])
  await app.call(`businesses/${app.domainId}/members/${mia.userId}`, { method: 'DELETE' })
  expect([(await app.readFeed(url)).status, await isOn()]).toEqual([404, false])
  expect((await app.readFeed(await app.turnOn())).status).toBe(200)
})
