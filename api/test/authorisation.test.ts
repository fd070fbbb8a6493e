import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'

import { rateLimits } from '#api/db/schema/limits.ts'
import { recordRun } from '#api/jobs/runs.ts'
import { notificationInsert } from '#api/notifications/notifications.ts'
import type { Post } from '#shared/posts/posts.ts'
import type { Ask, World } from './access/rule.ts'
import { RULES } from './access/rules.ts'
import { contactRequest, spreadsheet } from './access/sent.ts'
import type { TestApp } from './app.ts'
import { publishingApp, type PublishingApp } from './publishing.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
const SECRET_TEXTS = ['Pat’s Plumbing', 'Secret words']

let api: PublishingApp
let world: World
let people: Record<'nobody' | 'other' | 'admin' | 'owner', Person | undefined>
let initialData: Awaited<ReturnType<typeof readOwnersData>>

beforeAll(async () => {
  api = await publishingApp()
  const [other, admin] = [await api.signUp(), await api.admin()]
  for (const person of [other, admin])
    await person.call('users/saveUserDomain', { json: { businessName: 'Elsewhere' } })
  people = { nobody: undefined, other, admin, owner: api.author }
  await notificationInsert(
    api.ctx,
    {
      id: 'notice',
      userId: api.author.userId,
      type: 'general',
      tone: 'info',
      title: 'Secret words',
      message: '',
      link: '',
    },
    sql`true`,
  )
  await recordRun(api.ctx, 'publish')
  await recordRun(api.ctx, 'send-mail')

  const ask = async (path: string, { call } = api as Pick<Person, 'call'>) =>
    ((await (await call(path)).json()) as { data: any }).data
  await api.request('users/saveContactRequest', { json: contactRequest })
  await api.request('users/saveFeatureRequest', { json: { name: 'Pat' } })
  const postId = await api.accept({ message: 'Secret words', inSeconds: 3600 })
  const post: Post = await ask(`posts/${postId}`)
  const url = new URL(post.media[0]!.url)
  const draftId = crypto.randomUUID()
  const templateId = crypto.randomUUID()
  const draft = { version: 0, content: { message: 'Secret words' } }
  await api.call(`drafts/${draftId}`, { method: 'PUT', json: draft })
  await api.call(`templates/${templateId}`, { method: 'PUT', json: { name: 'Secret words', text: 'x' } })
  const imported = await api.call('imports', { form: spreadsheet('Secret words') })
  const prepared = await api.call('reports', { json: { domainId: post.domainId, month: '2029-12' } })
  const { data: report } = (await prepared.json()) as { data: { _id: string } }
  world = {
    reportId: report._id,
    importId: ((await imported.json()) as { data: { _id: string } }).data._id,
    postId,
    domainId: post.domainId,
    pageId: (await ask('auth/getPagesInfo'))[0].id,
    mediaPath: url.pathname + url.search,
    noticeId: 'notice',
    mediaId: post.media[0]!._id,
    draftId,
    templateId,
    requestIds: {
      support: (await ask('admin/supportRequests', admin))[0]._id,
      feature: (await ask('admin/featureRequests', admin))[0]._id,
    },
  }
  initialData = await readOwnersData()
}, 60_000)

// The tests read the owner's data more often than the limits allow.
beforeEach(async () => {
  await api.ctx.db.delete(rateLimits)
})

async function answerTo(who: keyof typeof people, ask: Ask) {
  const [path, init] = typeof ask === 'string' ? [ask] : await ask(world)
  const token = people[who]?.token
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
      answerTo('owner', path),
    ),
  )

test('has a rule for every route', () => {
  const routes = api.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(RULES).toSorted()).toEqual([...new Set(routes)].toSorted())
})

describe.each(['nobody', 'other', 'admin'] as const)('%s', who => {
  test.each(Object.entries(RULES))('%s', async (route, [ask, expected]) => {
    const { status, text } = await answerTo(who, ask)
    expect({ route, status, text }).toMatchObject({ route, status: expected[who] })
    for (const words of SECRET_TEXTS) expect(text).not.toContain(words)
    if (!route.startsWith('GET')) expect(await readOwnersData()).toEqual(initialData)
  })
})

describe('owner', () => {
  test.each(Object.entries(RULES))('%s', async (route, [ask, expected]) => {
    const { status, text } = await answerTo('owner', ask)
    expect({ route, status, text }).toMatchObject({ route, status: expected.owner })
  })
})
