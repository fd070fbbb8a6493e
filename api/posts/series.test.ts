import { describe, expect, test } from 'bun:test'
import { eq, ne } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { asUser } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { testClock } from '#api/test/clock.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { faultyDb } from '#api/test/db/faulty.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { SERIES_MESSAGES } from '#shared/posts/series.ts'
import { cancelPost } from './cancel.ts'
import { movePost } from './move.ts'
import { revisePost } from './revise.ts'
import { changeRhythm, undoRhythm } from './rhythm.ts'

type Repeated = {
  /** The first post's local time, such as 2030-01-07T09:00. */
  first: string
  timeZone?: string
  repeat: object
  message?: string
  /** Further texts. */
  texts?: string[]
  headers?: Record<string, string>
}

const instantOf = (local: string, timeZone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
const localOf = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16)

const ZONE = 'Australia/Melbourne'

/** Creates an app with a picture in its library, and functions that send, read and change repeated posts. */
async function open(networks: ('facebook' | 'instagram')[] = ['facebook']) {
  const app = await publishingApp({ networks })
  const form = new FormData()
  form.append('media', await picture('red'))
  const { data: media } = (await (await app.call('media', { form })).json()) as { data: { _id: string } }
  const content = (message: string) => ({
    platforms: [{ platform: 'facebook' as const, message }],
    mediaIds: [media._id],
    altTexts: ['A red square'],
    textOnly: false,
    now: false,
  })
  const send = ({ first, timeZone = ZONE, repeat, message = 'Open today', texts, headers }: Repeated) => {
    const post = new FormData()
    post.set('data', JSON.stringify({ ...content(message), timeZone, repeat, texts }))
    post.set('isScheduled', 'true')
    post.set('scheduledTime', String(instantOf(first, timeZone) / 1000))
    return app.call('auth/createPosts', { form: post, ...(headers && { headers }) })
  }
  const series = async (postId: string): Promise<Occurrence[]> =>
    ((await (await app.call(`posts/${postId}/series`)).json()) as { data: Occurrence[] }).data
  /** Sends a repeated post that must be accepted. Returns its posts. */
  const repeats = async (post: Repeated): Promise<Occurrence[]> => {
    const response = await send(post)
    const body = (await response.json()) as { postId: string; occurrences: number }
    const all = await series(body.postId)
    expect([response.status, body.occurrences]).toEqual([200, all.length])
    return all
  }
  const put = (postId: string, json: object) => app.call(`posts/${postId}`, { method: 'PUT', json })
  const change = async (postId: string, verb: string, json: object = {}) => {
    const response = await app.call(`posts/${postId}/${verb}`, { json })
    return { status: response.status, ...((await response.json()) as object) }
  }
  const messages = async (all: Occurrence[]) =>
    Promise.all(
      all.map(async ({ _id }) => (await app.read(_id)).deliveries.map(({ message }) => message).join()),
    )
  /** Lets planned posts go out, each at its time. Returns everything that was published, oldest first. */
  const publishAll = async (planned: Occurrence[]) => {
    for (const publishAt of planned.map(one => +new Date(one.publishAt)).toSorted((a, b) => a - b)) {
      app.clock.set(new Date(publishAt - 1000))
      await app.run()
      app.clock.advance(1000)
      await app.run()
    }
    const published = (await app.published()) as unknown as { message: string; createdAt: string }[]
    return published
      .map(({ message, createdAt }) => ({ message, at: +new Date(createdAt) }))
      .toSorted((a, b) => a.at - b.at)
  }
  return { ...app, media, content, send, series, repeats, put, change, messages, publishAll }
}

type Changed = {
  status: number
  message: string
  stays: number
  moved: number
  added: number
  cancelled: number
  later: Post[]
  canUndo: boolean
}
type App = Awaited<ReturnType<typeof open>>

const weekly = (first: string, until: string, timeZone = ZONE) => ({
  first: `${first}T09:00`,
  timeZone,
  repeat: { every: 'week', until },
})
const rhythm = async (app: App, id: string, json: object) =>
  (await app.change(id, 'repeat', json)) as unknown as Changed
const localsOf = async (app: App, id: string, timeZone = ZONE) =>
  (await app.series(id)).map(({ publishAt }) => localOf(publishAt, timeZone))

const TURNS = ['Open today', 'Come in today'] as const
const MONDAYS = { first: '2030-01-07T09:00', repeat: { every: 'week', until: '2030-12-30' } }

describe.each([
  ['Australia/Melbourne', 52],
  ['America/New_York', 52],
])('a year of Mondays in %s', (timeZone, count) => {
  test('goes out at 9 am, also once the clocks have changed, and each post once', async () => {
    const app = await open()
    // Facebook refuses the same post twice in a row.
    const all = await app.repeats({ ...MONDAYS, timeZone, message: TURNS[0], texts: [TURNS[1]] })
    expect(all).toHaveLength(count)
    const monday = Temporal.PlainDate.from('2030-01-07')
    expect(all.map(({ publishAt }) => localOf(publishAt, timeZone))).toEqual(
      all.map((_, week) => `${monday.add({ weeks: week }).toString()}T09:00`),
    )
    const offsets = new Set(all.map(({ publishAt }) => publishAt.slice(11, 16)))
    expect(offsets.size).toBe(2)

    const middle = all[20]!
    const moved = instantOf(localOf(middle.publishAt, timeZone).replace('09:00', '17:30'), timeZone)
    const changed = await app.put(middle._id, {
      ...app.content('Closed today'),
      scheduledTime: moved / 1000,
      series: 'this',
    })
    expect(changed.status).toBe(200)
    const planned = await app.series(middle._id)
    expect(await app.publishAll(planned)).toEqual(
      planned.map(({ _id, publishAt }, week) => ({
        message: _id === middle._id ? 'Closed today' : TURNS[week % 2]!,
        at: +new Date(publishAt),
      })),
    )
    expect(await app.ctx.db.$count(deliveries, ne(deliveries.state, 'published'))).toBe(0)
  })
})

