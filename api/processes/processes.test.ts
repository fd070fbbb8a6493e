import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Context } from '#api/context.ts'
import { apiProcesses } from '#api/db/schema/processes.ts'
import { type Intent, openMark } from '#api/runtime/intent-mark.ts'
import { atEnd } from '#api/test/at-end.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { ownIdentity, runsHere } from './identity.ts'
import { forgetProcesses, registerProcess } from './processes.ts'

/** Creates two posts, one of them due, and a folder for the marks. The database counts as a local file. */
async function stage() {
  const app = await publishingApp({ networks: ['facebook'] })
  const due = await app.accept({ message: 'Due', inSeconds: 60 })
  const ahead = await app.accept({ message: 'Ahead', inSeconds: 3600 })
  app.clock.advance(60_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-processes-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const ctx: Context = {
    ...app.ctx,
    config: { ...app.ctx.config, dataDir, database: { url: 'file:x', authToken: undefined } },
  }

  /** Registers a process that never stops cleanly. */
  async function dies({ bootId = ownIdentity().bootId, hasMark = true, intent }: Dead = {}) {
    const identity = { id: crypto.randomUUID(), bootId, pid: process.pid, startTicks: 'long ago' }
    await ctx.db.insert(apiProcesses).values({ ...identity, startedAt: ctx.now(), seenAt: ctx.now() })
    if (!hasMark) return
    const mark = openMark(dataDir, identity)
    if (intent) mark.note(intent)
  }
  const states = async () =>
    Promise.all([due, ahead].map(async id => (await app.delivery(id, 'facebook')).state))
  return { ...app, ctx, dataDir, dies, due, states }
}
type Dead = { bootId?: string; hasMark?: boolean; intent?: Intent }

const marksIn = (dataDir: string) =>
  existsSync(join(dataDir, 'processes')) ? readdirSync(join(dataDir, 'processes')) : []

test('trusts the database after a clean stop', async () => {
  const { ctx, dataDir, states } = await stage()
  const first = await registerProcess(ctx)
  await first.end()
  expect(marksIn(dataDir)).toEqual([])
  await registerProcess(ctx)
  expect(await states()).toEqual(['scheduled', 'scheduled'])
})

test('reconciles due posts when the only process died', async () => {
  const { ctx, dataDir, dies, states } = await stage()
  await dies()
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'scheduled'])
  expect(marksIn(dataDir)).toHaveLength(1)
  expect(await ctx.db.$count(apiProcesses)).toBe(1)
})

test('changes nothing while another process has the database open', async () => {
  const { ctx, dies, states } = await stage()
  await registerProcess(ctx)
  await dies({ intent: { call: 'publish', deliveryId: 'gone', attempt: 1 } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['scheduled', 'scheduled'])
})

test.each<[string, Dead]>([
  [
    'lacks an intent that was recorded outside it',
    { intent: { call: 'publish', deliveryId: 'gone', attempt: 1 } },
  ],
  ['lacks the intent of a comment', { intent: { call: 'comment', deliveryId: 'gone', attempt: 1 } }],
  ['was open when the machine rebooted', { bootId: 'another start' }],
  ['has a process without a mark', { hasMark: false }],
])('reconciles every post that could have been sent when the database %s', async (_, dead) => {
  const { ctx, dies, states } = await stage()
  await dies(dead)
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
})

test('reconciles every post that could have been sent when the database lacks a process that died', async () => {
  const { ctx, dies, states } = await stage()
  await dies()
  await ctx.db.delete(apiProcesses)
  await registerProcess(ctx)
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
})

test('does not consider an intent lost if the database has it or has settled its attempt', async () => {
  const { ctx, dies, due, delivery, run, states } = await stage()
  await run()
  const { _id: deliveryId } = await delivery(due, 'facebook')
  await dies({ intent: { call: 'publish', deliveryId, attempt: 1 } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['published', 'scheduled'])
  await ctx.db.delete(apiProcesses)
  await forgetProcesses(ctx)
  await dies({ intent: { call: 'publish', deliveryId, attempt: 2 } })
  await registerProcess(ctx)
  expect(await states()).toEqual(['published', 'unconfirmed'])
})

test('recognises itself, but no process that has ended', async () => {
  const own = ownIdentity()
  expect(runsHere(own)).toBe(true)
  expect(runsHere({ ...own, startTicks: 'long ago' })).toBe(false)
  const child = Bun.spawn(['true'])
  await child.exited
  expect(runsHere({ ...own, pid: child.pid })).toBe(false)
})
