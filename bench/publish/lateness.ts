import { sql } from 'drizzle-orm'

import type { Context } from '../../api/context.ts'

export type Lateness = { start: number[]; published: number[] }

/** Returns the milliseconds from the due time to the start and to publication, each in ascending order. */
export async function readLateness({ db }: Context): Promise<Lateness> {
  const rows = await db.all<{ start: number; published: number }>(sql`
    select begun.at - d.publish_at as start, d.published_at - d.publish_at as published
    from deliveries d
    join (select data ->> 'deliveryId' as id, min(created_at) as at from live_events group by 1) begun on begun.id = d.id`)
  return {
    start: rows.map(({ start }) => start).toSorted((a, b) => a - b),
    published: rows.map(({ published }) => published).toSorted((a, b) => a - b),
  }
}

/** Expects values in ascending order. */
export const percentile = (ascending: number[], percent: number) =>
  ascending[Math.min(ascending.length - 1, Math.ceil((ascending.length * percent) / 100) - 1)] ?? NaN
