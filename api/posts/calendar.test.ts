import { expect, test } from 'bun:test'

import { plansOf } from '#api/test/db/plans.ts'
import { fixture } from '#api/test/fixture.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { CalendarEntry } from '#shared/calendar/calendar.ts'
import { NO_ARTICLE, NO_EXTRAS } from '#shared/posts/extras.ts'

const HOUR = 3600
const MONTH = 'from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z'

test('lists the deliveries in its window, one entry per network, without cancelled ones', async () => {
  const app = await publishingApp()
  const both = await app.accept({ message: `Both ${'and more '.repeat(50)}`, inSeconds: 2 * HOUR })
  await app.accept({ message: 'Next month', inSeconds: 40 * 24 * HOUR })
  const canceled = await app.accept({ message: 'Never', inSeconds: 3 * HOUR })
  await app.call(`posts/${canceled}/cancel`, { json: {} })
  const out = await app.accept({ message: 'Out' })
  await app.run()
  const facebook = await app.delivery(both, 'facebook')
  const time = Math.floor(+app.clock.now() / 1000) + HOUR
  await app.call(`posts/${both}/move`, { json: { deliveryId: facebook._id, scheduledTime: time } })

  const { data } = (await (await app.call(`posts/calendar?${MONTH}`)).json()) as { data: CalendarEntry[] }
  expect(data.map(({ postId, network, state, networks }) => [postId, network, state, networks])).toEqual([
    [out, 'facebook', 'published', 2],
    [out, 'instagram', 'published', 2],
    [both, 'facebook', 'scheduled', 2],
    [both, 'instagram', 'scheduled', 2],
  ])
  expect(data[2]!.excerpt).toHaveLength(140)
})

test('lists an article by its title', async () => {
  const app = await publishingApp({ networks: ['wordpress'] })
  const extras = { ...NO_EXTRAS, kind: 'article' as const, title: 'Burst pipes', article: NO_ARTICLE }
  await app.accept({
    platforms: [{ platform: 'wordpress', message: 'Turn off the water.', extras }],
    inSeconds: HOUR,
  })
  const { data } = (await (await app.call(`posts/calendar?${MONTH}`)).json()) as { data: CalendarEntry[] }
  expect(data.map(({ excerpt }) => excerpt)).toEqual(['Burst pipes'])
})

test('says which scheduled posts were approved', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const rule = `businesses/${app.author.domainId}/approval-rule`
  await app.accept({ message: 'Before the rule', inSeconds: HOUR })
  const approved = async () => {
    const { data } = (await (await app.call(`posts/calendar?${MONTH}`)).json()) as { data: CalendarEntry[] }
    return data.map(entry => [entry.state, entry.approved])
  }
  expect(await approved()).toEqual([['scheduled', undefined]])
  await app.call(rule, { method: 'PUT', json: { required: true } })
  const id = await app.accept({ message: 'Open late', inSeconds: 2 * HOUR })
  const { contentHash } = (await app.read(id)).approval ?? {}
  await app.call(`posts/${id}/approve`, { json: { contentHash } })
  expect(await approved()).toEqual([
    ['in_review', undefined],
    ['scheduled', true],
  ])
})

test('says which posts go out once they are approved', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const rule = `businesses/${app.author.domainId}/approval-rule`
  await app.call(rule, { method: 'PUT', json: { required: true } })
  const untimed = await app.accept({ message: 'Once you like it' })
  const timed = await app.accept({ message: 'Tomorrow', inSeconds: 24 * HOUR })
  const read = async () => {
    const { data } = (await (await app.call(`posts/calendar?${MONTH}`)).json()) as { data: CalendarEntry[] }
    return data.map(entry => [entry.postId, entry.whenApproved])
  }
  expect(await read()).toEqual([
    [untimed, true],
    [timed, undefined],
  ])
  const { contentHash } = (await app.read(untimed)).approval ?? {}
  await app.call(`posts/${untimed}/approve`, { json: { contentHash } })
  expect((await read()).find(([id]) => id === untimed)).toEqual([untimed, undefined])
})

test('lists each entry with its first picture and business, from all businesses if there is no filter', async () => {
  const app = await publishingApp()
  await app.accept({ message: 'Here', inSeconds: HOUR })
  const read = async (query = '') =>
    ((await (await app.call(`posts/calendar?${MONTH}${query}`)).json()) as { data: CalendarEntry[] }).data
  const [entry] = await read()
  expect(entry!.picture).toMatchObject({ kind: 'image', more: 1 })
  expect((await app.app.request(entry!.picture!.url!)).headers.get('Content-Type')).toBe('image/webp')
  expect(await read(`&domainId=${entry!.domainId}`)).toHaveLength(2)
  expect(await read('&domainId=another')).toEqual([])
})

test('lists an entry’s video, whose first frame browsers show', async () => {
  const app = await publishingApp()
  const clip = new File([await Bun.file(fixture('clip.mp4')).bytes()], 'clip.mp4', { type: 'video/mp4' })
  await app.accept({ message: 'Moving', inSeconds: HOUR, media: [clip] })
  const listed = await (await app.call(`posts/calendar?${MONTH}`)).json()
  const [entry] = (listed as { data: CalendarEntry[] }).data
  expect(entry!.picture).toMatchObject({ kind: 'video', more: 0 })
  expect((await app.app.request(entry!.picture!.url!)).headers.get('Content-Type')).toBe('video/mp4')
})

test('hides other users’ posts, and limits the window', async () => {
  const app = await publishingApp()
  await app.accept({ inSeconds: HOUR })
  const other = await app.signUp()
  expect(await (await other.call(`posts/calendar?${MONTH}`)).json()).toEqual({ success: true, data: [] })
  const long = await app.call('posts/calendar?from=2030-01-01T00:00:00Z&to=2031-01-06T00:00:00Z')
  expect([long.status, await long.json()]).toMatchObject([400, { fields: { to: expect.any(String) } }])
  expect((await app.call('posts/calendar?from=today&to=tomorrow')).status).toBe(400)
})

test('reads a month through an index', async () => {
  const app = await publishingApp()
  await app.accept({ inSeconds: HOUR })
  const plans = await plansOf(app.ctx, async () => void (await app.call(`posts/calendar?${MONTH}`)))
  const steps = plans.flatMap(({ plan }) => plan)
  expect(steps.filter(step => /deliveries_domain_state .*publish_at>/.test(step))).not.toEqual([])
  expect(steps.filter(step => /^SCAN (?!item )/.test(step))).toEqual([])
})
