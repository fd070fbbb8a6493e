import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries } from '#api/db/schema/posts/posts.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'
import type { PostContent } from '#shared/posts/revision.ts'

const HOUR = 3600
const BUTTON: PostExtras = { ...NO_EXTRAS, button: 'BOOK', url: 'https://a.example/book' }
const EVENT: PostExtras = {
  ...BUTTON,
  kind: 'event',
  title: 'Open day',
  start: '2030-12-24T09:00',
  end: '2030-12-24T17:30',
}
const OFFER: PostExtras = {
  ...NO_EXTRAS,
  kind: 'offer',
  title: 'Half price',
  start: '2030-12-01T00:00',
  end: '2030-12-31T23:59',
  coupon: 'SPRING',
  redeemUrl: 'https://a.example/offer',
  terms: 'Once for each customer.',
}
const SCHEDULE = {
  startDate: { year: 2030, month: 12, day: 24 },
  startTime: { hours: 9, minutes: 0 },
  endDate: { year: 2030, month: 12, day: 24 },
  endTime: { hours: 17, minutes: 30 },
}

const open = () => publishingApp({ networks: ['facebook', 'google'] })
const onGoogle = (extras: PostExtras | null | undefined, message = 'Come in') => [
  { platform: 'google' as const, message, ...(extras !== undefined && { extras }) },
]

test('completes URLs without a scheme', async () => {
  const app = await open()
  await app.accept({ platforms: onGoogle({ ...BUTTON, url: 'a.example/book' }), textOnly: true })
  await app.run()
  expect(await app.published()).toMatchObject([{ callToAction: { url: 'https://a.example/book' } }])
})

test('publishes an event with its dates and button, and an offer without a button', async () => {
  const app = await open()
  await app.accept({ platforms: onGoogle(EVENT), textOnly: true })
  const all = { ...OFFER, button: 'BOOK' as const, url: 'https://a.example/book' }
  await app.accept({ platforms: onGoogle(all, 'Save now'), textOnly: true })
  await app.run()
  app.clock.advance(1000)
  const [offer, event] = (await app.published()).toSorted((one, other) =>
    one.message < other.message ? 1 : -1,
  )
  expect(event).toMatchObject({
    event: { title: 'Open day', schedule: SCHEDULE },
    callToAction: { actionType: 'BOOK', url: 'https://a.example/book' },
  })
  expect(offer).toMatchObject({
    event: { title: 'Half price' },
    offer: {
      couponCode: 'SPRING',
      redeemOnlineUrl: 'https://a.example/offer',
      termsConditions: 'Once for each customer.',
    },
  })
  expect(offer).not.toHaveProperty('callToAction')
})

const WEEKLY: PostExtras = {
  ...EVENT,
  start: '2030-12-24T19:00',
  end: '2030-12-24T21:00',
  recurrence: { every: 'week', weekdays: [2], until: '2031-04-30' },
}

test('lets Google repeat an event or an offer until the end of a day on the business’s clocks', async () => {
  const app = await open()
  const json = { timeZone: 'Australia/Sydney' }
  await app.author.call(`domains/${app.author.domainId}`, { method: 'PATCH', json })
  const infoOf = async (extras: PostExtras) => {
    const postId = await app.accept({ platforms: onGoogle(extras, crypto.randomUUID()), textOnly: true })
    await app.run()
    app.clock.advance(1000)
    const { state, externalId } = await rowOf(app, postId)
    const posts = (await app.published()) as unknown as { id: string; event: { recurrenceInfo: object } }[]
    return [state, posts.find(({ id }) => id === externalId)?.event.recurrenceInfo]
  }
  // Eastern Australia's summer time ends on 6 April.
  const seriesEndTime = '2031-04-30T13:59:59Z'
  const weekly = { daysOfWeek: ['TUESDAY'] }
  expect(await infoOf(WEEKLY)).toEqual(['published', { seriesEndTime, weeklyPattern: weekly }])
  const until = '2031-03-31'
  const offer = { ...WEEKLY, ...OFFER, end: '2030-12-01T23:59' }
  expect(await infoOf({ ...offer, recurrence: { every: 'day', until } })).toEqual([
    'published',
    { seriesEndTime: '2031-03-31T12:59:59Z', dailyPattern: {} },
  ])
  const monthly = { ...WEEKLY, recurrence: { every: 'month', on: 'fourth', until: '' } } as const
  const patterns = [{ dayOfWeekOccurrence: 'FOURTH' }, { dayOfMonth: 24 }]
  expect(await infoOf(monthly)).toEqual(['published', { monthlyPattern: patterns[0] }])
  expect(await infoOf({ ...monthly, recurrence: { ...monthly.recurrence, on: 'date' } })).toEqual([
    'published',
    { monthlyPattern: patterns[1] },
  ])
})

