import { eq, inArray } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

import type { Context } from '#api/context.ts'
import { fileOf } from '#api/db/client.ts'
import { type ApiProcess, apiProcesses } from '#api/db/schema/server/processes.ts'
import { write } from '#api/db/write.ts'
import {
  type LoggedCall,
  loggedProcesses,
  openCallLog,
  readCalls,
  removeOldSegments,
} from '#api/publishing/call-log.ts'
import { MAX_CALL_MS } from '#api/publishing/reconciliation/intents.ts'
import {
  findLostCalls,
  type LostCalls,
  markAllForReconciliation,
  markDueForReconciliation,
} from '#api/publishing/reconciliation/recovery.ts'

const SEEN_EVERY_MS = 10_000
const DEAD_AFTER_MS = 60_000
/** Boot id of a row for a process that died while it marked deliveries for reconciliation. */
const UNFINISHED = 'unfinished'

type RunningProcess = {
  /** Records the next publishing call outside the database. @throws {Error} if the call can't be recorded */
  logCall(call: LoggedCall): void
  /** Records a clean stop, so that the next start has nothing to reconcile. */
  end(): Promise<void>
}

/**
 * Registers this process as one that publishes, and reconciles after a crash. If all earlier processes died, the database may lack
 * their last calls, so due deliveries are reconciled before they are sent. If the database lacks a logged call, or if the machine
 * rebooted, the database counts as set back, and every delivery that could have been sent is reconciled.
 */
export async function registerProcess(ctx: Context): Promise<RunningProcess> {
  const { db, config, now, log } = ctx
  const own = { id: Bun.randomUUIDv7(), ...ownIdentity() }
  const isFile = fileOf(config.database.url) !== undefined
  const rows = await db.select().from(apiProcesses)
  const isAlive = (row: ApiProcess) =>
    isRunningHere(row) || (!isFile && wasSeenElsewhere(row, own.bootId, now()))
  const dead = rows.filter(row => !isAlive(row))
  const isAlone = dead.length === rows.length
  const { lost, missing } = await findLostCalls(ctx, isAlone ? readCalls(config.dataDir) : [])

  const end = isAlone
    ? endOfOthers({ dead, lost, isFile, logged: loggedProcesses(config.dataDir) })
    : undefined
  const until = now()
  if (end)
    log.warn(
      { end, lostCalls: lost.publish.length + lost.comment.length },
      'an earlier process did not stop cleanly: reconciling with the networks before anything is sent',
    )
  if (end === 'set back' && missing > 0)
    log.warn(
      { posts: missing },
      'posts were published that the database doesn’t have: they were deleted since, or written after the state that it was set back to',
    )
  if (end === 'set back') {
    // If this process dies before it has finished, the next start repeats the work.
    const dates = { startedAt: until, seenAt: new Date(0) }
    const unfinished = { id: Bun.randomUUIDv7(), bootId: UNFINISHED, pid: 0, startTicks: '', ...dates }
    await db.insert(apiProcesses).values(unfinished)
    dead.push(unfinished)
    await markAllForReconciliation(ctx, { until, absentFrom: new Date(+until + MAX_CALL_MS) }, { lost })
  }
  await write(ctx, async ctx => {
    const deadIds = dead.map(({ id }) => id)
    await ctx.db.insert(apiProcesses).values({ ...own, startedAt: until, seenAt: until })
    await ctx.db.delete(apiProcesses).where(inArray(apiProcesses.id, deadIds))
    if (end === 'died') await markDueForReconciliation(ctx, { until, absentFrom: until })
  })
  const alive = new Set(rows.filter(row => !dead.includes(row)).map(({ id }) => id))
  removeOldSegments(config.dataDir, ({ id }) => !alive.has(id))

  const calls = openCallLog(config.dataDir, own.id)
  const seen = isFile ? undefined : setInterval(() => void renew(), SEEN_EVERY_MS)
  seen?.unref()

  async function renew() {
    const renewed = db.update(apiProcesses).set({ seenAt: now() }).where(eq(apiProcesses.id, own.id))
    await renewed.catch(error => log.warn({ err: error }, 'could not renew the heartbeat of this process'))
  }

  return {
    logCall: calls.append,
    async end() {
      clearInterval(seen)
      await db.delete(apiProcesses).where(eq(apiProcesses.id, own.id))
      calls.close()
    },
  }
}

const wasSeenElsewhere = ({ bootId, seenAt }: ApiProcess, here: string, now: Date) =>
  bootId !== here && +now - +seenAt < DEAD_AFTER_MS

type Found = { dead: ApiProcess[]; lost: LostCalls; isFile: boolean; logged: ReadonlySet<string> }

/** Returns how the earlier processes ended; undefined if they stopped cleanly. */
function endOfOthers({ dead, lost, isFile, logged }: Found) {
  if (lost.publish.length > 0 || lost.comment.length > 0) return 'set back'
  if (dead.length === 0) return undefined
  const here = ownIdentity().bootId
  const lacksLog = isFile && dead.some(row => row.bootId !== here || !logged.has(row.id))
  return lacksLog || dead.some(({ bootId }) => bootId === UNFINISHED) ? 'set back' : 'died'
}

/**
 * Deletes the rows of all processes, which belong to another database after a restore. Keeps their logs, in case another backup is
 * restored.
 */
export const forgetProcesses = async ({ db }: Pick<Context, 'db'>) => void (await db.delete(apiProcesses))

export type Identity = { bootId: string; pid: number; startTicks: string }

/** Identifies this process uniquely, even if its pid is reused after a reboot. */
export const ownIdentity = (): Identity => ({
  bootId: bootId(),
  pid: process.pid,
  startTicks: startTicks(process.pid) ?? '',
})

/** Returns true if the process is running on this machine. */
export function isRunningHere(identity: Identity): boolean {
  if (identity.bootId !== bootId()) return false
  const ticks = startTicks(identity.pid)
  return ticks === undefined ? isAlive(identity.pid) : ticks === identity.startTicks
}

/** Linux has an id for each boot. On other systems a reboot looks like a crash of the process. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

/** Returns field 22 of proc_pid_stat(5), counted from the command's name, which may contain spaces. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
