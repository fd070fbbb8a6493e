import { atom } from 'nanostores'

import { type LiveEvents, type LiveType, REPLACED } from '#shared/live.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { $session, authorization } from '#site/lib/session.ts'
import { readEvents } from './event-stream.ts'

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000

type Handler = (data: never) => void
const handlers = new Map<string, Set<Handler>>()
let connection: AbortController | undefined
let lastEventId = ''

/** Increases when the stream opens, because data that was loaded before may be stale. */
export const $streamOpens = atom(0)

/**
 * Calls `handler` for every event of this type that the api sends this user. The first handler opens the connection, which
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
  void listen(connection.signal)
}

async function listen(signal: AbortSignal) {
  let wait = FIRST_WAIT_MS
  while (!signal.aborted) {
    const result = await readOnce(signal)
    if (result === 'replaced') {
      await untilVisible(signal)
      continue
    }
    if (result) wait = FIRST_WAIT_MS
    if (!signal.aborted) await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, MAX_WAIT_MS)
  }
}

/** @returns true if the stream was opened; `replaced` if another window of the user took its slot */
async function readOnce(signal: AbortSignal): Promise<boolean | 'replaced'> {
  const headers = new Headers({ Accept: 'text/event-stream', ...authorization() })
  if (lastEventId) headers.set('Last-Event-ID', lastEventId)
  try {
    const response = await fetch(apiUrl('/api/events'), {
      headers,
      signal,
      credentials: 'include',
      cache: 'no-store',
    })
    if (signal.aborted) return false
    if (response.status === 401) disconnect()
    if (!response.ok || !response.body) return false
    $streamOpens.set($streamOpens.get() + 1)
    for await (const event of readEvents(response.body)) {
      if (signal.aborted) return true
      if (event.type === REPLACED) return 'replaced'
      lastEventId = event.id || lastEventId
      for (const handler of handlers.get(event.type) ?? []) handler(JSON.parse(event.data) as never)
    }
    return true
  } catch {
    return false
  }
}

/**
 * Resolves when this window becomes visible. Reconnecting earlier would replace another window's stream, which would then
 * reconnect in turn.
 */
const untilVisible = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const stop = new AbortController()
    const end = () => (stop.abort(), resolve())
    addEventListener('focus', end, { signal: stop.signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), {
      signal: stop.signal,
    })
    signal.addEventListener('abort', end, { signal: stop.signal })
  })

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

$session.listen(session => {
  disconnect()
  lastEventId = ''
  if (session.state === 'in' && [...handlers.values()].some(set => set.size > 0)) connect()
})
