import { and, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { fileOf } from '#api/db/client.ts'
import { deliveries, deliverySteps, firstComments, PUBLISH_STEP } from '#api/db/schema/posts.ts'
import { type ApiProcess, apiProcesses } from '#api/db/schema/processes.ts'
import { markAllForReconciliation, markDueForReconciliation, MAX_CALL_MS } from '#api/publishing/recovery.ts'
import { type Intent, type Mark, openMark, readMarks, removeMark } from '#api/runtime/intent-mark.ts'
import { ownIdentity, runsHere } from './identity.ts'

const SEEN_EVERY_MS = 10_000
const DEAD_AFTER_MS = 60_000

export type RunningProcess = {
  /** Records the next call outside the database. */
  note(intent: Intent): void
  /** Records a clean stop, so that the next start has nothing to reconcile. */
  end(): Promise<void>
}

/**
 * Registers this process as one that publishes, and reconciles after a crash. If all earlier processes died, the database may
 * lack their last calls, so due deliveries are reconciled before they are sent. If the database was also set back (it lacks a
 * process or an intent that was recorded outside it, or the machine rebooted), every delivery that could have been sent is.
 */
export async function registerProcess(ctx: Context): Promise<RunningProcess> {
  const { db, config, now, log } = ctx
  const own = { id: Bun.randomUUIDv7(), ...ownIdentity() }
  const isFile = fileOf(config.database.url) !== undefined
  const rows = await db.select().from(apiProcesses)
  const isAlive = (row: ApiProcess) => runsHere(row) || (!isFile && wasSeenElsewhere(row, own.bootId, now()))
  const dead = rows.filter(row => !isAlive(row))
  const marks = readMarks(config.dataDir).filter(mark => !runsHere(mark))

  const end = await loss(ctx, { dead, marks, isFile, isAlone: dead.length === rows.length })
  const until = now()
  if (end)
    log.warn(
      { end },
      'an earlier process did not stop cleanly: reconciling with the networks before anything is sent',
    )
  // Before the dead processes are forgotten, so that the next start repeats what this one doesn't complete.
  if (end === 'set back')
    await markAllForReconciliation(ctx, { until, absentFrom: new Date(+until + MAX_CALL_MS) })
  await db.batch([
    db.insert(apiProcesses).values({ ...own, startedAt: until, seenAt: until }),
    db.delete(apiProcesses).where(
      inArray(
        apiProcesses.id,
        dead.map(({ id }) => id),
      ),
    ),
    ...(end === 'died' ? markDueForReconciliation(ctx, { until, absentFrom: until }) : []),
  ])
  for (const { id } of marks) removeMark(config.dataDir, id)

  const mark = openMark(config.dataDir, own)
  const seen = isFile ? undefined : setInterval(() => void renew(), SEEN_EVERY_MS)
  seen?.unref()

  async function renew() {
    const renewed = db.update(apiProcesses).set({ seenAt: now() }).where(eq(apiProcesses.id, own.id))
    await renewed.catch(error => log.warn({ err: error }, 'could not renew the heartbeat of this process'))
  }

  return {
    note: mark.note,
    async end() {
      clearInterval(seen)
      await db.delete(apiProcesses).where(eq(apiProcesses.id, own.id))
      mark.remove()
    },
  }
}

const wasSeenElsewhere = ({ bootId, seenAt }: ApiProcess, here: string, now: Date) =>
  bootId !== here && +now - +seenAt < DEAD_AFTER_MS

type Found = { dead: ApiProcess[]; marks: Mark[]; isFile: boolean; isAlone: boolean }

/** Returns how the earlier processes ended; undefined if they stopped cleanly or another one is still running. */
async function loss(ctx: Context, { dead, marks, isFile, isAlone }: Found) {
  if (!isAlone) return undefined
  const knows = (mark: Mark) => dead.some(({ id }) => id === mark.id)
  if (marks.some(mark => !knows(mark))) return 'set back'
  if (dead.length === 0) return undefined
  const here = ownIdentity().bootId
  if (isFile && dead.some(row => row.bootId !== here || !marks.some(({ id }) => id === row.id)))
    return 'set back'
  for (const { intent } of marks) if (intent && !(await isKnown(ctx, intent))) return 'set back'
  return 'died'
}

/** True when the database has the intent or a later state of the same delivery. */
async function isKnown({ db }: Context, { call, deliveryId, attempt }: Intent): Promise<boolean> {
  if (call === 'comment') {
    const came = or(
      gt(firstComments.attempt, attempt),
      and(
        eq(firstComments.attempt, attempt),
        or(isNotNull(firstComments.begunAt), ne(firstComments.state, 'adding')),
      ),
    )
    return (await db.$count(firstComments, and(eq(firstComments.deliveryId, deliveryId), came))) > 0
  }
  const begun = db
    .select({ id: deliverySteps.deliveryId })
    .from(deliverySteps)
    .where(
      and(
        eq(deliverySteps.deliveryId, deliveryId),
        eq(deliverySteps.name, PUBLISH_STEP),
        sql`${deliverySteps.attempt} >= ${attempt}`,
      ),
    )
  const came = or(
    gt(deliveries.attempt, attempt),
    and(eq(deliveries.attempt, attempt), or(ne(deliveries.state, 'publishing'), sql`exists ${begun}`)),
  )
  return (await db.$count(deliveries, and(eq(deliveries.id, deliveryId), came))) > 0
}

/** Removes all processes and their marks: after a restore they describe another database. */
export async function forgetProcesses({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  await db.delete(apiProcesses)
  for (const { id } of readMarks(config.dataDir)) removeMark(config.dataDir, id)
}
