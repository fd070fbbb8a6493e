import { beforeAll, expect, test } from 'bun:test'

import { createEngine } from '#api/publishing/engine.ts'
import type { TestApp } from '../app.ts'
import { atEnd } from '../at-end.ts'
import { processorTime } from '../clock.ts'
import { addMember } from '../members.ts'
import { readRows, startOn, type StoredRelease, unpackRelease } from './stored-release.ts'

const MINUTE = 60_000
type Row = Record<string, unknown>

let stored: StoredRelease
let app: TestApp
let domainId: string
/** Deliveries of the business that could still go out before the rule was turned on. */
let waiting: Row[]

const call = (path: string, init = {}) => app.request(path, { token: stored.about.author.token, ...init })
const isDueSoon = ({ publish_at }: Row) => (publish_at as number) <= +stored.clock.now() + 10 * MINUTE
const statesNow = () =>
  new Map(readRows(stored.file).deliveries!.map(({ id, state }) => [id, state as string]))
const idsOf = (rows: Row[]) => new Set(rows.map(({ post_id }) => post_id as string))

beforeAll(async () => {
  stored = await unpackRelease('0.1.0')
  const next = Math.min(
    ...stored.before.deliveries!.flatMap(({ state, publish_at }) =>
      state === 'scheduled' ? [publish_at as number] : [],
    ),
  )
  stored.clock.set(new Date(next - 5 * MINUTE))
  app = await startOn(stored)
  const { data } = (await (await call('users/getUserActiveDomain')).json()) as { data: { _id: string } }
  domainId = data._id
  const own = new Set(
    readRows(stored.file).posts!.flatMap(post => (post.domain_id === domainId ? [post.id] : [])),
  )
  waiting = stored.before.deliveries!.filter(
    ({ post_id, state }) =>
      own.has(post_id) && ['scheduled', 'publishing', 'unconfirmed'].includes(state as string),
  )
})

test('asks for approval of the posts of an earlier release, except those due within minutes', async () => {
  const ms = await processorTime(async () => {
    const turnedOn = await call(`businesses/${domainId}/approval-rule`, {
      method: 'PUT',
      json: { required: true },
    })
    expect(turnedOn.status).toBe(200)
  })
  expect(ms).toBeLessThan(5000)
  const states = statesNow()
  const scheduled = waiting.filter(({ state }) => state === 'scheduled')
  const [soon, later] = [scheduled.filter(isDueSoon), scheduled.filter(row => !isDueSoon(row))]
  expect(soon.length).toBeGreaterThan(5)
  expect(later.length).toBeGreaterThan(50)
  expect(new Set(soon.map(({ id }) => states.get(id)))).toEqual(new Set(['scheduled']))
  expect(new Set(later.map(({ id }) => states.get(id)))).toEqual(new Set(['in_review']))
})

test('publishes only the posts that invited approvers approve', async () => {
  const [author, approver] = [await app.signUp(), await app.signUp()]
  await addMember(app.ctx, { domainId, userId: author.userId, role: 'author' })
  await addMember(app.ctx, { domainId, userId: approver.userId, role: 'approver' })
  const states = statesNow()
  const inReview = waiting
    .filter(({ id }) => states.get(id) === 'in_review')
    .toSorted((a, b) => (a.publish_at as number) - (b.publish_at as number))
  const [first, second, ...others] = [...idsOf(inReview)]
  for (const id of [first, second]) {
    const read = (await (await approver.call(`posts/${id}`)).json()) as {
      data: { approval: { contentHash: string } }
    }
    const json = { contentHash: read.data.approval.contentHash }
    expect((await author.call(`posts/${id}/approve`, { json })).status).toBe(403)
    expect((await approver.call(`posts/${id}/approve`, { json })).status).toBe(200)
  }
  const engine = createEngine(app.ctx)
  atEnd(() => engine.stop())
  const run = async () => {
    for (let minute = 0; minute < 4; minute++) {
      await engine.tick()
      await engine.idle()
      stored.clock.advance(MINUTE)
    }
  }
  stored.clock.advance(10 * MINUTE)
  await run()
  stored.clock.set(new Date((inReview[0]!.publish_at as number) + MINUTE))
  await run()
  const after = readRows(stored.file)
  const outOf = (ids: ReadonlySet<string>) =>
    after.deliveries!.filter(({ post_id, state }) => ids.has(post_id as string) && state === 'published')
  expect(outOf(new Set([first!, second!]))).toHaveLength(4)
  const asked = idsOf(inReview)
  const exempt = new Set([...idsOf(waiting)].filter(id => !asked.has(id)))
  expect(outOf(exempt).length).toBeGreaterThan(10)
  const isNew = ({ id }: Row) =>
    stored.before.deliveries!.some(before => before.id === id && before.state !== 'published')
  expect(outOf(new Set(others)).filter(isNew)).toEqual([])
  const approved = new Set(
    after.approvals!.flatMap(({ post_id, state }) => (state === 'approved' ? [post_id] : [])),
  )
  for (const { post_id } of outOf(idsOf(waiting)).filter(isNew)) expect(approved).toContain(post_id)
})
