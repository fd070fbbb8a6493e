import { and, asc, eq, gt } from 'drizzle-orm'
import { Hono, type MiddlewareHandler } from 'hono'
import { streamSSE } from 'hono/streaming'

import { requireUser } from '#api/auth/middleware/user.ts'
import { isSessionAlive } from '#api/auth/sessions/sessions.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { describing } from '#api/http/route.ts'
import { probeKeyOf, timingSafeEquals } from '#api/runtime/crypto/secrets.ts'
import { REPLACED_STREAM } from '#shared/live.ts'
import { type LiveEvent, eventTailOf } from './tail.ts'

const describe = describing('events')

const HEARTBEAT_MS = 20_000
/** Browsers reconnect afterwards. */
const MAX_CONNECTION_MS = 15 * 60_000
const MAX_MISSED = 500

/** Pause between two lines of the probe, which arrive separately unless a proxy buffers them. */
const PROBE_GAP_MS = 1000

/** Sends two lines a second apart, so that the doctor can detect a proxy that buffers events. */
const respondToProbe: MiddlewareHandler<Env> = async (c, next) => {
  const key = `Bearer ${probeKeyOf(c.var.ctx.config)}`
  if (c.req.raw.method !== 'GET' || !timingSafeEquals(c.req.header('Authorization') ?? '', key)) return next()
  return streamSSE(c, async stream => {
    await stream.write(': first\n\n')
    await stream.sleep(PROBE_GAP_MS)
    await stream.write(': second\n\n')
  })
}

export const liveRoutes = new Hono<UserEnv>().get(
  '/',
  describe('Stream events about your posts (server-sent events); resumes after Last-Event-ID'),
  respondToProbe,
  requireUser,
  async c => {
    const { ctx } = c.var
    // Nobody reads the stream of a HEAD request, so it would never end.
    if (c.req.raw.method === 'HEAD') return c.body(null)
    const lastSeen = Number(/^\d{1,15}$/.exec(c.req.header('Last-Event-ID') ?? '')?.[0] ?? Number.NaN)
    c.header('X-Accel-Buffering', 'no')
    // The client must receive every event from the start of the response.
    await eventTailOf(ctx).started()
    return streamSSE(c, async stream => {
      let lastSentId = 0
      const ended = Promise.withResolvers<void>()
      stream.onAbort(ended.resolve)
      /** Ends the stream. The browser reconnects and catches up. */
      const fail = (error: unknown) => {
        if (!stream.aborted) ctx.log.warn({ err: error }, 'event stream ended early')
        ended.resolve()
      }
      const listening = Promise.withResolvers<void>()
      // Serialises the writes, so that new events wait until the missed ones are sent.
      let sent = listening.promise.then(catchUp)
      const enqueue = (event: LiveEvent) => {
        sent = sent.then(() => send(event)).catch(fail)
      }
      const end = (reason: 'stopping' | 'replaced') => {
        if (reason === 'stopping') return ended.resolve()
        const last = stream.writeSSE({ event: REPLACED_STREAM, data: '{}' })
        last.then(ended.resolve, fail)
      }
      const stop = await eventTailOf(ctx).listen(ctx.userId, enqueue, end)
      sent = sent.catch(fail)
      const heartbeat = setInterval(() => void stream.write(': here\n\n'), HEARTBEAT_MS)
      const expiry = setTimeout(ended.resolve, MAX_CONNECTION_MS)
      try {
        listening.resolve()
        await ended.promise
      } finally {
        stop()
        clearInterval(heartbeat)
        clearTimeout(expiry)
      }

      async function catchUp() {
        await stream.write(': connected\n\n')
        if (!Number.isNaN(lastSeen)) for (const event of await missedEvents(lastSeen)) await send(event)
      }

      async function send({ id, type, data }: LiveEvent) {
        if (id <= lastSentId) return
        lastSentId = id
        if (await isSessionAlive(ctx, ctx)) {
          await stream.writeSSE({ id: String(id), event: type, data: JSON.stringify(data) })
        } else ended.resolve()
      }
    })

    function missedEvents(after: number): Promise<LiveEvent[]> {
      return ctx.db
        .select()
        .from(liveEvents)
        .where(and(eq(liveEvents.userId, ctx.userId), gt(liveEvents.id, after)))
        .orderBy(asc(liveEvents.id))
        .limit(MAX_MISSED)
    }
  },
)
