import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Context, Inside } from '#api/context.ts'
import { integer, sqliteTable } from '#api/db/schema/columns.ts'
import { atEnd } from '#api/test/at-end.ts'
import { type Db, openDb } from './client.ts'
import { write } from './write.ts'

const counters = sqliteTable('counters', { value: integer().primaryKey() })

/** Opens a file with a counter at zero. */
async function openCounter() {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-write-'))
  const url = `file:${join(folder, 'counter.db')}`
  const db = await openDb({ url })
  atEnd(() => {
    db.$client.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await db.run('create table counters (value integer primary key)')
  await db.insert(counters).values({ value: 0 })
  let wakes = 0
  const contextOf = (on: Db) =>
    ({ db: on, now: () => new Date(), wake: () => void wakes++, pause: Bun.sleep }) as unknown as Context
  const ctx = contextOf(db)
  return { ctx, contextOf, url, wakes: () => wakes, read: () => readCount(db) }
}

async function readCount(db: Db): Promise<number> {
  const [row] = await db.select().from(counters)
  return row!.value
}

const increment = (ctx: Context) =>
  write(ctx, async ctx => {
    const value = await readCount(ctx.db)
    await ctx.db.update(counters).set({ value: value + 1 })
    return value + 1
  })

test('loses no update of concurrent changes, on several connections to one file', async () => {
  const { ctx, contextOf, url, read } = await openCounter()
  const other = contextOf(await openDb({ url }))
  atEnd(() => other.db.$client.close())
  const results = await Promise.all(Array.from({ length: 60 }, (_, at) => increment(at % 2 ? ctx : other)))
  expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  expect(await read()).toBe(60)
})

test('undoes everything when the change throws, and goes on with the next', async () => {
  const { ctx, read, wakes } = await openCounter()
  const failing = write(ctx, async ctx => {
    await ctx.db.update(counters).set({ value: 7 })
    ctx.wake('publish')
    throw new Error('Changed my mind')
  })
  const next = increment(ctx)
  await expect(failing).rejects.toThrow('Changed my mind')
  expect([await next, await read(), wakes()]).toEqual([1, 1, 0])
})

test('goes on after a statement that the database rejects', async () => {
  const { ctx, read } = await openCounter()
  const twice = write(ctx, async ctx => {
    await ctx.db.insert(counters).values({ value: 0 })
  })
  await expect(twice).rejects.toThrow()
  expect([await increment(ctx), await read()]).toEqual([1, 1])
})

test('wakes once, after the commit', async () => {
  const { ctx, read } = await openCounter()
  const seen: Promise<number>[] = []
  const waking: Context = { ...ctx, wake: () => void seen.push(read()) }
  await write(waking, async ctx => {
    await ctx.db.update(counters).set({ value: 5 })
    ctx.wake('publish')
    ctx.wake('publish')
    expect(seen).toEqual([])
  })
  expect(await Promise.all(seen)).toEqual([5])
})

test('shows others nothing before the commit, and lets them read meanwhile', async () => {
  const { ctx, read } = await openCounter()
  const isWritten = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const writing = write(ctx, async ctx => {
    await ctx.db.update(counters).set({ value: 3 })
    isWritten.resolve()
    await mayCommit.promise
  })
  await isWritten.promise
  expect(await read()).toBe(0)
  mayCommit.resolve()
  await writing
  expect(await read()).toBe(3)
})

test('rejects the outer context inside a change, where it would wait for itself', async () => {
  const { ctx } = await openCounter()
  const outer = write(ctx, () => readCount(ctx.db))
  await expect(outer).rejects.toMatchObject({
    cause: { message: expect.stringContaining('use the context') },
  })
  const nested = write(ctx, () => increment(ctx))
  await expect(nested).rejects.toThrow('use the context that it passes')
  expect(await increment(ctx)).toBe(1)
})

test('reaches nothing but the database, and stops the clock', async () => {
  const { ctx } = await openCounter()
  await write(ctx, async ctx => {
    expect('pause' in ctx && ctx.pause).toBeUndefined()
    const started = ctx.now()
    await readCount(ctx.db)
    expect(ctx.now()).toEqual(started)
  })
})

test('runs a batch as statements of the transaction', async () => {
  const { ctx, read } = await openCounter()
  const failing = write(ctx, async ctx => {
    await ctx.db.batch([
      ctx.db.update(counters).set({ value: sql`value + 1` }),
      ctx.db.update(counters).set({ value: sql`value + 1` }),
    ])
    expect(await readCount(ctx.db)).toBe(2)
    throw new Error('Stop')
  })
  await expect(failing).rejects.toThrow('Stop')
  expect(await read()).toBe(0)
})

test('ends a change at its deadline, so that others go on', async () => {
  const { ctx, read } = await openCounter()
  const change = async (inner: Inside<Context>) => {
    await inner.db.update(counters).set({ value: 9 })
    await new Promise(() => {})
  }
  const stuck = write(ctx, change, { deadlineMs: 20 })
  const next = increment(ctx)
  await expect(stuck).rejects.toThrow('20 ms')
  expect([await next, await read()]).toEqual([1, 1])
})