test('a monthly post on the 31st goes out on the last day of shorter months', async () => {
  const app = await open()
  const all = await app.repeats({
    first: '2030-01-31T18:00',
    repeat: { every: 'month', until: '2030-12-31' },
  })
  expect(all.map(({ publishAt }) => localOf(publishAt, ZONE).slice(5))).toEqual(
    [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map(
      (day, month) => `${String(month + 1).padStart(2, '0')}-${day}T18:00`,
    ),
  )
  // A new time of day keeps each month's own day.
  const february = all[1]!
  const scheduledTime = instantOf('2030-02-28T19:00', ZONE) / 1000
  await app.put(february._id, { ...app.content('Open today'), scheduledTime, series: 'following' })
  const later = await app.series(february._id)
  expect(later.map(({ publishAt }) => localOf(publishAt, ZONE).slice(5)).slice(0, 3)).toEqual([
    '01-31T18:00',
    '02-28T19:00',
    '03-31T19:00',
  ])
})

test('a time that is skipped when the clocks go forward moves forward', async () => {
  const app = await open()
  const all = await app.repeats({ first: '2030-09-29T02:30', repeat: { every: 'week', until: '2030-10-13' } })
  expect(all.map(({ publishAt }) => localOf(publishAt, ZONE))).toEqual([
    '2030-09-29T02:30',
    '2030-10-06T03:30',
    '2030-10-13T02:30',
  ])
})

test.each([
  ['2030-01-13', 'week', RHYTHM_MESSAGES.once],
  ['2029-12-31', 'week', RHYTHM_MESSAGES.once],
  ['2031-06-30', 'week', RHYTHM_MESSAGES.tooMany],
  ['2031-06-30', 'month', 'Please choose a time within a year.'],
  ['soon', 'month', SERIES_MESSAGES.noUntil],
  ['2030-12-31', 'day', 'Please choose week or month.'],
])('creates nothing for a series until %s that repeats every %s', async (until, every, message) => {
  const app = await open()
  const response = await app.send({ first: '2030-01-07T09:00', repeat: { every, until } })
  expect([response.status, JSON.stringify(await response.json())]).toEqual([
    400,
    expect.stringContaining(message),
  ])
  expect(((await (await app.call('posts')).json()) as { data: Post[] }).data).toEqual([])
})

test('the same request twice at once, or again later, creates one series', async () => {
  const app = await open()
  const request = { ...MONDAYS, headers: { 'Idempotency-Key': 'series-once' } }
  const responses = await Promise.all([app.send(request), app.send(request)])
  responses.push(await app.send(request))
  const bodies = (await Promise.all(responses.map(response => response.json()))) as { postId: string }[]
  expect(bodies.map(({ postId }) => postId)).toEqual(Array.from({ length: 3 }, () => bodies[0]!.postId))
  expect(bodies[2]).toMatchObject({ occurrences: 52, results: [{ platform: 'facebook', success: true }] })
  const { data } = (await (await app.call('posts/counts')).json()) as { data: { scheduled: number } }
  expect(data.scheduled).toBe(52)
})

describe('a change of this and all later ones', () => {
  const quarter = { first: '2030-03-18T09:00', repeat: { every: 'week', until: '2030-04-29' } }
  const weeks = { first: '2030-01-02T09:00', repeat: { every: 'week', until: '2030-02-05' } }

  test('replaces their content, and moves them by the same days at the new time of day', async () => {
    const app = await open()
    const all = await app.repeats(quarter)
    const scheduledTime = instantOf('2030-04-02T10:30', ZONE) / 1000
    const response = await app.put(all[2]!._id, {
      ...app.content('New hours'),
      scheduledTime,
      series: 'following',
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ laterChanged: 4 })
    const after = await app.series(all[0]!._id)
    expect(after.map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id))
    expect(after.map(({ publishAt }) => localOf(publishAt, ZONE).slice(5))).toEqual([
      '03-18T09:00',
      '03-25T09:00',
      '04-02T10:30',
      '04-09T10:30',
      '04-16T10:30',
      '04-23T10:30',
      '04-30T10:30',
    ])
    expect(await app.messages(after)).toEqual([
      ...Array.from({ length: 2 }, () => 'Open today'),
      ...Array.from({ length: 5 }, () => 'New hours'),
    ])
  })

  test('keeps the time of each if only the content changes, and leaves out those that are published', async () => {
    const app = await open()
    const all = await app.repeats(weeks)
    await app.change(all[3]!._id, 'move', { scheduledTime: instantOf('2030-01-24T15:00', ZONE) / 1000 })
    await app.publishAll(all.slice(0, 1))
    await app.put(all[0]!._id, { ...app.content('New hours'), series: 'following' })
    await app.put(all[1]!._id, { ...app.content('New hours'), series: 'following' })
    const after = await app.series(all[0]!._id)
    expect(after.map(({ publishAt }) => localOf(publishAt, ZONE).slice(5))).toEqual([
      '01-02T09:00',
      '01-09T09:00',
      '01-16T09:00',
      '01-24T15:00',
      '01-30T09:00',
    ])
    expect(await app.messages(after)).toEqual(['Open today', ...Array.from({ length: 4 }, () => 'New hours')])
  })

  test('saves nothing if the post was changed meanwhile, or if a statement in the middle fails', async () => {
    const app = await open()
    const all = await app.repeats(quarter)
    const change = { ...app.content('New hours'), series: 'following' as const, version: 0 }
    const [one, other] = await Promise.all([
      app.put(all[1]!._id, change),
      app.put(all[1]!._id, { ...change, ...app.content('Other hours') }),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const before = await app.messages(all)
    expect(new Set(before).size).toBe(2)

    let statements = 0
    const breaking = faultyDb(app.ctx.db, async (_, run) => {
      statements++
      if (statements === 120) throw new Error('The disk is full.')
      return run()
    })
    const ctx = asUser({ ...app.ctx, db: breaking }, app.author.userId)
    const input = { ...app.content('Never'), series: 'following' as const }
    await expect(revisePost(ctx, all[0]!._id, input)).rejects.toThrow()
    expect(statements).toBeGreaterThanOrEqual(120)
    expect(await app.messages(all)).toEqual(before)
  })

  test('needs a time and the whole content', async () => {
    const app = await open()
    const all = await app.repeats(quarter)
    const now = await app.put(all[0]!._id, { ...app.content('Now'), now: true, series: 'following' })
    const part = await app.put(all[0]!._id, { altTexts: ['red'], series: 'following' })
    expect([now.status, part.status]).toEqual([400, 400])
    expect(new Set(await app.messages(all))).toEqual(new Set(['Open today']))
  })
})

describe('moving this and all later ones', () => {
  const move = (at: string, timeZone: string) => ({
    scheduledTime: instantOf(at, timeZone) / 1000,
    series: 'following',
  })
  type Moved = { undo?: { postIds: string[] }; later: Post[] }

  test.each([
    ['Australia/Melbourne', '2030-03-18', '2030-04-06'],
    ['America/New_York', '2030-02-25', '2030-03-16'],
  ])('gives each the new weekday and time in %s, also once the clocks have changed', async (...row) => {
    const [timeZone, first, thirdSaturday] = row
    const app = await open()
    const monday = Temporal.PlainDate.from(first)
    const until = monday.add({ weeks: 5 }).toString()
    const all = await app.repeats({ first: `${first}T09:00`, timeZone, repeat: { every: 'week', until } })
    // Its own time is lost if the series moves to another day.
    await app.change(all[4]!._id, 'move', {
      scheduledTime: instantOf(`${monday.add({ weeks: 4, days: 1 }).toString()}T12:00`, timeZone) / 1000,
    })
    const before = await app.series(all[0]!._id)
    const response = await app.change(
      all[1]!._id,
      'move',
      move(`${monday.add({ days: 12 }).toString()}T17:30`, timeZone),
    )
    const { undo, later } = response as unknown as Moved
    expect([response.status, later.map(({ _id }) => _id)]).toEqual([200, all.slice(2).map(({ _id }) => _id)])
    const after = await app.series(all[0]!._id)
    expect(after.map(({ publishAt }) => localOf(publishAt, timeZone))).toEqual([
      `${first}T09:00`,
      ...[1, 2, 3, 4, 5].map(week => `${monday.add({ weeks: week, days: 5 }).toString()}T17:30`),
    ])
    expect(localOf(after[2]!.publishAt, timeZone)).toBe(`${thirdSaturday}T17:30`)
    expect(new Set(after.map(({ publishAt }) => publishAt.slice(11, 13))).size).toBeGreaterThan(1)

    await app.call('posts/bulk', { json: { action: 'move', ...undo } })
    expect(await app.series(all[0]!._id)).toEqual(before)
  })

  test('keeps the day of each for a new time of day, and leaves out those that are cancelled or out', async () => {
    const app = await open()
    const all = await app.repeats({
      first: '2030-01-02T09:00',
      repeat: { every: 'week', until: '2030-01-30' },
    })
    await app.publishAll(all.slice(0, 1))
    await app.change(all[3]!._id, 'cancel')
    const moved = await app.change(all[1]!._id, 'move', move('2030-01-09T15:00', ZONE))
    expect((moved as unknown as Moved).later).toHaveLength(2)
    const after = await app.series(all[0]!._id)
    expect(after.map(({ publishAt, state }) => `${localOf(publishAt, ZONE).slice(5)} ${state}`)).toEqual([
      '01-02T09:00 published',
      '01-09T15:00 scheduled',
      '01-16T15:00 scheduled',
      '01-30T15:00 scheduled',
    ])
    const last = await app.change(all[4]!._id, 'move', move('2030-01-30T16:00', ZONE))
    expect(last).toMatchObject({ status: 200, later: [] })
    expect(last).not.toHaveProperty('undo')
  })

  test('moves only the chosen one unless asked for more, and one network alone', async () => {
    const app = await open()
    const all = await app.repeats({
      first: '2030-01-02T09:00',
      repeat: { every: 'week', until: '2030-01-16' },
    })
    const { series: _, ...alone } = move('2030-01-02T12:00', ZONE)
    await app.change(all[0]!._id, 'move', alone)
    const [delivery] = (await app.read(all[1]!._id)).deliveries
    await app.change(all[1]!._id, 'move', { ...move('2030-01-09T12:00', ZONE), deliveryId: delivery!._id })
    expect((await app.read(all[2]!._id)).publishAt).toBe(all[2]!.publishAt)
  })

  test('offers no undo for a post that the move changed otherwise', async () => {
    const app = await open()
    const all = await app.repeats({
      first: '2030-01-02T09:00',
      repeat: { every: 'week', until: '2030-01-16' },
    })
    await app.ctx.db
      .update(deliveries)
      .set({ state: 'held', wakeAt: null })
      .where(eq(deliveries.postId, all[2]!._id))
    const moved = await app.change(all[0]!._id, 'move', move('2030-01-02T12:00', ZONE))
    expect(moved).not.toHaveProperty('undo')
    expect((await app.read(all[2]!._id)).deliveries[0]!.state).toBe('scheduled')
  })

  test('moves none if one would be in the past or another window was first, or if a statement fails midway', async () => {
    const app = await open()
    const all = await app.repeats({
      first: '2030-01-02T09:00',
      repeat: { every: 'week', until: '2030-02-05' },
    })
    const [one, other] = await Promise.all(
      ['10:00', '11:00'].map(time =>
        app.change(all[0]!._id, 'move', { ...move(`2030-01-02T${time}`, ZONE), version: 0 }),
      ),
    )
    expect([one!.status, other!.status].toSorted()).toEqual([200, 409])
    const before = await app.series(all[0]!._id)
    expect(new Set(before.map(({ publishAt }) => publishAt.slice(11))).size).toBe(1)

    const tooFar = move('2030-12-30T09:00', ZONE)
    expect((await app.change(all[1]!._id, 'move', tooFar)).status).toBe(400)
    let statements = 0
    const breaking = faultyDb(app.ctx.db, async (_, run) => {
      if (++statements === 60) throw new Error('The disk is full.')
      return run()
    })
    const ctx = asUser({ ...app.ctx, db: breaking }, app.author.userId)
    const scheduledTime = instantOf('2030-01-03T12:00', ZONE) / 1000
    await expect(
      movePost(ctx, { postId: all[0]!._id }, { scheduledTime, series: 'following' }),
    ).rejects.toThrow()
    expect(statements).toBeGreaterThanOrEqual(60)
    expect(await app.series(all[0]!._id)).toEqual(before)
  })
})

describe('another rhythm for this and all later ones', () => {
  test.each([
    ['Australia/Melbourne', '2030-03-25', ['03-25', '04-08', '04-22', '05-06', '05-20']],
    ['America/New_York', '2030-02-25', ['02-25', '03-11', '03-25', '04-08', '04-22']],
  ])(
    'keeps every other week of a weekly post in %s at its time of day, and adds later ones',
    async (...row) => {
      const [timeZone, first, days] = row
      const app = await open()
      const start = Temporal.PlainDate.from(first)
      const [earlier, ...all] = await app.repeats(
        weekly(start.subtract({ weeks: 1 }).toString(), start.add({ weeks: 4 }).toString(), timeZone),
      )
      const until = start.add({ weeks: 8 }).toString()
      const changed = await rhythm(app, all[0]!._id, { repeat: { every: 'week', interval: 2, until } })
      // Two of the four later ones stay, and the other two get the days after the former end.
      expect(changed).toMatchObject({ status: 200, stays: 2, moved: 2, added: 0, cancelled: 0 })
      expect(await localsOf(app, all[0]!._id, timeZone)).toEqual(days.map(day => `2030-${day}T09:00`))
      const offsets = (await app.series(all[0]!._id)).map(({ publishAt }) => publishAt.slice(11, 13))
      expect(new Set(offsets).size).toBe(2)
      // The earlier one stays in a series that ends with it.
      expect(await app.series(earlier!._id)).toHaveLength(1)
      expect((await app.read(earlier!._id)).series).toMatchObject({
        interval: 1,
        until: start.subtract({ weeks: 1 }).toString(),
      })
      // A later move follows the new rhythm.
      const [, second] = await app.series(all[0]!._id)
      await app.change(second!._id, 'move', {
        scheduledTime: instantOf(`2030-${days[1]!}T10:00`, timeZone) / 1000 + 86_400,
        series: 'following',
      })
      expect((await localsOf(app, all[0]!._id, timeZone)).slice(1)).toEqual(
        days
          .slice(1)
          .map(day => `${Temporal.PlainDate.from(`2030-${day}`).add({ days: 1 }).toString()}T10:00`),
      )
    },
  )

  test('adds copies with all that the post has, and each goes out once', async () => {
    const app = await open()
    const [first] = await app.repeats(weekly('2030-01-07', '2030-01-14'))
    const platforms = [{ platform: 'facebook', message: 'Open today', firstComment: 'Come early' }]
    const labels = ['Hours']
    await app.put(first!._id, { ...app.content('Open today'), platforms, labels, series: 'following' })
    const repeat = { every: 'week', until: '2030-01-28' }
    expect(await rhythm(app, first!._id, { repeat })).toMatchObject({ stays: 1, added: 2, cancelled: 0 })
    const all = await Promise.all((await app.series(first!._id)).map(({ _id }) => app.read(_id)))
    const contentOf = ({ labels, media, author, deliveries: [delivery] }: Post) => [
      labels,
      author,
      media.map(({ _id, altText }) => [_id, altText]),
      delivery!.account?.name,
      delivery!.message,
      delivery!.firstComment?.message,
      delivery!.state,
    ]
    expect(all.map(contentOf)).toEqual(Array.from({ length: 4 }, () => contentOf(all[0]!)))
    const between = await app.repeats({
      ...weekly('2030-01-07', '2030-01-28'),
      first: '2030-01-07T18:00',
      message: 'In between',
    })
    const published = await app.publishAll([...(await app.series(first!._id)), ...between])
    expect(published.filter(({ message }) => message === 'Open today')).toHaveLength(4)
  })

  test('saves a post with its own text as a draft if its day is dropped, and never moves it', async () => {
    const app = await open()
    const all = await app.repeats(weekly('2030-01-07', '2030-02-04'))
    for (const index of [1, 2]) await app.put(all[index]!._id, app.content(`Special ${index}`))
    expect((await app.series(all[0]!._id)).map(({ differs }) => differs)).toEqual([
      undefined,
      true,
      true,
      undefined,
      undefined,
    ])
    const changed = await rhythm(app, all[0]!._id, {
      repeat: { every: 'week', interval: 2, until: '2030-02-10' },
    })
    expect(changed).toMatchObject({ stays: 2, moved: 0, added: 0, cancelled: 2 })
    expect(await app.messages(await app.series(all[0]!._id))).toEqual([
      'Open today',
      'Special 2',
      'Open today',
    ])
    const { data } = (await (await app.call('drafts')).json()) as { data: { text: string }[] }
    expect(data.map(({ text }) => text)).toEqual(['Special 1'])
  })

  test('ends the series with the post, and leaves those that are out or single', async () => {
    const app = await open()
    const all = await app.repeats(weekly('2030-01-07', '2030-02-04'))
    await app.publishAll(all.slice(0, 1))
    expect(await rhythm(app, all[2]!._id, { repeat: null })).toMatchObject({ status: 200, cancelled: 2 })
    const after = await app.series(all[0]!._id)
    expect(after.map(({ state }) => state)).toEqual(['published', 'scheduled', 'scheduled'])
    expect((await app.read(all[0]!._id)).series?.until).toBe('2030-01-21')
    expect((await rhythm(app, all[0]!._id, { repeat: null })).status).toBe(409)
    const single = await app.accept({
      inSeconds: 600,
      platforms: [{ platform: 'facebook', message: 'Once' }],
    })
    expect(await rhythm(app, single, { repeat: null })).toMatchObject({
      status: 409,
      message: RHYTHM_MESSAGES.single,
    })
  })

  test('keeps the last day of each month if only the end changes', async () => {
    const app = await open()
    const all = await app.repeats({
      first: '2030-01-31T09:00',
      repeat: { every: 'month', until: '2030-04-30' },
    })
    const repeat = { every: 'month', until: '2030-06-30' }
    expect(await rhythm(app, all[1]!._id, { repeat })).toMatchObject({ stays: 2, moved: 0, added: 2 })
    expect((await localsOf(app, all[1]!._id)).map(local => local.slice(5, 10))).toEqual([
      '02-28',
      '03-31',
      '04-30',
      '05-31',
      '06-30',
    ])
  })

  test('changes nothing for a wrong rhythm, a newer version or a statement that fails midway', async () => {
    const app = await open()
    const all = await app.repeats(weekly('2030-01-07', '2030-02-25'))
    const repeat = { every: 'week', interval: 2, until: '2030-05-27' }
    for (const wrong of ['2030-01-20', '2031-12-31'])
      expect((await rhythm(app, all[0]!._id, { repeat: { ...repeat, until: wrong } })).status).toBe(400)
    const [one, other] = await Promise.all(
      [2, 3].map(interval => rhythm(app, all[0]!._id, { repeat: { ...repeat, interval }, version: 0 })),
    )
    expect([one!.status, other!.status].toSorted()).toEqual([200, 409])
    const before = await app.series(all[0]!._id)
    expect(before).toHaveLength(one!.status === 200 ? 11 : 7)

    let statements = 0
    const breaking = faultyDb(app.ctx.db, async (_, run) => {
      if (++statements === 60) throw new Error('The disk is full.')
      return run()
    })
    const ctx = asUser({ ...app.ctx, db: breaking }, app.author.userId)
    const input = { repeat: { every: 'week', interval: 1, until: '2030-07-01' } as const }
    await expect(changeRhythm(ctx, all[0]!._id, input)).rejects.toThrow()
    expect(statements).toBeGreaterThanOrEqual(60)
    expect(await app.series(all[0]!._id)).toEqual(before)
  })
})

test('keeps the alt text that was changed in one post when later ones change', async () => {
  const app = await open()
  const all = await app.repeats(weekly('2030-01-07', '2030-01-21'))
  for (const [at, altText] of ['A red square', 'A red door'].entries())
    await app.put(all[at + 1]!._id, { altTexts: [altText] })
  const differs = (await app.series(all[0]!._id)).map(one => one.differs ?? false)
  expect(differs).toEqual([false, false, true])
  await app.put(all[0]!._id, { ...app.content('Open now'), series: 'following' })
  const posts = await Promise.all(all.map(({ _id }) => app.read(_id)))
  expect(posts.map(({ media }) => media[0]!.altText)).toEqual(['A red square', 'A red square', 'A red door'])
})

describe('texts that take turns', () => {
  const spring = { ...weekly('2030-09-16', '2030-10-28'), texts: ['Come in', 'See you'] }
  const inTurn = ['Open today', 'Come in', 'See you', 'Open today', 'Come in', 'See you', 'Open today']

  test('go out one after the other, each post once, also where Facebook refuses the same twice in a row', async () => {
    const app = await open()
    const all = await app.repeats({ ...spring, message: 'Open today' })
    expect(all.map(({ text }) => text)).toEqual([0, 1, 2, 0, 1, 2, 0])
    expect(await localsOf(app, all[0]!._id)).toEqual(
      inTurn.map(
        (_, week) => `${Temporal.PlainDate.from('2030-09-16').add({ weeks: week }).toString()}T09:00`,
      ),
    )
    const posts = await Promise.all(all.map(({ _id }) => app.read(_id)))
    expect(
      new Set(posts.map(({ media }) => media.map(({ _id, altText }) => `${_id} ${altText}`).join())),
    ).toEqual(new Set([`${app.media._id} A red square`]))
    expect(await app.publishAll(all)).toEqual(
      all.map(({ publishAt }, index) => ({ message: inTurn[index]!, at: +new Date(publishAt) })),
    )
  })

  test.each([
    [
      'a text that a network doesn’t take',
      ['Fine', 'x'.repeat(63_207)],
      'Text 3: Facebook: Message exceeds limit',
    ],
    ['an empty text', [' '], 'Text 2: Please enter a message'],
    ['the same text twice', ['Come in', 'Come in'], 'Text 3: It’s the same as another one.'],
    ['a text that is the post’s own', ['Open today'], 'Text 2: It’s the same as another one.'],
    ['more texts than posts', Array.from({ length: 7 }, (_, at) => `Text ${at}`), RHYTHM_MESSAGES.moreTexts],
    [
      'more than ten texts',
      Array.from({ length: 10 }, (_, at) => `Text ${at}`),
      'At most 10 texts can take turns.',
    ],
  ])('create nothing with %s', async (_, texts, message) => {
    const app = await open()
    const response = await app.send({ ...spring, texts })
    expect([response.status, JSON.stringify(await response.json())]).toEqual([
      400,
      expect.stringContaining(message),
    ])
    const single = await app.send({ ...spring, repeat: undefined as unknown as object })
    expect([single.status, await single.text()]).toEqual([
      400,
      expect.stringContaining(RHYTHM_MESSAGES.textsAlone),
    ])
    expect(((await (await app.call('posts')).json()) as { data: Post[] }).data).toEqual([])
  })

  test('a change of one text for later ones changes those that have it, and the pictures of all', async () => {
    const app = await open()
    const all = await app.repeats(spring)
    await app.put(all[4]!._id, app.content('Closed this week'))
    expect((await app.series(all[0]!._id)).map(({ differs }) => differs ?? false).indexOf(true)).toBe(4)
    const change = { ...app.content('Please come in'), altTexts: ['A red door'], series: 'following' }
    expect((await app.put(all[1]!._id, change)).status).toBe(200)
    expect(await app.messages(all)).toEqual([
      'Open today',
      'Please come in',
      'See you',
      'Open today',
      'Closed this week',
      'See you',
      'Open today',
    ])
    const altTexts = await Promise.all(all.map(async ({ _id }) => (await app.read(_id)).media[0]!.altText))
    expect(altTexts).toEqual(
      all.map((_, index) => (index === 0 || index === 4 ? 'A red square' : 'A red door')),
    )
    await app.put(all[3]!._id, { ...app.content('Open again'), series: 'following' })
    expect((await app.messages(all)).filter(text => text === 'Open again')).toHaveLength(2)
  })

  test('are used on a network that is added to later posts, if it accepts them', async () => {
    const app = await open(['facebook', 'instagram'])
    const all = await app.repeats(spring)
    const both = (message: string) => ({
      ...app.content(message),
      platforms: (['facebook', 'instagram'] as const).map(platform => ({ platform, message })),
      series: 'following',
    })
    expect((await app.put(all[3]!._id, both('Open now'))).status).toBe(200)
    expect(await app.messages(all)).toEqual([
      ...inTurn.slice(0, 3),
      ...['Open now', 'Come in', 'See you', 'Open now'].map(text => `${text},${text}`),
    ])
    const long = await app.repeats({ ...spring, texts: ['x'.repeat(2201)] })
    const response = await app.put(long[0]!._id, both('Open now'))
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Text 2: Instagram: Message exceeds limit by 1 character'),
    ])
    expect((await app.messages(long))[0]).toBe('Open today')
    const { call, domainId } = app.author
    const businessName = 'The Bakery of Northcote and Thornbury'
    await call('users/updateUserDomain', { json: { domainId, businessName, websiteURL: '' } })
    const filled = await app.repeats({ ...spring, texts: [`{{name}}${'x'.repeat(2180)}`] })
    expect(await (await app.put(filled[0]!._id, both('Open now'))).text()).toContain(
      'Text 2: Instagram: Message exceeds limit by 17 characters',
    )
  })

  test('are also used on a network that was added after their turn, if it accepts them', async () => {
    const app = await open(['facebook', 'instagram'])
    const linkTags = { on: true, source: '', medium: 'social', campaign: 'spring' }
    const { call, domainId } = app.author
    await call(`domains/${domainId}`, { method: 'PATCH', json: { linkTags } })
    const extended = async (message: string) => {
      const [first, last] = await app.repeats({
        ...weekly('2030-01-07', '2030-01-14'),
        message,
        texts: ['Come in'],
      })
      await app.publishAll([first!])
      const platforms = (['facebook', 'instagram'] as const).map(platform => ({
        platform,
        message: 'Come in',
      }))
      await app.put(last!._id, { ...app.content('Come in'), platforms, series: 'following' })
      const repeat = { every: 'week', until: '2030-01-21' }
      const changed = await rhythm(app, last!._id, { repeat })
      return { changed, messages: await app.messages(await app.series(last!._id)) }
    }
    const link = 'Book at https://a.example/book'
    const { messages } = await extended(link)
    const tagged = `${link}?utm_source=facebook&utm_medium=social&utm_campaign=spring`
    expect(messages).toEqual(['Come in,Come in', `${tagged},${link}`])
    app.clock.set(new Date(instantOf('2030-01-01T09:00', ZONE)))
    expect(await extended('x'.repeat(2201))).toMatchObject({
      changed: {
        status: 400,
        message: expect.stringContaining('Text 1: Instagram: Message exceeds limit by 1 character'),
      },
      messages: ['x'.repeat(2201), 'Come in,Come in'],
    })
  })

  test('a change of the time for later ones moves those with another text, and those changed alone, too', async () => {
    const app = await open()
    const all = await app.repeats(spring)
    await app.put(all[4]!._id, app.content('Closed this week'))
    const scheduledTime = instantOf('2030-10-01T10:00', ZONE) / 1000
    await app.put(all[2]!._id, { ...app.content('See you'), scheduledTime, series: 'following' })
    expect((await localsOf(app, all[0]!._id)).map(local => local.slice(5))).toEqual([
      '09-16T09:00',
      '09-23T09:00',
      '10-01T10:00',
      '10-08T10:00',
      '10-15T10:00',
      '10-22T10:00',
      '10-29T10:00',
    ])
    expect(await app.messages(all)).toEqual(inTurn.with(4, 'Closed this week'))
  })

  test('take turns in another rhythm, and on the days that it adds', async () => {
    const app = await open()
    const all = await app.repeats(spring)
    const changed = await rhythm(app, all[2]!._id, {
      repeat: { every: 'week', interval: 2, until: '2030-12-23' },
    })
    expect(changed).toMatchObject({ status: 200, stays: 0, moved: 4, added: 2, cancelled: 0 })
    const after = await app.series(all[2]!._id)
    expect(await app.messages(after)).toEqual([
      'See you',
      'Open today',
      'Come in',
      'See you',
      'Open today',
      'Come in',
      'See you',
    ])
    expect((await localsOf(app, all[2]!._id)).map(local => local.slice(5))).toEqual([
      '09-30T09:00',
      '10-14T09:00',
      '10-28T09:00',
      '11-11T09:00',
      '11-25T09:00',
      '12-09T09:00',
      '12-23T09:00',
    ])
    expect(await app.publishAll([...all.slice(0, 2), ...after])).toHaveLength(9)
  })

  test('include those of posts that have gone out', async () => {
    const app = await open()
    const all = await app.repeats({ ...weekly('2030-01-07', '2030-01-21'), texts: ['Come in', 'See you'] })
    await app.publishAll(all.slice(0, 2))
    const repeat = { every: 'week', until: '2030-02-11' }
    expect(await rhythm(app, all[2]!._id, { repeat })).toMatchObject({ status: 200, added: 3 })
    const after = await app.series(all[2]!._id)
    expect(await app.messages(after)).toEqual(['See you', 'Open today', 'Come in', 'See you'])
  })

  test('stay in one draft with the rhythm if the later posts are cancelled', async () => {
    const app = await open()
    const all = await app.repeats(spring)
    await app.put(all[4]!._id, app.content('Closed this week'))
    await app.change(all[1]!._id, 'cancel', { series: 'following' })
    const { data } = (await (await app.call('drafts')).json()) as { data: { _id: string; text: string }[] }
    expect(data.map(({ text }) => text).toSorted()).toEqual(['Closed this week', 'Come in'])
    const draft = (await (await app.call(`drafts/${all[1]!._id}`)).json()) as { data: { content: object } }
    expect(draft.data.content).toMatchObject({
      message: 'Come in',
      texts: ['See you', 'Open today'],
      repeat: { every: 'week', interval: 1, until: '2030-10-28' },
    })
  })

  test('become drafts if the series ends before they had their turn', async () => {
    const app = await open()
    const all = await app.repeats(spring)
    expect(await rhythm(app, all[0]!._id, { repeat: null })).toMatchObject({ status: 200, cancelled: 6 })
    const { data } = (await (await app.call('drafts')).json()) as { data: { text: string }[] }
    expect(data.map(({ text }) => text).toSorted()).toEqual(['Come in', 'See you'])
  })
})

