import { sql } from 'drizzle-orm'

import type { Context } from '../../api/context.ts'
import { createEngine } from '../../api/publishing/engine.ts'
import type { Figure } from '../figure.ts'
import { percentile } from './lateness.ts'
import { openDataFolder, temporaryDataFolder } from './scene.ts'

const FEW = 1000
const MANY = 1_000_000
const ROUNDS = 2000
const DAY_MS = 24 * 60 * 60_000

/** Measures a tick that finds nothing due, alternately with 1,000 and with 1,000,000 future deliveries. */
export async function tick(): Promise<Figure[]> {
  const few = await withFutureRows(FEW)
  const many = await withFutureRows(MANY)
  try {
    const taken = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      taken.few.push(await few.tick())
      taken.many.push(await many.tick())
    }
    const [fewMs, manyMs] = [taken.few, taken.many].map(times =>
      percentile(
        times.toSorted((a, b) => a - b),
        50,
      ),
    ) as [number, number]
    return [
      { name: 'A tick with 1,000 scheduled posts, median', value: fewMs, unit: 'ms' },
      { name: '  with 1,000,000', value: manyMs, unit: 'ms' },
      { name: '  relative to 1,000', value: manyMs / fewMs, unit: 'ratio', limit: 1.2 },
    ]
  } finally {
    await few.close()
    await many.close()
  }
}

async function withFutureRows(count: number) {
  const home = temporaryDataFolder()
  const ctx = await openDataFolder(home)
  await addFutureRows(ctx, count)
  const engine = createEngine(ctx)
  return {
    async tick() {
      const begun = performance.now()
      await engine.tick()
      return performance.now() - begun
    },
    async close() {
      await engine.stop()
      ctx.mailer.close()
      ctx.db.$client.close()
      home.remove()
    },
  }
}

/** Inserts deliveries without posts or users, because these aren't read before a delivery is due. */
async function addFutureRows({ db, now }: Context, count: number) {
  await db.run(sql`pragma foreign_keys = off`)
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into deliveries (id, post_id, user_id, domain_id, network, message, media_positions, state, publish_at, wake_at, updated_at)
    select 'd' || i, 'p' || i, 'u' || i % 250, 'u' || i % 250, 'facebook', 'Our vans are red again.', '[0]', 'scheduled',
      ${+now() + DAY_MS} + i * 1000, ${+now() + DAY_MS} + i * 1000, ${+now()} from n`)
  await db.run(sql`pragma foreign_keys = on`)
}
