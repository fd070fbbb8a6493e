import { and, isNotNull, lt } from 'drizzle-orm'

import { createApp } from '#api/app.ts'
import { openContext } from '#api/boot/open-context.ts'
import { deliveries, firstComments } from '#api/db/schema/posts/posts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { sendWaitingMail } from '#api/test/app.ts'
import { runningClock } from '#api/test/clock.ts'
import type { Author } from './author.ts'
import { type Census, takeCensus } from './census.ts'
import type { Installation } from './installation.ts'

const DAYS_MS = 2 * 24 * 60 * 60_000
const MAX_STEPS = 3000
/** Exceeds the lease of a mail. */
const MAIL_LEASE_MS = 10 * 60_000

/**
 * Settles the posts that the ended apis left unfinished, with a clock that jumps to each due job, and takes a census of
 * the author's posts. The sandbox's clock doesn't jump, so its limits per minute are reset with each jump.
 */
export async function settleAndCount(
  { config, port, world }: Installation,
  { email, ledger }: Pick<Author, 'email' | 'ledger'>,
  { restoredTo }: { restoredTo?: number } = {},
): Promise<Census> {
  const clock = runningClock()
  const ctx = await openContext(config(), { now: clock.now })
  const engine = createEngine(ctx)
  const server = Bun.serve({ port, hostname: '127.0.0.1', fetch: createApp(ctx).fetch })
  const until = new Date(Date.now() + DAYS_MS)
  try {
    for (let step = 0; step < MAX_STEPS; step++) {
      await engine.tick()
      await engine.idle()
      const next = await nextWake()
      if (next === undefined) break
      clock.advance(Math.max(next - +clock.now(), 1))
      await world.endMinute()
    }
    clock.advance(MAIL_LEASE_MS)
    await sendWaitingMail(ctx)
    return await takeCensus({ ctx, world, email, ledger, ...(restoredTo !== undefined && { restoredTo }) })
  } finally {
    await engine.stop()
    await server.stop(true)
    ctx.mailer.close()
    ctx.db.$client.close()
  }

  async function nextWake(): Promise<number | undefined> {
    const wakes = await Promise.all(
      [deliveries, firstComments].map(table =>
        ctx.db
          .select({ at: table.wakeAt })
          .from(table)
          .where(and(isNotNull(table.wakeAt), lt(table.wakeAt, until)))
          .orderBy(table.wakeAt)
          .limit(1),
      ),
    )
    const times = wakes.flat().map(({ at }) => +at!)
    return times.length > 0 ? Math.min(...times) : undefined
  }
}
