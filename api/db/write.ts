import type { Client, Transaction } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import { isDatabaseLocked, rootOf, ServerUnavailable } from '#api/runtime/database-failure.ts'
import { beforeDeadline } from '#api/runtime/deadline.ts'
import { type Db, insideWrite } from './client.ts'

/** A change that takes longer would hold up all others, so it is rolled back. */
const DEADLINE_MS = 4000
/** Maximum number of times that a change runs if its connection to a database server is lost before the commit. */
const MAX_TRIES = 3

/** The parts of a context that wait for something other than the database. A change can't reach them. */
const OUTSIDE = [
  'pause',
  'mailer',
  'storage',
  'networks',
  'googleSignIn',
  'writer',
  'auditor',
  'websites',
  'printer',
  'logCall',
] as const
export type OutsideName = (typeof OUTSIDE)[number]

/** The part of a context that a change may use. */
export type Inside<Ctx> = Omit<Ctx, OutsideName>

/** Jobs that other work may wake, so that they don't wait for their schedule. */
export type WokenJob =
  | 'publish'
  | 'send-mail'
  | 'import-posts'
  | 'audits'
  | 'public-audits'
  | 'mail-reports'
  | 'send-replies'
  | 'send-acts'

type Changing = { db: Db; now: () => Date; wake: (...jobs: WokenJob[]) => void }

/**
 * Runs a change as one transaction that excludes all other writes (BEGIN IMMEDIATE): it reads, decides in TypeScript, writes, and
 * commits. Whatever `change` throws rolls it back. Inside, the clock stands still, nothing but the database can be reached, and
 * `wake` takes effect after the commit.
 *
 * Await every statement, and use the context that `change` gets. Name it `ctx`, so that it shadows the outer one, whose database
 * rejects calls meanwhile. Compute hashes, write files and call other services before. `change` may run again if a database server
 * is lost before the commit, so it must have no effects but its statements.
 */
export async function write<Ctx extends Changing, Result>(
  ctx: Ctx,
  change: (ctx: Inside<Ctx>) => Promise<Result>,
  { deadlineMs = DEADLINE_MS } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const progress = { isCommitting: false }
    try {
      return await runOnce(ctx, change, { progress, deadlineMs })
    } catch (error) {
      // Once the commit was sent, its outcome is unknown, so the change must not run again.
      if (progress.isCommitting || attempt === MAX_TRIES || !isLost(error)) throw error
    }
  }
}

async function runOnce<Ctx extends Changing, Result>(
  ctx: Ctx,
  change: (ctx: Inside<Ctx>) => Promise<Result>,
  { progress, deadlineMs }: { progress: { isCommitting: boolean }; deadlineMs: number },
): Promise<Result> {
  // oxlint-disable-next-line no-restricted-properties -- This is write itself.
  const tx = await ctx.db.$client.transaction('write')
  const woken = new Set<WokenJob>()
  try {
    const moment = ctx.now()
    const inner = {
      ...ctx,
      ...Object.fromEntries(OUTSIDE.map(name => [name, undefined])),
      // Statements recognise each other's rows by their time.
      now: () => moment,
      db: dbOf(tx),
      wake: (...jobs: WokenJob[]) => jobs.forEach(job => woken.add(job)),
    }
    const late = `A change took longer than ${deadlineMs} ms.`
    const changed = insideWrite.run(true, () => change(inner))
    const result = await beforeDeadline(changed, deadlineMs, late)
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
