import type { Client, Transaction } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import { type Context, type Inside, type Outside, withStoppedClock, type WokenJob } from '#api/context.ts'
import { type Db, insideWrite } from './client.ts'
import { isDatabaseLocked, rootOf } from './failure.ts'
import { ServerUnavailable } from './server-fetch.ts'

/** A change that takes longer would hold up all others, so it is rolled back. */
const DEADLINE_MS = 4000
/** Maximum number of times that a change runs if its connection to a database server is lost before the commit. */
const MAX_TRIES = 3

const NOTHING_OUTSIDE: Record<keyof Outside, undefined> = {
  pause: undefined,
  mailer: undefined,
  storage: undefined,
  networks: undefined,
  googleSignIn: undefined,
  writer: undefined,
  auditor: undefined,
  printer: undefined,
  logCall: undefined,
}

/**
 * Runs a change as one transaction that excludes all other writes (BEGIN IMMEDIATE): it reads, decides in TypeScript,
 * writes, and commits. Whatever `change` throws rolls it back. Inside, the clock stands still, nothing but the database can
 * be reached, and `wake` takes effect after the commit.
 *
 * Every statement must be awaited, and goes through the context that `change` gets; name it `ctx`, so that it shadows the
 * outer one, whose database rejects calls meanwhile. Compute hashes, write files and call other services before. `change` may
 * run again if a database server is lost before the commit, so it must have no effects but its statements.
 */
export async function write<Ctx extends Context, Result>(
  ctx: Ctx,
  change: (ctx: Inside<Ctx>) => Promise<Result>,
  { deadlineMs = DEADLINE_MS } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const progress = { isCommitting: false }
    try {
      return await tryToWrite(ctx, change, { progress, deadlineMs })
    } catch (error) {
      // Once the commit was sent, its outcome is unknown, so the change must not run again.
      if (progress.isCommitting || attempt === MAX_TRIES || !isLost(error)) throw error
    }
  }
}

async function tryToWrite<Ctx extends Context, Result>(
  ctx: Ctx,
  change: (ctx: Inside<Ctx>) => Promise<Result>,
  { progress, deadlineMs }: { progress: { isCommitting: boolean }; deadlineMs: number },
): Promise<Result> {
  const tx = await ctx.db.$client.transaction('write')
  const woken = new Set<WokenJob>()
  try {
    const inner = {
      ...withStoppedClock(ctx),
      ...NOTHING_OUTSIDE,
      db: dbOf(tx),
      wake: (...jobs: WokenJob[]) => jobs.forEach(job => woken.add(job)),
    }
    const result = await beforeDeadline(
      insideWrite.run(true, () => change(inner)),
      deadlineMs,
    )
    progress.isCommitting = true
    await tx.commit()
    if (woken.size > 0) ctx.wake(...woken)
    return result
  } finally {
    // Rolls back, unless the transaction is committed.
    tx.close()
  }
}

const isLost = (error: unknown) => rootOf(error) instanceof ServerUnavailable || isDatabaseLocked(error)

async function beforeDeadline<Result>(work: Promise<Result>, deadlineMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  const timer = setTimeout(
    () => late.reject(new Error(`A change took longer than ${deadlineMs} ms.`)),
    deadlineMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens Drizzle on a transaction. Its batches run within the transaction. */
function dbOf(tx: Transaction): Db {
  const unsupported = () => Promise.reject(new Error('A transaction has no such operation.'))
  const client: Client = {
    protocol: 'file',
    get closed() {
      return tx.closed
    },
    execute: (...[statement, args]: [statement: Parameters<Client['batch']>[0][number], args?: never]) =>
      tx.execute(typeof statement === 'string' ? { sql: statement, args: args ?? [] } : (statement as never)),
    batch: statements => tx.batch(statements as never),
    migrate: unsupported,
    executeMultiple: unsupported,
    transaction: unsupported,
    sync: unsupported,
    reconnect() {
      throw new Error('A transaction keeps its connection.')
    },
    close() {},
  }
  return drizzle(client)
}
