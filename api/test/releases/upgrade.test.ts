import { beforeAll, describe, expect, test } from 'bun:test'

import { requireSameSecret } from '#api/boot/secret-check.ts'
import { createEngine } from '#api/publishing/engine.ts'
import type { TestApp } from '../app.ts'
import { atEnd } from '../at-end.ts'
import { readRows, type Rows, startOn, type StoredRelease, unpackRelease } from './stored-release.ts'

const MINUTE = 60_000
const LISTS = [
  'posts',
  'posts/counts',
  'posts/calendar?from=2030-01-01T00:00:00Z&to=2030-04-01T00:00:00Z',
  'drafts',
  'templates',
  'notifications',
  'notifications/counts',
  'insights',
  'insights/summary',
  'insights/rate?timeZone=Australia/Melbourne',
  'accounts/facebook/posts',
  'accounts/instagram/posts',
  'users/getUserDomain',
  'users/getUserActiveDomain',
  'users/scoreHistory',
  'sessions',
  'settings',
  'captions',
  'push/key',
  'auth/getPagesInfo',
  'auth/google/locations',
]

describe.each(['0.1.0'])('an installation of release %s', release => {
  let stored: StoredRelease
  let app: TestApp
  let after: Rows
  const call = (path: string, init = {}) => app.request(path, { token: stored.about.author.token, ...init })

  beforeAll(async () => {
    stored = await unpackRelease(release)
    app = await startOn(stored)
    after = readRows(stored.file)
  })

  test('holds a thousand posts, in every state', () => {
    const states = (table: string) => new Set(stored.before[table]!.map(({ state }) => state))
    expect(stored.before.posts!.length).toBeGreaterThanOrEqual(1000)
    expect([...states('deliveries')].toSorted()).toEqual([
      'canceled',
      'failed',
      'held',
      'published',
      'publishing',
      'scheduled',
      'unconfirmed',
    ])
    expect(states('first_comments').size).toBeGreaterThanOrEqual(4)
    for (const [table, rows] of Object.entries(stored.before))
      expect([table, rows.length > 0]).toEqual([table, true])
  })

  test('keeps every row during the upgrade', () => {
    for (const [table, rows] of Object.entries(stored.before)) {
      const columns = Object.keys(rows[0]!)
      const kept = after[table]!.map(row => JSON.stringify(columns.map(column => row[column])))
      expect([table, kept.toSorted()]).toEqual([
        table,
        rows.map(row => JSON.stringify(Object.values(row))).toSorted(),
      ])
    }
  })

  test('opens every value that was encrypted', async () => {
    await requireSameSecret(app.ctx)
    let opened = 0
    for (const [table, rows] of Object.entries(after))
      for (const row of rows)
        for (const [column, value] of Object.entries(row))
          if (column.startsWith('sealed_') && typeof value === 'string') {
            expect([
              table,
              column,
              typeof app.ctx.cipher.decrypt(value, 'any: what 0.1.0 sealed is bound to none'),
            ]).toEqual([table, column, 'string'])
            opened++
          }
    expect(opened).toBeGreaterThan(10)
  })

  test('serves every list and posts of every kind', async () => {
    for (const path of LISTS) {
      const response = await call(path)
      expect([path, response.status]).toEqual([path, 200])
    }
    const own = stored.before.posts!.filter(({ user_id }) => user_id === stored.about.author.userId)
    const some = own.filter((_, at) => at % 5 === 0)
    const statuses = await Promise.all(
      some.map(async ({ id }) => (await call(`posts/${id as string}`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await call('users/export')).status).toBe(200)
  })

  test('signs in a user with two-factor', async () => {
    const { email, password, recoveryCodes } = stored.about.careful
    const first = await app.request('users/login', { json: { email, password } })
    const { ticket } = (await first.json()) as { ticket: string }
    const second = await app.request('users/verify-two-factor', { json: { ticket, code: recoveryCodes[0] } })
    expect(second.status).toBe(200)
  })

  test('publishes every due post once, including those in flight', async () => {
    const engine = createEngine(app.ctx)
    atEnd(() => engine.stop())
    const due = stored.before.deliveries!.filter(
      ({ state, publish_at }) =>
        ['scheduled', 'publishing', 'unconfirmed'].includes(state as string) &&
        (publish_at as number) < +app.clock.now() + 33 * MINUTE,
    )
    expect(due.length).toBeGreaterThan(80)
    app.clock.advance(33 * MINUTE)
    for (let minute = 0; minute < 6; minute++) {
      await engine.tick()
      await engine.idle()
      app.clock.advance(MINUTE)
    }
    const states = new Map(readRows(stored.file).deliveries!.map(({ id, state }) => [id, state]))
    expect(new Set(due.map(({ id }) => states.get(id)))).toEqual(new Set(['published']))
    const response = await fetch(`${app.sandbox.url}/_sandbox/published`)
    const published = ((await response.json()) as { message: string }[]).map(({ message }) => message)
    for (const { message } of due)
      expect([message, published.filter(text => text === message).length]).toEqual([message, 1])
  })
})
