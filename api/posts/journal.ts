import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import type { Begun, Journal, StepData } from '#api/networks/network.ts'
import { type DeliveryRow, deliverySteps } from './table.ts'

const PUBLISH = 'publish'

/** Another worker has claimed the delivery since: this one must stop and write nothing. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type OpenJournal = Journal & {
  /** The publishing call that was begun and never answered. */
  begun(): Begun | undefined
  /** The publishing call did not take place: it may be made again. */
  withdraw(): Promise<void>
}

export async function openJournal(
  ctx: Context,
  { id, attempt }: Pick<DeliveryRow, 'id' | 'attempt'>,
  onUsage: Journal['onUsage'] = () => {},
): Promise<OpenJournal> {
  const rows = await ctx.db.select().from(deliverySteps).where(eq(deliverySteps.deliveryId, id))
  const steps = new Map(rows.map(row => [row.name, row]))

  async function write(name: string, intent: StepData, result: StepData | null) {
    const now = ctx.now()
    const [step] = await ctx.db
      .insert(deliverySteps)
      .select(
        sql`select ${id}, ${name}, ${attempt}, ${JSON.stringify(intent)}, ${result && JSON.stringify(result)}, ${+now}, ${result && +now}
            from deliveries where id = ${id} and attempt = ${attempt} and state in ('publishing', 'unconfirmed')`,
      )
      .onConflictDoUpdate({
        target: [deliverySteps.deliveryId, deliverySteps.name],
        set: {
          attempt: sql`excluded.attempt`,
          intent: sql`excluded.intent`,
          result: sql`excluded.result`,
          startedAt: sql`excluded.started_at`,
          finishedAt: sql`excluded.finished_at`,
        },
      })
      .returning()
    if (!step) throw new LeaseLost()
    steps.set(name, step)
  }

  async function erase(names: string[]) {
    await ctx.db
      .delete(deliverySteps)
      .where(
        and(
          eq(deliverySteps.deliveryId, id),
          inArray(deliverySteps.name, names),
          sql`exists (select 1 from deliveries where id = ${id} and attempt = ${attempt})`,
        ),
      )
    for (const name of names) steps.delete(name)
  }

  return {
    recall(step, maxAgeMs) {
      const row = steps.get(step)
      if (!row?.result || !row.finishedAt || +ctx.now() - +row.finishedAt > maxAgeMs) return undefined
      return row.result
    },
    record: (step, result) => write(step, {}, result),
    forget: names => erase(names.filter(name => name !== PUBLISH)),
    begin: intent => write(PUBLISH, intent, null),
    finish: result => write(PUBLISH, steps.get(PUBLISH)?.intent ?? {}, result),
    finished() {
      const row = steps.get(PUBLISH)
      return row?.result ? { result: row.result, at: row.startedAt } : undefined
    },
    begun() {
      const row = steps.get(PUBLISH)
      return row && !row.result ? { intent: row.intent, at: row.startedAt } : undefined
    },
    withdraw: () => erase([PUBLISH]),
    now: ctx.now,
    pause: ctx.pause,
    onUsage,
  }
}
