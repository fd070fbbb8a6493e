import { and, asc, eq, gt } from 'drizzle-orm'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/describe.ts'
import { requireUser } from '#api/require-user.ts'
import { liveEvents } from './table.ts'
import { type LiveEvent, tailOf } from './tail.ts'

const HEARTBEAT_MS = 20_000
/** A browser connects again after this: a session that ended does not listen for ever. */
const LONGEST_MS = 15 * 60_000
const MOST_MISSED = 500

export const liveRoutes = new Hono<UserEnv>().get(
  '/',
  describe({
    tag: 'events',
    summary: 'What happens to your posts, as server-sent events; goes on after Last-Event-ID',
  }),
  requireUser,
  c => {
    const { ctx } = c.var
    const lastSeen = Number(/^\d{1,15}$/.exec(c.req.header('Last-Event-ID') ?? '')?.[0] ?? Number.NaN)
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async stream => {
      let sent = 0
      const send = (event: LiveEvent) => {
        if (event.id <= sent) return
        sent = event.id
        void stream.writeSSE({ id: String(event.id), event: event.type, data: JSON.stringify(event.data) })
      }
      const stop = await tailOf(ctx).listen(ctx.userId, send)
      const ended = Promise.withResolvers<void>()
      stream.onAbort(ended.resolve)
      const heartbeat = setInterval(() => void stream.write(': here\n\n'), HEARTBEAT_MS)
      const longest = setTimeout(ended.resolve, LONGEST_MS)
      try {
        await stream.write(': connected\n\n')
        if (!Number.isNaN(lastSeen)) for (const event of await missedEvents(lastSeen)) send(event)
        await ended.promise
      } finally {
        stop()
        clearInterval(heartbeat)
        clearTimeout(longest)
      }
    })

    function missedEvents(after: number): Promise<LiveEvent[]> {
      return ctx.db
        .select()
        .from(liveEvents)
        .where(and(eq(liveEvents.userId, ctx.userId), gt(liveEvents.id, after)))
        .orderBy(asc(liveEvents.id))
        .limit(MOST_MISSED)
    }
  },
)
