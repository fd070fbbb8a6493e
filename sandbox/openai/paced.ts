import { setTimeout as wait } from 'node:timers/promises'

interface Pace {
  ms: number
  /** Cuts the connection at the end, in place of closing the stream. */
  cut?: (() => void) | undefined
  hungUp: () => void
}

/** Streams events one at a time, as fast as a model writes. */
export function sendPaced(response: Response, events: string, { ms, cut, hungUp }: Pace): Response {
  const encoder = new TextEncoder()
  const waiting = events.split(/(?<=\n\n)/)
  const stopped = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = waiting.shift()
      await wait(ms, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      if (next !== undefined) controller.enqueue(encoder.encode(next))
      else if (cut) cut()
      else controller.close()
    },
    cancel() {
      stopped.abort()
      hungUp()
    },
  })
  return new Response(body, response)
}
