import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'

import { rateLimits } from '#api/db/schema/server/limits.ts'
import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { isAllowed, ROLES } from '#shared/businesses/permissions.ts'
import type { Call, World } from './access/rule.ts'
import { RULES } from './access/rules.ts'
import { createWorld } from './access/world.ts'
import type { TestApp } from './app.ts'
import type { PublishingApp } from './publishing.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
const NAME = 'Pat’s Plumbing'
const SECRET_TEXTS = [NAME, 'Secret words']

let api: PublishingApp
let world: World
let people: Record<'nobody' | 'other' | 'admin' | 'owner', Person | undefined>
let initialData: Awaited<ReturnType<typeof readOwnersData>>

beforeAll(async () => {
  const created = await createWorld()
  const { other, admin } = created
  ;({ api, world } = created)
  people = { nobody: undefined, other, admin, owner: api.author }
  initialData = await readOwnersData()
}, HUNG_AFTER_MS)

// The tests read the owner's data more often than the limits allow.
beforeEach(async () => {
  await api.ctx.db.delete(rateLimits)
})

async function responseTo(caller: keyof typeof people, call: Call) {
  const [path, init] = typeof call === 'string' ? [call] : await call(world)
  const token = people[caller]?.token
  const response = await api.request(path, { ...init, ...(token && { token }) })
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, text: '' }
  }
  return { status: response.status, text: await response.text() }
}

const readOwnersData = async () =>
  Promise.all(
    ['users/getUserDomain', 'posts', 'notifications', 'drafts', 'templates', 'auth/getPagesInfo'].map(path =>
      responseTo('owner', path),
    ),
  )

test('has a rule for every route', () => {
  const routes = api.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(RULES).toSorted()).toEqual([...new Set(routes)].toSorted())
})

test('describes every error that a rule expects', async () => {
  const { paths } = (await (await api.request('openapi.json')).json()) as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  const undescribed = Object.entries(RULES).flatMap(([route, [, statuses, permission]]) => {
    const [method = '', path = ''] = route.split(' ')
    const call = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const isLimited = permission && !ROLES.every(role => isAllowed(role, permission))
    const errors = new Set([...Object.values(statuses), ...(isLimited ? [403] : [])])
    return [...errors]
      .filter(status => status >= 400 && !(status in (call?.responses ?? {})))
      .map(status => `${route}: ${status}`)
  })
  expect(undescribed).toEqual([])
})

describe.each(['nobody', 'other', 'admin'] as const)('%s', who => {
  test.each(Object.entries(RULES))('%s', async (route, [call, expected]) => {
    const { status, text } = await responseTo(who, call)
    expect({ route, status, text }).toMatchObject({ route, status: expected[who] })
    // The list of clients names all businesses to administrators.
    const isNamed = who === 'admin' && route === 'GET /api/clients'
    for (const secret of SECRET_TEXTS) if (!isNamed || secret !== NAME) expect(text).not.toContain(secret)
  })

  test('changes none of the owner’s data by any of these calls', async () => {
    expect(await readOwnersData()).toEqual(initialData)
  })
})

describe('owner', () => {
  test.each(Object.entries(RULES))('%s', async (route, [call, expected]) => {
    const { status, text } = await responseTo('owner', call)
    expect({ route, status, text }).toMatchObject({ route, status: expected.owner })
  })
})