const rowOf = async ({ ctx }: Awaited<ReturnType<typeof open>>, postId: string) =>
  (await ctx.db.select().from(deliveries).where(eq(deliveries.postId, postId)))[0]!

test('finds a repeated event again whose call got no response', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-after' })
  const postId = await app.accept({ platforms: onGoogle(WEEKLY), textOnly: true })
  await app.run()
  app.clock.advance(180_000)
  await app.run()
  expect((await rowOf(app, postId)).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test.each([
  ['a post without an event', null],
  ['an event with another start', { ...WEEKLY, start: '2030-12-31T19:00', end: '2030-12-31T21:00' }],
])('doesn’t mistake a repetition by Google for %s with the same text', async (_, extras) => {
  const app = await open()
  // On the location's clocks, in Sydney, it is 11 pm.
  const soon = { ...WEEKLY, start: '2030-01-02T00:00', end: '2030-01-02T00:45' }
  const recurrence = { every: 'day', until: '' } as const
  const first = await app.accept({ platforms: onGoogle({ ...soon, recurrence }), textOnly: true })
  await app.run()
  app.clock.advance(104 * 60_000)
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
  const second = await app.accept({ platforms: onGoogle(extras), textOnly: true })
  await app.run()
  for (let minute = 0; minute < 6; minute++) {
    app.clock.advance(60_000)
    await app.run()
  }
  const ids = [await rowOf(app, first), await rowOf(app, second)].map(({ externalId }) => externalId!)
  expect((await app.published()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('sends addresses in ASCII', async () => {
  const app = await open()
  await app.accept({
    platforms: onGoogle({ ...BUTTON, url: 'https://café.example:8443/süß?a=%20' }),
    textOnly: true,
  })
  await app.run()
  app.clock.advance(1000)
  expect((await app.published())[0]).toMatchObject({
    callToAction: { url: 'https://xn--caf-dma.example:8443/s%C3%BC%C3%9F?a=%20' },
  })
})

test('finds an event again whose call got no response', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-after' })
  const postId = await app.accept({ platforms: onGoogle(EVENT), textOnly: true })
  await app.run()
  app.clock.advance(180_000)
  await app.run()
  expect((await app.delivery(postId, 'google')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test.each([
  ['an event without a title', { ...EVENT, title: ' ' }, 'Please enter the title of the event.'],
  ['an event without a start', { ...EVENT, start: '' }, 'Please choose when the event starts.'],
  ['an offer without an end', { ...OFFER, end: '' }, 'Please choose when the offer ends.'],
  [
    'an event that ends when it starts',
    { ...EVENT, end: EVENT.start },
    'The event must end after it starts.',
  ],
  [
    'an offer with a text as its address',
    { ...OFFER, redeemUrl: 'at the counter' },
    'Please enter where people redeem the offer',
  ],
  ['a button that leads nowhere', { ...BUTTON, url: '' }, 'Please enter where “Book” leads'],
  ['a day that no month has', { ...EVENT, start: '2030-02-30T10:00' }, 'Please choose a date and time.'],
  ['an hour that no day has', { ...EVENT, end: '2030-12-24T24:30' }, 'Please choose a date and time.'],
  ['an address without slashes', { ...BUTTON, url: 'https:a.example' }, 'Please enter where “Book” leads'],
  [
    'an address on no server',
    { ...OFFER, redeemUrl: 'https://shop' },
    'Please enter where people redeem the offer',
  ],
  [
    'a coupon that the business’s name makes too long',
    { ...OFFER, coupon: '{{name}}'.repeat(7) },
    'The coupon code is too long here. Please keep this to 58 characters or fewer.',
  ],
  [
    'an event that repeats on no weekday',
    { ...WEEKLY, recurrence: { every: 'week', weekdays: [], until: '' } },
    'Please choose the weekdays on which the event repeats.',
  ],
  [
    'an event that is longer than its period',
    { ...EVENT, end: '2030-12-26T09:00', recurrence: { every: 'day', until: '' } },
    'The event must end before it starts again.',
  ],
  [
    'an event that ends repeating before it begins',
    { ...WEEKLY, recurrence: { every: 'week', weekdays: [2], until: '2030-12-30' } },
    'Choose 31 December 2030 or a later day',
  ],
  [
    'an end that no calendar has',
    { ...WEEKLY, recurrence: { every: 'day', until: '2031-02-30' } },
    'Please choose a day.',
  ],
  ['a button with a script', { ...BUTTON, url: 'javascript:alert(1)' }, 'Please enter where “Book” leads'],
] as [string, PostExtras, string][])('rejects %s', async (_, extras, message) => {
  const app = await open()
  const response = await app.send({ platforms: onGoogle(extras), textOnly: true })
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining(message),
  ])
})

test('rejects extras on a network that takes none, and an event that repeats', async () => {
  const app = await open()
  const platforms = [{ platform: 'facebook' as const, message: 'Come in', extras: EVENT }]
  expect(await (await app.send({ platforms, textOnly: true })).text()).toContain(
    'Facebook takes no events, offers or buttons.',
  )
  const withButton = [{ platform: 'facebook' as const, message: 'Come in', extras: BUTTON }]
  expect(await (await app.send({ platforms: withButton, textOnly: true })).text()).toContain(
    'Facebook takes no events, offers or buttons.',
  )
  const repeat = { every: 'week' as const, interval: 1, until: '2027-01-31' }
  const repeated = await app.send({ platforms: onGoogle(EVENT), textOnly: true, inSeconds: HOUR, repeat })
  expect(await repeated.text()).toContain('so its post can’t repeat')
})

test('copies a button to each post of a series', async () => {
  const app = await open()
  const until = new Date(+app.clock.now() + 15 * 86_400_000).toISOString().slice(0, 10)
  const repeat = { every: 'week' as const, interval: 1, until }
  const first = await app.accept({ platforms: onGoogle(BUTTON), textOnly: true, inSeconds: HOUR, repeat })
  const response = await app.call(`posts/${first}/series`)
  const { data } = (await response.json()) as { data: { _id: string }[] }
  for (const { _id } of data) expect((await app.delivery(_id, 'google')).extras).toEqual(BUTTON)
  expect(data.length).toBeGreaterThan(1)
})

test('keeps the extras of an edited post unless they are replaced or removed', async () => {
  const app = await open()
  const postId = await app.accept({ platforms: onGoogle(EVENT), textOnly: true, inSeconds: HOUR })
  const change = async (json: object) => {
    expect((await app.call(`posts/${postId}`, { method: 'PUT', json })).status).toBe(200)
    return (await app.delivery(postId, 'google')).extras
  }
  const whole = { mediaIds: [], textOnly: true }
  expect(await change({ platforms: onGoogle(undefined, 'Come in now') })).toEqual(EVENT)
  expect(await change({ platforms: onGoogle(undefined, 'Come in today'), ...whole })).toEqual(EVENT)
  expect(await change({ platforms: onGoogle(OFFER), ...whole })).toEqual(OFFER)
  const { data } = (await (await app.call(`posts/${postId}/content`)).json()) as { data: PostContent }
  expect(data.content.extras).toEqual({ google: OFFER })
  expect(await change({ platforms: onGoogle(null) })).toBeUndefined()
})

test('rejects a time after the event, and names the field', async () => {
  const app = await open()
  const { message, fields } = (await (
    await app.send({ platforms: onGoogle({ ...EVENT, title: '' }), textOnly: true })
  ).json()) as ErrorBody
  expect(fields).toEqual({ 'platforms.extras': message })

  const day = (days: number) => new Date(+app.clock.now() + days * 86_400_000).toISOString().slice(0, 16)
  const event = { ...EVENT, start: day(1), end: day(3) }
  const over = await app.send({ platforms: onGoogle(event), textOnly: true, inSeconds: 80 * HOUR })
  expect([over.status, ((await over.json()) as ErrorBody).fields]).toEqual([
    400,
    { scheduledTime: expect.stringContaining('The event ends before the post goes out.') },
  ])
  const postId = await app.accept({ platforms: onGoogle(event), textOnly: true, inSeconds: 40 * HOUR })
  const status = async (path: string, method: string, json: object) =>
    (await app.call(`posts/${postId}${path}`, { method, json })).status
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 80 * HOUR
  const refused = async (path: string, json: object) =>
    ((await (await app.call(path, { json })).json()) as ErrorBody).fields
  const tooEarly =
    'The event “Open day” ends before then. Choose an earlier time, or edit the post and give the event a later end.'
  expect(await refused(`posts/${postId}/move`, { scheduledTime })).toEqual({
    scheduledTime: tooEarly,
    extras: tooEarly,
  })
  expect(await status('', 'PUT', { platforms: onGoogle({ ...event, end: day(1.5) }) })).toBe(400)
  const later = onGoogle({ ...event, end: day(4) })
  expect(await status('', 'PUT', { platforms: later, scheduledTime })).toBe(200)
})

test('asks to edit a post whose event is over before any move of it', async () => {
  const app = await open()
  const day = (days: number) => new Date(+app.clock.now() + days * 86_400_000).toISOString().slice(0, 16)
  const event = { ...EVENT, start: day(1), end: day(2) }
  const postId = await app.accept({ platforms: onGoogle(event), textOnly: true, inSeconds: HOUR })
  app.clock.advance(72 * HOUR * 1000)
  await app.run()
  expect((await app.delivery(postId, 'google')).state).toBe('held')
  const over = 'The event “Open day” is over. Edit the post first: give the event later dates, or remove it.'
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + HOUR
  for (const [path, json] of [
    ['move', { scheduledTime }],
    ['retry', {}],
  ] as const) {
    const response = await app.call(`posts/${postId}/${path}`, { json })
    expect(((await response.json()) as ErrorBody).fields).toMatchObject({ extras: over })
  }
  const bulk = { action: 'move', postIds: [postId], days: 7 }
  expect(await (await app.call('posts/bulk', { json: bulk })).json()).toMatchObject({
    data: [{ _id: postId, success: false, message: over }],
  })
  const json = { platforms: onGoogle({ ...event, end: day(2) }), scheduledTime }
  expect((await app.call(`posts/${postId}`, { method: 'PUT', json })).status).toBe(200)
})

test('tags the URL of a button, and keeps an approval only while its extras stay', async () => {
  const app = await open()
  const linkTags = { on: true, source: '', medium: 'social', campaign: '' }
  await app.author.call(`domains/${app.author.domainId}`, { method: 'PATCH', json: { linkTags } })
  const rule = { required: true, approvers: [] }
  await app.author.call(`businesses/${app.author.domainId}/approval-rule`, { method: 'PUT', json: rule })
  const postId = await app.accept({ platforms: onGoogle(BUTTON), textOnly: true, inSeconds: HOUR })
  const hash = async () => (await app.read(postId)).approval!.contentHash
  const approve = async () =>
    app.call(`posts/${postId}/approve`, { method: 'POST', json: { contentHash: await hash() } })
  const state = async () => (await app.read(postId)).approval!.state
  expect((await app.delivery(postId, 'google')).extras?.url).toBe(
    'https://a.example/book?utm_source=google&utm_medium=social',
  )
  const { data } = (await (await app.call(`posts/${postId}/content`)).json()) as { data: PostContent }
  expect(data.content.extras).toEqual({ google: BUTTON })
  await approve()
  expect(await state()).toBe('approved')
  const change = (extras: PostExtras) =>
    app.call(`posts/${postId}`, { method: 'PUT', json: { platforms: onGoogle(extras) } })
  await change(BUTTON)
  expect(await state()).toBe('approved')
  await change({ ...BUTTON, button: 'SHOP' })
  expect(await state()).not.toBe('approved')
  await approve()
  app.clock.advance(HOUR * 1000)
  await app.run()
  app.clock.advance(1000)
  expect(await app.published()).toMatchObject([{ callToAction: { actionType: 'SHOP' } }])
})

test('approves how an event repeats together with the event', async () => {
  const app = await open()
  const rule = { required: true, approvers: [] }
  await app.author.call(`businesses/${app.author.domainId}/approval-rule`, { method: 'PUT', json: rule })
  const postId = await app.accept({ platforms: onGoogle(WEEKLY), textOnly: true, inSeconds: HOUR })
  const approval = async () => (await app.read(postId)).approval!
  const approve = async () =>
    app.call(`posts/${postId}/approve`, { json: { contentHash: (await approval()).contentHash } })
  const change = (extras: PostExtras) =>
    app.call(`posts/${postId}`, { method: 'PUT', json: { platforms: onGoogle(extras) } })
  await approve()
  await change(WEEKLY)
  expect((await approval()).state).toBe('approved')
  await change({ ...WEEKLY, recurrence: { every: 'week', weekdays: [2, 3], until: '2031-04-30' } })
  expect((await approval()).state).not.toBe('approved')
  expect((await approve()).status).toBe(200)
  app.clock.advance(HOUR * 1000)
  await app.run()
  app.clock.advance(1000)
  expect(await app.published()).toMatchObject([
    { event: { recurrenceInfo: { weeklyPattern: { daysOfWeek: ['TUESDAY', 'WEDNESDAY'] } } } },
  ])
})

test('gives a new post the business’s button unless the post says otherwise, and changes no earlier post', async () => {
  const app = await open()
  const { data } = (await (await app.call('users/getUserActiveDomain')).json()) as { data: Domain }
  const before = await app.accept({ platforms: onGoogle(undefined), textOnly: true, inSeconds: HOUR })
  const choose = (json: object) => app.call(`domains/${data._id}`, { method: 'PATCH', json })
  const invalid = await choose({ postButton: { button: 'BOOK', url: 'call us' } })
  expect(((await invalid.json()) as ErrorBody).fields).toEqual({
    'postButton.url': expect.stringContaining('Please enter where “Book” leads'),
  })
  await choose({ linkTags: { on: true, source: '', medium: 'social', campaign: '' } })
  const postButton = { button: 'BOOK', url: 'https://a.example/book' }
  expect(await (await choose({ postButton })).json()).toMatchObject({ data: { postButton } })

  const extrasOf = async (extras: PostExtras | null | undefined) => {
    const postId = await app.accept({
      platforms: [...onGoogle(extras), { platform: 'facebook', message: 'Come in' }],
      textOnly: true,
      inSeconds: HOUR,
    })
    expect((await app.delivery(postId, 'facebook')).extras).toBeUndefined()
    return (await app.delivery(postId, 'google')).extras
  }
  const tagged = 'https://a.example/book?utm_source=google&utm_medium=social'
  expect(await extrasOf(undefined)).toEqual({ ...BUTTON, url: tagged })
  expect(await extrasOf(null)).toBeUndefined()
  expect((await extrasOf(OFFER))?.kind).toBe('offer')
  expect((await app.delivery(before, 'google')).extras).toBeUndefined()
  const change = { platforms: onGoogle(undefined, 'Come in now') }
  await app.call(`posts/${before}`, { method: 'PUT', json: change })
  expect((await app.delivery(before, 'google')).extras).toBeUndefined()

  await choose({ postButton: { button: 'CALL', url: 'https://a.example/book' } })
  expect(await extrasOf(undefined)).toEqual({ ...BUTTON, button: 'CALL', url: '' })
  await choose({ postButton: null })
  expect(await extrasOf(undefined)).toBeUndefined()
})

test('names the language of a post on Google where the text shows it', async () => {
  const app = await open()
  for (const text of ['Heute ist frisches Brot für euch da', 'Come in and try our bread', 'Pain €4'])
    await app.accept({ platforms: onGoogle(undefined, text), textOnly: true })
  await app.run()
  const sent = (await app.world<{ path: string; method: string; form: Record<string, string> }[]>('requests'))
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/localPosts'))
    .map(({ form }) => [form['summary'], form['languageCode']])
    .toSorted()
  expect(sent).toEqual([
    ['Come in and try our bread', 'en'],
    ['Heute ist frisches Brot für euch da', 'de'],
    ['Pain €4', 'en'],
  ])
})