describe('a post that starts to repeat', () => {
  const openSingle = async (at = '2030-03-25T09:00') => {
    const app = await open()
    const form = new FormData()
    form.set('data', JSON.stringify({ ...app.content('Open today'), timeZone: ZONE, labels: ['Hours'] }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(instantOf(at, ZONE) / 1000))
    const { postId } = (await (await app.call('auth/createPosts', { form })).json()) as { postId: string }
    return { app, postId }
  }
  const repeat = { every: 'week', until: '2030-04-15' }

  test('gets copies at its time of day, also once the clocks have changed, and texts that take turns', async () => {
    const { app, postId } = await openSingle()
    const changed = await rhythm(app, postId, { repeat, texts: ['Come in'] })
    expect(changed).toMatchObject({ status: 200, added: 3, canUndo: true })
    const all = await app.series(postId)
    expect(await localsOf(app, postId)).toEqual(
      ['03-25', '04-01', '04-08', '04-15'].map(day => `2030-${day}T09:00`),
    )
    expect(new Set(all.map(({ publishAt }) => publishAt.slice(11, 13))).size).toBe(2)
    expect(await app.messages(all)).toEqual(['Open today', 'Come in', 'Open today', 'Come in'])
    expect(await Promise.all(all.map(async ({ _id }) => (await app.read(_id)).labels))).toEqual(
      Array.from({ length: 4 }, () => ['Hours']),
    )
    expect(await app.publishAll(all)).toHaveLength(4)
  })

  test('is single again after Undo', async () => {
    const { app, postId } = await openSingle()
    await rhythm(app, postId, { repeat, texts: ['Come in'] })
    expect(await app.change(postId, 'repeat/undo')).toMatchObject({ status: 200 })
    expect((await app.read(postId)).series).toBeUndefined()
    const { data } = (await (await app.call('posts?tab=scheduled')).json()) as { data: Post[] }
    expect(data.map(({ _id }) => _id)).toEqual([postId])
  })

  test('stays single for a wrong rhythm or text, or once its time has passed', async () => {
    const { app, postId } = await openSingle('2030-01-07T09:00')
    expect((await rhythm(app, postId, { repeat: { ...repeat, until: '2030-01-08' } })).status).toBe(400)
    expect((await rhythm(app, postId, { repeat, texts: ['Open today'] })).status).toBe(400)
    await app.ctx.db.update(deliveries).set({ state: 'held', wakeAt: null })
    app.clock.set(new Date(instantOf('2030-01-08T09:00', ZONE)))
    expect((await rhythm(app, postId, { repeat })).status).toBe(400)
    expect((await app.read(postId)).series).toBeUndefined()
  })
})

describe('A text that is added to a running series', () => {
  const repeat = { every: 'week', until: '2030-02-11' }
  /** Six weekly posts in two texts, and the second of them, from which on further texts are added. */
  const openRunning = async () => {
    const app = await open()
    const all = await app.repeats({ ...weekly('2030-01-07', '2030-02-11'), texts: ['Come in'] })
    const add = (texts: string[], until = repeat.until) =>
      rhythm(app, all[1]!._id, { repeat: { ...repeat, until }, texts })
    return { app, all, add, messages: async () => app.messages(await app.series(all[1]!._id)) }
  }

  test('takes turns with those that it has, from a post on, until Undo', async () => {
    const { app, all, add, messages } = await openRunning()
    const before = await messages()
    const changed = await add(['See you'])
    expect(changed).toMatchObject({ status: 200, stays: 0, moved: 2, added: 2, cancelled: 2, canUndo: true })
    expect(await messages()).toEqual(['Come in', 'See you', 'Open today', 'Come in', 'See you'])
    expect((await app.series(all[1]!._id)).map(({ text }) => text)).toEqual([1, 2, 0, 1, 2])
    expect(await app.change(all[1]!._id, 'repeat/undo')).toMatchObject({ status: 200 })
    expect(await messages()).toEqual(before)
  })

  test('is refused if it is empty, the same as another, one too many, or would never go out', async () => {
    const { app, all, add, messages } = await openRunning()
    const before = await messages()
    const refused = async (...input: Parameters<typeof add>) => {
      const { status, message } = await add(...input)
      return [status, message]
    }
    expect(await refused([' '])).toEqual([400, expect.any(String)])
    expect(await refused(['Open today'])).toEqual([400, `Text 3: ${RHYTHM_MESSAGES.sameText}`])
    const many = Array.from({ length: 9 }, (_, at) => `Text ${at}`)
    expect(await refused(many, '2030-12-30')).toEqual([400, 'At most 10 texts can take turns.'])
    expect(await refused(['See you', 'Bye'], '2030-01-28')).toEqual([400, RHYTHM_MESSAGES.moreTexts])
    const ending = { repeat: null, texts: ['See you'] }
    expect(await rhythm(app, all[1]!._id, ending)).toMatchObject({ status: 400 })
    expect(await messages()).toEqual(before)
  })
})

describe('Undo of another rhythm', () => {
  const repeat = { every: 'week', interval: 2, until: '2030-04-01' }
  /** Changes the rhythm of the second of six weekly posts, of which the fifth was changed alone. */
  const changed = async (at?: string) => {
    const app = await open()
    const all = await app.repeats({ ...weekly('2030-01-07', '2030-02-11'), texts: ['Come in'] })
    await app.put(all[4]!._id, app.content('Special'))
    const before = await stateOf(app, all)
    if (at) app.clock.set(new Date(instantOf(at, ZONE)))
    app.clock.advance(1000)
    const response = await rhythm(app, all[1]!._id, { repeat })
    expect(response).toMatchObject({ status: 200, canUndo: true })
    return { app, all, before, second: all[1]!._id, later: response.later }
  }
  const stateOf = async (app: App, all: Occurrence[]) => ({
    series: await app.series(all[0]!._id),
    posts: await Promise.all(
      all.map(async ({ _id }) => {
        const { publishAt, series, deliveries: parts } = await app.read(_id)
        return { publishAt, series, parts: parts.map(({ message, state }) => `${message} ${state}`) }
      }),
    ),
    drafts: ((await (await app.call('drafts')).json()) as { data: { text: string }[] }).data,
  })

  test('restores exactly what was there, once', async () => {
    const { app, all, before, second } = await changed()
    expect(await stateOf(app, all)).not.toEqual(before)
    const undone = await app.change(second, 'repeat/undo')
    expect(undone).toMatchObject({ status: 200, message: 'It repeats as before.' })
    expect(await stateOf(app, all)).toEqual(before)
    expect(await app.change(second, 'repeat/undo')).toMatchObject({
      status: 409,
      message: RHYTHM_MESSAGES.tooLateToUndo,
    })
    await app.publishAll(all)
    expect(await app.ctx.db.$count(deliveries, eq(deliveries.state, 'published'))).toBe(6)
  })

  test('restores a series that was ended', async () => {
    const { app, all, before, second } = await changed()
    await app.change(second, 'repeat/undo')
    app.clock.advance(1000)
    expect(await rhythm(app, second, { repeat: null })).toMatchObject({
      status: 200,
      canUndo: true,
      cancelled: 4,
    })
    expect(await app.change(second, 'repeat/undo')).toMatchObject({ status: 200 })
    expect(await stateOf(app, all)).toEqual(before)
  })

  test('says what went out meanwhile, and changes nothing', async () => {
    const { app, all, second } = await changed('2030-01-14T08:30')
    app.clock.set(new Date(all[1]!.publishAt))
    await app.run()
    const now = await stateOf(app, all)
    const undone = await app.change(second, 'repeat/undo')
    expect(undone).toMatchObject({ status: 409, message: expect.stringContaining('14 Jan 2030') })
    expect(await stateOf(app, all)).toEqual(now)
  })

  test('is refused once another window has changed a post, after an hour, and by another post', async () => {
    const { app, second, later } = await changed()
    expect((await app.change(later[0]!._id, 'repeat/undo')).status).toBe(409)
    app.clock.advance(61 * 60_000)
    expect(await app.change(second, 'repeat/undo')).toMatchObject({ message: RHYTHM_MESSAGES.tooLateToUndo })
    app.clock.advance(-61 * 60_000)
    await app.put(later.find(({ series }) => series)!._id, app.content('Changed'))
    const undone = await app.change(second, 'repeat/undo')
    expect(undone).toMatchObject({ status: 409, message: RHYTHM_MESSAGES.changedSince })
  })

  test('happens once if two windows ask at once, and not at all if a statement fails midway', async () => {
    const { app, all, before, second } = await changed()
    let statements = 0
    const breaking = faultyDb(app.ctx.db, async (_, run) => {
      if (++statements === 60) throw new Error('The disk is full.')
      return run()
    })
    const now = await stateOf(app, all)
    await expect(
      undoRhythm(asUser({ ...app.ctx, db: breaking }, app.author.userId), second),
    ).rejects.toThrow()
    expect(statements).toBeGreaterThanOrEqual(60)
    expect(await stateOf(app, all)).toEqual(now)
    const both = await Promise.all([app.change(second, 'repeat/undo'), app.change(second, 'repeat/undo')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stateOf(app, all)).toEqual(before)
  })
})

describe('cancelling this and all later ones', () => {
  const month = { first: '2030-01-07T09:00', repeat: { every: 'week', until: '2030-02-04' } }
  const statesOf = (app: { read: (id: string) => Promise<Post> }, all: Occurrence[]): Promise<string[]> =>
    Promise.all(all.map(async ({ _id }) => (await app.read(_id)).deliveries[0]!.state))

  test('leaves one draft and the earlier posts, and can be undone', async () => {
    const app = await open()
    const all = await app.repeats(month)
    await app.change(all[3]!._id, 'cancel')
    app.clock.advance(1000)
    const canceled = await app.change(all[1]!._id, 'cancel', { series: 'following' })
    expect(canceled).toMatchObject({ status: 200, draftId: all[1]!._id, cancelled: 3 })
    expect(await statesOf(app, all)).toEqual(['scheduled', ...Array.from({ length: 4 }, () => 'canceled')])
    expect(await app.series(all[0]!._id)).toHaveLength(1)
    const drafts = (await (await app.call('drafts')).json()) as { data: { _id: string }[] }
    expect(drafts.data.map(({ _id }) => _id).toSorted()).toEqual([all[1]!._id, all[3]!._id].toSorted())

    expect(await app.change(all[1]!._id, 'restore', { series: 'following' })).toMatchObject({ status: 200 })
    // The post that was cancelled by itself stays cancelled.
    expect(await statesOf(app, all)).toEqual(['scheduled', 'scheduled', 'scheduled', 'canceled', 'scheduled'])
  })

  test('leaves a draft of each post with its own text, until it is undone', async () => {
    const app = await open()
    const all = await app.repeats(month)
    await app.put(all[2]!._id, app.content('Closed this week'))
    app.clock.advance(1000)
    await app.change(all[1]!._id, 'cancel', { series: 'following' })
    const draftsOf = async () => {
      const { data } = (await (await app.call('drafts')).json()) as { data: { _id: string }[] }
      return data.map(({ _id }) => _id).toSorted()
    }
    expect(await draftsOf()).toEqual([all[1]!._id, all[2]!._id].toSorted())
    await app.change(all[1]!._id, 'restore', { series: 'following' })
    expect(await draftsOf()).toEqual([])
    expect((await app.read(all[2]!._id)).deliveries[0]!).toMatchObject({
      state: 'scheduled',
      message: 'Closed this week',
    })
  })

  test('cancels only the chosen one unless asked for more', async () => {
    const app = await open()
    const all = await app.repeats(month)
    expect(await app.change(all[1]!._id, 'cancel')).toMatchObject({ status: 200, cancelled: 1 })
    expect(await statesOf(app, all)).toEqual(['scheduled', 'canceled', 'scheduled', 'scheduled', 'scheduled'])
  })

  test('refuses if publishing of the chosen one begins first', async () => {
    const app = await open()
    const all = await app.repeats(month)
    app.clock.set(new Date(all[0]!.publishAt))
    const ctx = asUser(
      beforeNextWrite(app.ctx, () => app.run()),
      app.author.userId,
    )
    await expect(cancelPost(ctx, all[0]!._id, 'following')).rejects.toMatchObject({ code: 'conflict' })
    expect(await statesOf(app, all)).toEqual(['published', ...Array.from({ length: 4 }, () => 'scheduled')])
  })
})

test('the calendar and the post say that it repeats', async () => {
  const app = await open()
  const [first] = await app.repeats({
    first: '2030-01-07T09:00',
    repeat: { every: 'week', interval: 2, until: '2030-02-04' },
  })
  const window = 'from=2030-01-01T00:00:00Z&to=2030-03-01T00:00:00Z'
  const { data } = (await (await app.call(`posts/calendar?${window}`)).json()) as { data: object[] }
  expect(data).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ repeats: true })))
  expect((await app.read(first!._id)).series).toEqual({
    _id: expect.any(String),
    every: 'week',
    interval: 2,
    until: '2030-02-04',
    timeZone: ZONE,
  })
  const single = await app.accept({ inSeconds: 600, platforms: [{ platform: 'facebook', message: 'Once' }] })
  expect(await app.series(single)).toEqual([])
  expect((await app.read(single)).series).toBeUndefined()
})

