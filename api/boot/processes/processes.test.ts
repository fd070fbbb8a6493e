import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { apiProcesses } from '#api/db/schema/server/processes.ts'
import { type LoggedCall, openCallLog, readCalls } from '#api/publishing/call-log.ts'
import { atEnd } from '#api/test/at-end.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { ownIdentity, registerProcess, isRunningHere } from './processes.ts'

/** Creates two posts, one of them due, and a folder for the process records. The database counts as a local file. */
async function setUp() {
  const app = await publishingApp({ networks: ['facebook'] })
  const due = await app.accept({ message: 'Due', inSeconds: 60 })
  const ahead = await app.accept({ message: 'Ahead', inSeconds: 3600 })
  app.clock.advance(60_000)
  const [page] = await app.ctx.db.select().from(accounts)
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-processes-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const ctx: Context = {
    ...app.ctx,
    config: { ...app.ctx.config, dataDir, database: { url: 'file:x', authToken: undefined } },
  }

  /** Registers a process that never stops cleanly. */
  async function addDeadProcess({ bootId = ownIdentity().bootId, hasLog = true, call }: DeadProcess = {}) {
    const identity = { id: crypto.randomUUID(), bootId, pid: process.pid, startTicks: 'long ago' }
    await ctx.db.insert(apiProcesses).values({ ...identity, startedAt: ctx.now(), seenAt: ctx.now() })
    if (!hasLog) return
    const calls = openCallLog(dataDir, identity.id)
    if (call) calls.append(await callOf(call))
  }
  const callOf = async ({ call, attempt, deliveryId }: CallInput): Promise<LoggedCall> => ({
    call,
    attempt,
    deliveryId: deliveryId ?? (await app.delivery(due, 'facebook'))._id,
    at: +ctx.now(),
    account: page!.providerId,
    intent: { message: 'Due' },
  })
  const states = async () =>
    Promise.all([due, ahead].map(async id => (await app.delivery(id, 'facebook')).state))
  return { ...app, ctx, dataDir, addDeadProcess, due, callOf, states }
}
type CallInput = { call: LoggedCall['call']; attempt: number; deliveryId?: string }
type DeadProcess = { bootId?: string; hasLog?: boolean; call?: CallInput }

const logsIn = (dataDir: string) =>
  existsSync(join(dataDir, 'processes')) ? readdirSync(join(dataDir, 'processes')) : []

test('trusts the database after a clean stop', async () => {
  const { ctx, dataDir, states } = await setUp()
  const first = await registerProcess(ctx)
  await first.end()
  expect(logsIn(dataDir)).toEqual([])
  await registerProcess(ctx)
  expect(await states()).toEqual(['scheduled', 'scheduled'])
})

test('reconciles due posts when the only process died', async () => {
  const { ctx, addDeadProcess, states } = await setUp()
  await addDeadProcess()
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'scheduled'])
  expect(await ctx.db.$count(apiProcesses)).toBe(1)
})

