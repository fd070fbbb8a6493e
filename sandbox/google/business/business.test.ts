import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import sharp from 'sharp'

import { jpeg, serveMedia } from '../../test/media.ts'
import { APP, CALLBACK, openSandbox, type TestSandbox } from '../../test/sandbox.ts'

const HOUR = 60 * 60_000
const SCOPE = 'openid email profile https://www.googleapis.com/auth/business.manage'
const VERIFIER = 'a'.repeat(50)

let sandbox: TestSandbox
let media: ReturnType<typeof serveMedia>
beforeAll(async () => {
  sandbox = await openSandbox()
  const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 256))
  const photo = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer()
  media = serveMedia({ 'photo.jpg': photo, 'tiny.jpg': await jpeg(300, 300) })
})
beforeEach(() => sandbox.control('reset', {}))
afterAll(async () => {
  await media.stop()
  await sandbox.stop()
})

const token = async (form: Record<string, string>) =>
  (await sandbox.post('/google/token', { ...APP, ...form })).body

async function manager(login: object = {}) {
  const { person, code } = await sandbox.control('login', { provider: 'google', ...login })
  const grant = await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, body: reply } = await sandbox.ask(`/google/business/${path}`, {
      method,
      headers: { Authorization: `Bearer ${grant.access_token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status, reply }
  }
  const get = async (path: string) => (await call('GET', path)).reply
  /** Advances the clock, and renews the access token, which lasts for an hour. */
  async function advance(ms: number) {
    sandbox.advance(ms)
    const { access_token } = await token({
      grant_type: 'refresh_token',
      refresh_token: grant.refresh_token,
    })
    grant.access_token = access_token
  }
  return { person, grant, call, get, advance }
}

async function location(login: object = {}) {
  const one = await manager(login)
  const account = (await one.get('v1/accounts')).accounts[0].name as string
  const { locations } = await one.get(`v1/${account}/locations?readMask=name,title`)
  const posts = `v4/${account}/${locations[0].name}/localPosts`
  const create = (body: object) =>
    one.call('POST', posts, { languageCode: 'en', topicType: 'STANDARD', summary: 'Open late', ...body })
  return { ...one, account, locations, posts, create }
}

test('issues a code with a slash and exchanges it for a grant with the right verifier', async () => {
  const { person } = await sandbox.control('login', { provider: 'google' })
  const query = {
    client_id: APP.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: SCOPE,
    state: 'x',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const auth = '/google/accounts/o/oauth2/v2/auth'
  expect((await sandbox.get(auth, query)).text).toContain('Continue as')
  const { headers } = await sandbox.get(auth, { ...query, sandbox_consent: person })
  const back = new URL(headers.get('location')!)
  const code = back.searchParams.get('code')!
  expect([code.startsWith('4/0A'), back.searchParams.get('state')]).toEqual([true, 'x'])

  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
  expect(await token(form)).toMatchObject({ error: 'invalid_grant' })
  expect(await token({ ...form, code_verifier: 'b'.repeat(50) })).toMatchObject({ error: 'invalid_grant' })
  expect(await token({ ...form, code_verifier: VERIFIER })).toMatchObject({
    expires_in: 3599,
    refresh_token: expect.stringContaining('1//0'),
    scope: SCOPE,
    token_type: 'Bearer',
  })
  expect(await token({ ...form, code_verifier: VERIFIER })).toMatchObject({ error: 'invalid_grant' })
  const { headers: refused } = await sandbox.get(auth, { ...query, sandbox_consent: 'cancel' })
  expect(refused.get('location')).toContain('error=access_denied')
})

test.each([
  [{ scope: '' }, 'scope'],
  [{ scope: 'https://www.googleapis.com/auth/everything' }, 'invalid_scope'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'code_challenge'],
  [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'S256'],
])('refuses a dialog with %p', async (wrong, words) => {
  const query = { client_id: '1', redirect_uri: CALLBACK, response_type: 'code', scope: SCOPE, ...wrong }
  const { status, text } = await sandbox.get('/google/accounts/o/oauth2/v2/auth', query)
  expect([status, text.includes(words)]).toEqual([400, true])
})

test('issues access tokens of one hour for a refresh token until the grant ends', async () => {
  const { grant, call } = await manager()
  expect((await call('GET', 'v1/accounts')).status).toBe(200)
  sandbox.advance(HOUR)
  expect(await call('GET', 'v1/accounts')).toMatchObject({
    status: 401,
    reply: { error: { status: 'UNAUTHENTICATED' } },
  })
  const renew = { grant_type: 'refresh_token', refresh_token: grant.refresh_token }
  const renewed = await token(renew)
  expect(renewed).toMatchObject({ expires_in: 3599 })
  expect(renewed.refresh_token).toBeUndefined()
  expect((await sandbox.post('/google/revoke', { token: renewed.access_token })).status).toBe(200)
  expect(await token(renew)).toMatchObject({ error: 'invalid_grant' })
})

test('paginates locations and requires a read mask', async () => {
  const { get, call, account } = await location({ locations: 12 })
  expect((await call('GET', `v1/${account}/locations`)).status).toBe(400)
  expect((await call('GET', `v1/${account}/locations?readMask=colour`)).status).toBe(400)
  expect((await call('GET', `v1/${account}/locations?readMask=name&pageSize=101`)).status).toBe(400)
  const first = await get(`v1/${account}/locations?readMask=title`)
  expect([first.locations.length, Object.keys(first.locations[0])]).toEqual([10, ['title']])
  const rest = await get(`v1/${account}/locations?readMask=title&pageToken=${first.nextPageToken}`)
  expect([rest.locations.length, rest.nextPageToken]).toEqual([2, undefined])
})

test('publishes a post after its check, then reads, edits and deletes it by name', async () => {
  const { create, get, call, posts } = await location()
  const { reply } = await create({ media: [{ mediaFormat: 'PHOTO', sourceUrl: media.url('photo.jpg') }] })
  expect(reply).toMatchObject({ state: 'PROCESSING', summary: 'Open late' })
  expect(await sandbox.published()).toEqual([])
  sandbox.advance(1000)
  expect((await get(`v4/${reply.name}`)).state).toBe('LIVE')
  expect(await sandbox.published()).toMatchObject([
    { network: 'google', message: 'Open late', id: reply.name },
  ])
  await call('PATCH', `v4/${reply.name}?updateMask=summary`, { summary: 'Open early' })
  expect((await get(posts)).localPosts).toMatchObject([{ summary: 'Open early' }])
  await call('DELETE', `v4/${reply.name}`)
  expect(await get(posts)).toEqual({})
})

const SCHEDULE = {
  startDate: { year: 2026, month: 12, day: 24 },
  startTime: { hours: 9, minutes: 0 },
  endDate: { year: 2026, month: 12, day: 24 },
  endTime: { hours: 17, minutes: 30 },
}

test('shows events with their dates, and offers without a button', async () => {
  const { create } = await location()
  const event = { title: 'Open day', schedule: SCHEDULE }
  const callToAction = { actionType: 'BOOK', url: 'https://example.com/' }
  expect((await create({ topicType: 'EVENT', event, callToAction })).reply).toMatchObject({
    event,
    callToAction,
  })
  const offer = {
    couponCode: 'SPRING',
    redeemOnlineUrl: 'https://example.com/',
    termsConditions: 'Once each',
  }
  const { reply } = await create({ topicType: 'OFFER', event, offer, callToAction })
  expect(reply).toMatchObject({ topicType: 'OFFER', event, offer })
  expect(reply).not.toHaveProperty('callToAction')
})

test.each([
  [{ summary: '' }, 400],
  [{ summary: 'a'.repeat(1501) }, 400],
  [{ topicType: '' }, 400],
  [{ topicType: 'EVENT' }, 400],
  [{ topicType: 'EVENT', event: { title: 'Open day', schedule: { ...SCHEDULE, endTime: undefined } } }, 400],
  [
    {
      topicType: 'EVENT',
      event: { title: 'Open day', schedule: { ...SCHEDULE, endDate: { year: 2026, month: 11, day: 1 } } },
    },
    400,
  ],
  [{ topicType: 'EVENT', event: { title: 'a'.repeat(59), schedule: SCHEDULE } }, 400],
  [{ topicType: 'OFFER', event: { title: 'Half price', schedule: SCHEDULE }, offer: { code: 'X' } }, 400],
  [{ callToAction: { actionType: 'PHONE' } }, 400],
  [{ colour: 'red' }, 400],
  [{ callToAction: { actionType: 'BOOK' } }, 400],
  [{ callToAction: { actionType: 'CALL', url: 'https://example.com/' } }, 400],
  [{ media: [{ mediaFormat: 'VIDEO', sourceUrl: 'https://example.com/a.mp4' }] }, 500],
  [{ media: [{ mediaFormat: 'PHOTO', sourceUrl: 'http://127.0.0.1:9/nothing' }] }, 400],
])('refuses a post with %p', async (wrong, status) => {
  const { create } = await location()
  expect((await create(wrong)).status).toBe(status)
})

test('refuses small pictures and posts of chain locations with a reason', async () => {
  const { create } = await location()
  const tiny = await create({ media: [{ mediaFormat: 'PHOTO', sourceUrl: media.url('tiny.jpg') }] })
  expect(JSON.stringify(tiny.reply)).toContain('at least 10 KB')
  const chain = await location({ locations: [{ name: 'A chain', takesPosts: false }] })
  expect(JSON.stringify((await chain.create({})).reply)).toContain('LOCATION_DISABLED_FOR_LOCAL_POST_API')
})

test('rejects a post with a phone number after its check', async () => {
  const { create, get } = await location()
  const { reply } = await create({ summary: 'Call 0412 345 678 now' })
  sandbox.advance(1000)
  expect((await get(`v4/${reply.name}`)).state).toBe('REJECTED')
  expect(await sandbox.published()).toEqual([])
})

test('returns not found for another person’s location and for a wrong account in the path', async () => {
  const [one, other] = [await location(), await location()]
  expect((await one.call('GET', other.posts)).status).toBe(403)
  expect((await one.call('GET', `v4/accounts/1/${one.locations[0].name}/localPosts`)).status).toBe(404)
  expect((await one.call('GET', `${one.posts}?colour=red`)).status).toBe(400)
})

test('limits edits to ten per profile and calls to three hundred per minute', async () => {
  const { create, call, posts } = await location()
  for (let i = 0; i < 10; i++) expect((await create({})).status).toBe(200)
  expect(await create({})).toMatchObject({ status: 429, reply: { error: { status: 'RESOURCE_EXHAUSTED' } } })
  const statuses = new Set<number>()
  for (let i = 0; i < 300; i++) statuses.add((await call('GET', posts)).status)
  expect([...statuses]).toEqual([200, 429])
  sandbox.advance(61_000)
  expect((await create({})).status).toBe(200)
})

test('resets the limits with the control call that ends the minute', async () => {
  const { create } = await location()
  for (let i = 0; i < 10; i++) expect((await create({})).status).toBe(200)
  expect((await create({})).status).toBe(429)
  await sandbox.ask('/_sandbox/limits', { method: 'DELETE' })
  expect((await create({})).status).toBe(200)
})

const DATES = (start: number, end: number) =>
  Object.entries({ startDate: start, endDate: end })
    .map(
      ([name, day]) =>
        `dailyRange.${name}.year=2026&dailyRange.${name}.month=11&dailyRange.${name}.day=${day}`,
    )
    .join('&')
const METRICS = 'dailyMetrics=CALL_CLICKS&dailyMetrics=WEBSITE_CLICKS'

test('lists figures by day four days later, without a value for zero or an unknown day', async () => {
  const { locations, call } = await location()
  const { name } = locations[0]
  const days = [13, 17, 18].map(day => ({ day: `2026-11-${day}`, CALL_CLICKS: 3 }))
  await sandbox.control('presence', { location: name, days })
  const ask = (query: string) => call('GET', `v1/${name}:fetchMultiDailyMetricsTimeSeries?${query}`)
  const { reply } = await ask(`${METRICS}&${DATES(12, 21)}`)
  type Series = { dailyMetric: string; timeSeries: { datedValues: { value?: string }[] } }
  const series: Series[] = reply.multiDailyMetricTimeSeries[0].dailyMetricTimeSeries
  const none = Array.from<undefined>({ length: 3 })
  expect(
    series.map(({ dailyMetric, timeSeries }) => [
      dailyMetric,
      timeSeries.datedValues.map(({ value }) => value),
    ]),
  ).toEqual([
    ['CALL_CLICKS', [undefined, '3', ...none, '3', ...none, undefined]],
    ['WEBSITE_CLICKS', Array.from<undefined>({ length: 10 })],
  ])
  for (const query of [
    DATES(12, 21),
    METRICS,
    `${METRICS}&dailyMetrics=CALLS&${DATES(12, 21)}`,
    `${METRICS}&${DATES(21, 12)}`,
    `${METRICS}&${DATES(12, 31)}`,
  ])
    expect((await ask(query)).status).toBe(400)
})

test('lists a month’s searches once it is over, and hides how few people searched', async () => {
  const { locations, call } = await location()
  const { name } = locations[0]
  await sandbox.control('presence', {
    location: name,
    keywords: [
      { month: '2026-09', keyword: 'Lemon tart', count: 14 },
      { month: '2026-10', keyword: 'bakery near me', count: 120 },
      { month: '2026-11', keyword: 'bakery near me', count: 50 },
    ],
  })
  const read = async (first: number, last: number) => {
    const month = (name: string, value: number) =>
      `monthlyRange.${name}.year=2026&monthlyRange.${name}.month=${value}`
    const query = `${month('startMonth', first)}&${month('endMonth', last)}`
    return (await call('GET', `v1/${name}/searchkeywords/impressions/monthly?${query}`)).reply
  }
  expect((await read(9, 11)).searchKeywordsCounts).toEqual([
    { searchKeyword: 'bakery near me', insightsValue: { value: '120' } },
    { searchKeyword: 'lemon tart', insightsValue: { threshold: '15' } },
  ])
  expect(await read(11, 11)).toEqual({})
  expect((await read(11, 9)).error.code).toBe(400)
})

test('gives no figures of a location that isn’t verified', async () => {
  const { locations, call } = await location({ locations: [{ name: 'Pat', voice: 'pending' }] })
  const path = `v1/${locations[0].name}:fetchMultiDailyMetricsTimeSeries?${METRICS}&${DATES(1, 9)}`
  expect((await call('GET', path)).status).toBe(403)
})

const QUIZ = {
  title: 'Quiz night',
  schedule: {
    startDate: { year: 2026, month: 12, day: 1 },
    startTime: { hours: 19 },
    endDate: { year: 2026, month: 12, day: 1 },
    endTime: { hours: 21 },
  },
}
const WEEKLY = { weeklyPattern: { daysOfWeek: ['TUESDAY'] } }

test('repeats an event on the location’s clocks, in posts with the time of their repetition, until it is deleted', async () => {
  const { create, call, get, posts, advance } = await location()
  const event = { ...QUIZ, recurrenceInfo: { ...WEEKLY, seriesEndTime: '2026-12-15T12:59:59Z' } }
  const { reply } = await create({ topicType: 'EVENT', event })
  expect([reply.state, reply.event]).toEqual(['PROCESSING', event])
  sandbox.advance(1000)
  const own = await get(`v4/${reply.name}`)
  expect(own).toMatchObject({ state: 'RECURRING', event: { recurringInstanceTime: reply.createTime } })
  const listed = async (): Promise<unknown[]> => {
    const { localPosts = [] } = await get(posts)
    type Post = {
      state: string
      event: { schedule: { startDate: object }; recurringInstanceTime: string }
    }
    return (localPosts as Post[]).map(({ state, event }) => [
      state,
      event.schedule.startDate,
      event.recurringInstanceTime,
    ])
  }
  expect(await listed()).toHaveLength(1)
  await advance(Date.parse('2026-12-09T00:00:00Z') - Date.parse(reply.createTime))
  const [second, third] = [8, 15].map(day => ({ year: 2026, month: 12, day }))
  // Nine in the evening in Sydney, in summer.
  expect(await listed()).toEqual([
    ['LIVE', third, '2026-12-08T10:00:00.000Z'],
    ['LIVE', second, '2026-12-01T10:00:00.000Z'],
    ['RECURRING', QUIZ.schedule.startDate, '2026-12-08T10:00:00.000Z'],
  ])
  expect(await sandbox.published()).toMatchObject([{ id: reply.name }])
  const repetition = `v4/${(await get(posts)).localPosts[0].name}`
  expect((await get(repetition)).event.schedule.startDate).toEqual(third)
  expect((await call('DELETE', repetition)).status).toBe(400)
  await advance(14 * 24 * HOUR)
  expect((await get(`v4/${reply.name}`)).state).toBe('LIVE')
  expect(await listed()).toHaveLength(3)
  expect((await call('DELETE', `v4/${reply.name}`)).status).toBe(200)
  expect(await listed()).toEqual([])
})

test.each([
  ['no pattern', {}],
  ['two patterns', { ...WEEKLY, dailyPattern: {} }],
  ['a weekday that doesn’t exist', { weeklyPattern: { daysOfWeek: ['TUE'] } }],
  ['a day that no month has', { monthlyPattern: { dayOfMonth: 32 } }],
  ['two options of a month', { monthlyPattern: { dayOfMonth: 1, dayOfWeekOccurrence: 'FIRST' } }],
  ['a fifth week', { monthlyPattern: { dayOfWeekOccurrence: 'FIFTH' } }],
  ['an unknown field', { ...WEEKLY, interval: 2 }],
  ['a day as its end', { ...WEEKLY, seriesEndTime: '2026-12-31' }],
  ['an end before it starts', { ...WEEKLY, seriesEndTime: '2026-12-01T00:00:00Z' }],
])('refuses a recurrence with %s', async (_, recurrenceInfo) => {
  const { create } = await location()
  const { status, reply } = await create({ topicType: 'EVENT', event: { ...QUIZ, recurrenceInfo } })
  expect([status, reply.error.status]).toEqual([400, 'INVALID_ARGUMENT'])
})

test('refuses an event that ends after its next one starts', async () => {
  const { create } = await location()
  const schedule = { ...QUIZ.schedule, endDate: { year: 2026, month: 12, day: 3 } }
  const event = { ...QUIZ, schedule, recurrenceInfo: { dailyPattern: {} } }
  expect((await create({ topicType: 'OFFER', event })).status).toBe(400)
})

test('repeats an event daily, weekly, and monthly on a date or a weekday', async () => {
  sandbox.advance(60 * 24 * HOUR)
  const { create, call, get, posts } = await location()
  const startsOf = async (recurrenceInfo: object) => {
    const { reply } = await create({ topicType: 'EVENT', event: { ...QUIZ, recurrenceInfo } })
    sandbox.advance(1000)
    const { localPosts } = await get(`${posts}?pageSize=100`)
    await call('DELETE', `v4/${reply.name}`)
    type Post = { event: { schedule: { startDate: { year: number; month: number; day: number } } } }
    return (localPosts as Post[])
      .toReversed()
      .slice(1, 3)
      .map(({ event }) => Object.values(event.schedule.startDate).join('-'))
  }
  expect(await startsOf({ dailyPattern: {} })).toEqual(['2026-12-2', '2026-12-3'])
  expect(await startsOf({ weeklyPattern: {} })).toEqual(['2026-12-8', '2026-12-15'])
  expect(await startsOf({ monthlyPattern: { dayOfMonth: 1 } })).toEqual(['2027-1-1', '2027-2-1'])
  const last = { monthlyPattern: { dayOfWeekOccurrence: 'LAST' } }
  expect(await startsOf(last)).toEqual(['2026-12-29', '2027-1-26'])
})

test('keeps the time of day of an event after daylight saving ends', async () => {
  sandbox.advance(60 * 24 * HOUR)
  const { create, get, posts } = await location()
  const [startDate, endDate] = Array.from({ length: 2 }, () => ({ year: 2027, month: 3, day: 23 }))
  const event = { ...QUIZ, schedule: { ...QUIZ.schedule, startDate, endDate }, recurrenceInfo: WEEKLY }
  await create({ topicType: 'EVENT', event })
  sandbox.advance(1000)
  type Post = { event: { schedule: { startTime: object }; recurringInstanceTime: string } }
  const { localPosts } = (await get(posts)) as { localPosts: Post[] }
  const repetitions = localPosts.toReversed().slice(1, 4)
  expect(repetitions.map(({ event }) => event.schedule.startTime)).toEqual(
    Array.from({ length: 3 }, () => ({ hours: 19, minutes: 0 })),
  )
  // Each begins when the one before it ends, at nine in the evening.
  expect(repetitions.map(({ event }) => event.recurringInstanceTime)).toEqual([
    '2027-03-23T10:00:00.000Z',
    '2027-03-30T10:00:00.000Z',
    '2027-04-06T11:00:00.000Z',
  ])
})
