import { atom } from 'nanostores'

import type { LiveEvents, LiveType } from '#shared/live.ts'
import { $session } from '#site/lib/session.ts'

/** Delay before another attempt to load the stream's code. */
const LOAD_AGAIN_MS = 10_000

type Handler = (data: never) => void
const handlers = new Map<string, Set<Handler>>()
let connection: AbortController | undefined

/** Increases when the stream opens, because data that was loaded before may be stale. */
export const $streamOpens = atom(0)

/**
 * Calls `handler` for every event of this type that the api sends this user. The first handler opens the stream, which
 * reconnects by itself and closes without handlers or a session. Returns the function that unsubscribes.
 */
export function onLive<Type extends LiveType>(type: Type, handler: (data: LiveEvents[Type]) => void) {
  const ofType = handlers.get(type) ?? new Set()
  handlers.set(type, ofType.add(handler))
  connect()
  return () => {
    ofType.delete(handler)
    if ([...handlers.values()].every(set => set.size === 0)) disconnect()
  }
}

function disconnect() {
  connection?.abort()
  connection = undefined
}

function connect() {
  if (connection || $session.get().state !== 'in') return
  connection = new AbortController()
  void follow(connection.signal)
}

/** Loads the stream's code lazily, because no screen waits for an event to be shown. */
async function follow(signal: AbortSignal): Promise<void> {
  const load = () => import('./shared-stream.ts').catch(() => undefined)
  let loaded = await load()
  while (!loaded && !signal.aborted) {
    await new Promise(resolve => setTimeout(resolve, LOAD_AGAIN_MS))
    loaded = await load()
  }
  if (signal.aborted) return
  await loaded?.followStream(signal, {
    onOpen: () => $streamOpens.set($streamOpens.get() + 1),
    onEvent({ type, data }) {
      for (const handler of handlers.get(type) ?? []) handler(JSON.parse(data) as never)
    },
  })
}

$session.listen(session => {
  disconnect()
  if (session.state === 'in' && [...handlers.values()].some(set => set.size > 0)) connect()
})