test('changes nothing while another process has the database open', async () => {
  const { ctx, addDeadProcess, states } = await setUp()
  await registerProcess(ctx)
  await addDeadProcess({ call: { call: 'publish', attempt: 1 } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['scheduled', 'scheduled'])
})

test.each<[string, DeadProcess]>([
  ['lacks a call that was logged outside it', { call: { call: 'publish', attempt: 1 } }],
  ['lacks the call of a comment', { call: { call: 'comment', attempt: 1 } }],
  ['was open when the machine rebooted', { bootId: 'another start' }],
  ['has a process without a log', { hasLog: false }],
])('reconciles every post that could have been sent when the database %s', async (_, dead) => {
  const { ctx, addDeadProcess, states } = await setUp()
  await addDeadProcess(dead)
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
})

test('reconciles once when the database was set back after a clean stop, and not at the next start', async () => {
  const { ctx, callOf, states, run, clock } = await setUp()
  const first = await registerProcess(ctx)
  first.logCall(await callOf({ call: 'publish', attempt: 30 }))
  await first.end()
  const second = await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
  await second.end()
  clock.advance(3 * 60_000)
  await run()
  await run()
  expect(await states()).toEqual(['published', 'scheduled'])
  await registerProcess(ctx)
  expect(await states()).toEqual(['published', 'scheduled'])
})

test('reconciles the posts that an interrupted start didn’t mark', async () => {
  const { ctx, callOf, states } = await setUp()
  const first = await registerProcess(ctx)
  first.logCall(await callOf({ call: 'publish', attempt: 1 }))
  await first.end()
  let batches = 0
  const dying = new Proxy(ctx.db, {
    get: (target, name) =>
      name === 'batch' && batches++ > 0
        ? () => Promise.reject(new Error('killed'))
        : Reflect.get(target, name),
  })
  await expect(registerProcess({ ...ctx, db: dying })).rejects.toThrow('killed')
  expect(await states()).toEqual(['unconfirmed', 'scheduled'])
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
  expect(await ctx.db.$count(apiProcesses)).toBe(1)
})

test('does not count the calls of deleted posts as lost', async () => {
  const { ctx, addDeadProcess, states } = await setUp()
  await addDeadProcess({ call: { call: 'publish', attempt: 1, deliveryId: 'deleted' } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'scheduled'])
})

test('does not consider a call lost if the database has its intent or has settled its attempt', async () => {
  const { ctx, addDeadProcess, run, states } = await setUp()
  await run()
  await addDeadProcess({ call: { call: 'publish', attempt: 1 } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['published', 'scheduled'])
})

test('does not consider a call lost that its network refused before the process died', async () => {
  const { ctx, addDeadProcess, due, states, ...app } = await setUp()
  const { _id: id } = await app.delivery(due, 'facebook')
  await ctx.db.update(deliveries).set({ state: 'publishing', attempt: 1 }).where(eq(deliveries.id, id))
  await addDeadProcess({ call: { call: 'publish', attempt: 1 } })
  await addDeadProcess({ call: { call: 'withdrawn', attempt: 1 } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'scheduled'])
})

test('keeps the file of its log if none can be opened after it', async () => {
  const { dataDir, callOf } = await setUp()
  const call = {
    ...(await callOf({ call: 'publish', attempt: 1 })),
    intent: { message: 'x'.repeat(5 * 2 ** 20) },
  }
  const calls = openCallLog(dataDir, 'one')
  calls.append(call)
  mkdirSync(join(dataDir, 'processes', 'one.1.jsonl'))
  expect(() => calls.append(call)).toThrow()
  rmdirSync(join(dataDir, 'processes', 'one.1.jsonl'))
  calls.append({ ...call, attempt: 2 })
  expect(readCalls(dataDir)).toHaveLength(2)
})

test('reads the log past an incomplete line, and makes it readable only by its owner', async () => {
  const { dataDir, callOf } = await setUp()
  const calls = openCallLog(dataDir, 'one')
  calls.append(await callOf({ call: 'publish', attempt: 1 }))
  const [name] = logsIn(dataDir)
  const file = join(dataDir, 'processes', name!)
  appendFileSync(file, '\n{"call":"publish","del')
  calls.append(await callOf({ call: 'publish', attempt: 2 }))
  expect(readCalls(dataDir).map(({ attempt }) => attempt)).toEqual([1, 2])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('continues in a new file once the log exceeds its maximum size', async () => {
  const { dataDir, callOf } = await setUp()
  const call = {
    ...(await callOf({ call: 'publish', attempt: 1 })),
    intent: { message: 'x'.repeat(2 ** 20) },
  }
  const calls = openCallLog(dataDir, 'one')
  for (const attempt of [1, 2, 3, 4, 5, 6]) calls.append({ ...call, attempt })
  expect(logsIn(dataDir)).toHaveLength(2)
  expect(readCalls(dataDir)).toHaveLength(6)
})

test('removes logs after a week, except those of running processes', async () => {
  const { ctx, dataDir, callOf } = await setUp()
  const running = await registerProcess(ctx)
  running.logCall(await callOf({ call: 'publish', attempt: 0 }))
  for (const id of ['old', 'recent'])
    openCallLog(dataDir, id).append(await callOf({ call: 'publish', attempt: 0 }))
  for (const name of logsIn(dataDir)) {
    const days = name.startsWith('recent') ? 6 : 8
    const then = (Date.now() - days * 24 * 60 * 60_000) / 1000
    utimesSync(join(dataDir, 'processes', name), then, then)
  }
  await registerProcess(ctx)
  const ids = logsIn(dataDir).map(name => name.split('.', 1)[0])
  expect(ids).toHaveLength(3)
  expect(ids).toContain('recent')
  expect(ids).not.toContain('old')
})

test('recognises its own process, but none that has ended', async () => {
  const own = ownIdentity()
  expect(isRunningHere(own)).toBe(true)
  expect(isRunningHere({ ...own, startTicks: 'long ago' })).toBe(false)
  const child = Bun.spawn(['true'])
  await child.exited
  expect(isRunningHere({ ...own, pid: child.pid })).toBe(false)
})
