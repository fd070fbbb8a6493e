import type { Context as HonoContext } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'

import type { UserContext, UserEnv } from '#api/context.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { INTERNAL } from './error-handler.ts'

type Event = { type: string; data: object }

/**
 * Streams events as they are generated. A failure before the first event gets an ordinary error response.
 * @param start starts the generator; its signal aborts when the client disconnects
 */
export async function streamEvents(
  c: HonoContext<UserEnv>,
  start: (signal: AbortSignal) => AsyncGenerator<Event>,
): Promise<Response> {
  const disconnected = new AbortController()
  const onDisconnect = () => disconnected.abort()
  c.req.raw.signal.addEventListener('abort', onDisconnect, { once: true })
  const events = start(disconnected.signal)
  const first = await events.next()
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async stream => {
    stream.onAbort(onDisconnect)
    await sendEvents(c.var.ctx, stream, first, events)
  })
}

async function sendEvents(
  { log }: UserContext,
  stream: SSEStreamingApi,
  first: IteratorResult<Event>,
  events: AsyncGenerator<Event>,
) {
  const send = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) })
  try {
    for (let step = first; !step.done; step = await events.next())
      await send(step.value.type, step.value.data)
  } catch (error) {
    if (!(error instanceof DomainError)) log.error({ err: error }, 'a text failed unexpectedly')
    await send('failed', error instanceof DomainError ? error.body : INTERNAL)
  }
}