test('one of two processes on one database changes the rhythm, and one undoes that', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-series-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir, DATABASE_URL: `file:${join(dataDir, 'currawong.db')}` }
  const clock = testClock()
  const first = await connectingApp({ clock, env })
  const second = await testApp({ clock, env, sandbox: first.sandbox })
  const author = await first.owner()
  await first.connectFacebook(author)
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'Open today' }]
  const { repeat } = weekly('2030-01-07', '2030-02-11')
  const data = { platforms, textOnly: true, timeZone: ZONE, repeat, texts: ['Come in'] }
  form.set('data', JSON.stringify(data))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(instantOf('2030-01-07T09:00', ZONE) / 1000))
  const { postId } = (await (await author.call('auth/createPosts', { form })).json()) as { postId: string }
  const series = async () =>
    ((await (await author.call(`posts/${postId}/series`)).json()) as { data: Occurrence[] }).data
  const before = await series()
  const both = (path: string, json: object) =>
    Promise.all(
      [first, second].map(async api => {
        const response = await api.request(`posts/${postId}/${path}`, { json, token: author.token })
        return response.status
      }),
    )
  const change = { repeat: { every: 'week', interval: 2, until: '2030-03-04' }, version: 0 }
  expect((await both('repeat', change)).toSorted()).toEqual([200, 409])
  const after = await series()
  expect(after.map(({ publishAt, text }) => `${localOf(publishAt, ZONE).slice(5, 10)} ${text}`)).toEqual([
    '01-07 0',
    '01-21 1',
    '02-04 0',
    '02-18 1',
    '03-04 0',
  ])
  expect((await both('repeat/undo', {})).toSorted()).toEqual([200, 409])
  expect(await series()).toEqual(before)
})
