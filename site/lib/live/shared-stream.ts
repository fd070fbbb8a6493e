import { REPLACED_STREAM } from '#shared/live.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { authorization } from '#site/lib/session.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000
/** The server writes at least every 20 seconds (`api/outbox/live/routes.ts`). A stream that is silent for longer is dead. */
const SILENCE_MS = 50_000
/** Time within which the leading tab responds to a ping, unless the browser has suspended it. */
const PONG_TIMEOUT_MS = 3000
/** Interval at which a visible tab pings the leading one. */
const PING_INTERVAL_MS = 30_000

type Listener = {
  /** Called when the stream opens, in this tab or another one. */
  onOpen: () => void
  onEvent: (event: StreamEvent) => void
}

/** Messages between the tabs of one session. */
type Message =
  | { is: 'event'; event: StreamEvent }
  | { is: 'opened'; lastEventId: string }
  | { is: 'ping' }
  | { is: 'pong'; lastEventId: string; isOpen: boolean }
  /** Another browser took the stream's slot. */
  | { is: 'replaced' }

type End = 'aborted' | 'replaced' | 'rejected'

/**
 * Follows the session's event stream until `signal` is aborted. The tabs of a browser share one stream, because HTTP/1.1 allows six
 * connections to a host: the tab that holds a lock reads it and broadcasts its events. If that tab closes, the lock passes on,
 * and the next tab continues after the last event that was broadcast. Without locks, such as on a page without https, each tab has
 * its own stream.
 */
export async function followStream(signal: AbortSignal, listener: Listener): Promise<void> {
  const stream = eventStream(listener)
  const name = await nameOfSession()
  if (signal.aborted) return
  if (name) return shareStream(name, signal, listener, stream)
  while (!signal.aborted) {
    if ((await stream.read(signal)) !== 'replaced') return
    await untilShown(signal)
  }
}

/** Returns the name of the lock and the channel: the same for all tabs of a session, and for no other account's. */
async function nameOfSession(): Promise<string | undefined> {
  if (!globalThis.navigator?.locks || !globalThis.crypto?.subtle || typeof BroadcastChannel === 'undefined')
    return undefined
  const token = new TextEncoder().encode(JSON.stringify(authorization()))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
  return `live-${Array.from(digest.slice(0, 16), byte => byte.toString(16).padStart(2, '0')).join('')}`
}

type Stream = ReturnType<typeof eventStream>

async function shareStream(name: string, signal: AbortSignal, { onOpen, onEvent }: Listener, stream: Stream) {
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target
  const post = (message: Message) => channel.postMessage(message)
  const ended = new AbortController()
  /** Ends this tab's term as the leader, or its place in the queue. */
  let term = new AbortController()
  let isLeading = false
  /** True if this tab must not read the stream until it is visible again. */
  let isParked = false
  /** True if this tab takes the lock from a leading tab that doesn't respond. */
  let steals = false
  /** False until this tab knows that the stream is open. Data that it has loaded before may be stale. */
  let isCurrent = false
  let pongTimer: ReturnType<typeof setTimeout> | undefined

  function onMessage({ data }: MessageEvent<Message>) {
    if (data.is === 'ping') {
      if (isLeading) post({ is: 'pong', lastEventId: stream.lastEventId(), isOpen: stream.isOpen() })
      return
    }
    clearTimeout(pongTimer)
    pongTimer = undefined
    switch (data.is) {
      case 'event':
        stream.resumeAfter(data.event.id)
        return onEvent(data.event)
      case 'pong':
        stream.resumeAfter(data.lastEventId)
        return !isCurrent && data.isOpen ? open() : undefined
      case 'opened':
        stream.resumeAfter(data.lastEventId)
        return open()
      case 'replaced':
        return park()
    }
  }

  function open() {
    isCurrent = true
    onOpen()
  }

  /** Pings the leading tab, and takes over if it doesn't respond. */
  function ping() {
    if (document.visibilityState === 'hidden') return
    if (isLeading) return stream.reconnectIfSilent()
    if (pongTimer) return
    post({ is: 'ping' })
    pongTimer = setTimeout(() => {
      pongTimer = undefined
      if (isLeading || isParked) return
      steals = true
      term.abort()
    }, PONG_TIMEOUT_MS)
  }

  function park() {
    isParked = true
    term.abort()
  }

  channel.addEventListener('message', onMessage)
  // A page that the browser keeps for the back button, or freezes, must not hold the lock.
  addEventListener('pagehide', park, { signal: ended.signal })
  document.addEventListener('freeze', park, { signal: ended.signal })
  for (const type of ['focus', 'pageshow']) addEventListener(type, ping, { signal: ended.signal })
  document.addEventListener('visibilitychange', ping, { signal: ended.signal })
  const pinging = setInterval(ping, PING_INTERVAL_MS)
  signal.addEventListener('abort', () => term.abort())

  async function lead(): Promise<End> {
    isLeading = true
    const shared = {
      onOpen() {
        isCurrent = true
        post({ is: 'opened', lastEventId: stream.lastEventId() })
      },
      onEvent: (event: StreamEvent) => post({ is: 'event', event }),
    }
    const end = await stream.read(term.signal, shared)
    isLeading = false
    if (end === 'replaced') {
      isParked = true
      post({ is: 'replaced' })
    }
    return end
  }

  ping()
  try {
    while (!signal.aborted) {
      if (isParked) await untilShown(signal)
      isParked = false
      if (signal.aborted) break
      term = new AbortController()
      const options = steals ? { steal: true } : { signal: term.signal }
      steals = false
      try {
        if ((await navigator.locks.request(name, options, lead)) === 'rejected') break
      } catch {
        // Another tab took the lock, or this tab left the queue.
        term.abort()
      }
      isLeading = false
    }
  } finally {
    ended.abort()
    clearInterval(pinging)
    clearTimeout(pongTimer)
    channel.close()
  }
}

/** Reads the event stream, which reconnects by itself. */
function eventStream({ onOpen, onEvent }: Listener) {
  let lastEventId = ''
  let isOpen = false
  let lastActivityAt = 0
  let attempt: AbortController | undefined

  /** @returns true if the stream was opened */
  async function readOnce(
    signal: AbortSignal,
    shared?: Listener,
  ): Promise<boolean | 'replaced' | 'rejected'> {
    const headers = new Headers({ Accept: 'text/event-stream', ...authorization() })
    if (lastEventId) headers.set('Last-Event-ID', lastEventId)
    attempt = new AbortController()
    const { signal: ended } = attempt
    try {
      const response = await fetch(apiUrl('/api/events'), {
        headers,
        signal: AbortSignal.any([signal, ended]),
        credentials: 'include',
        cache: 'no-store',
      })
      if (signal.aborted) return false
      if (response.status === 401) return 'rejected'
      if (!response.ok || !response.body) return false
      isOpen = true
      onOpen()
      shared?.onOpen()
      const recordActivity = () => (lastActivityAt = Date.now())
      recordActivity()
      const listening = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          recordActivity()
          controller.enqueue(chunk)
        },
      })
      for await (const event of readEvents(response.body.pipeThrough(listening))) {
        if (signal.aborted) return true
        if (event.type === REPLACED_STREAM) return 'replaced'
        lastEventId = event.id || lastEventId
        onEvent(event)
        shared?.onEvent(event)
      }
      return true
    } catch {
      return false
    } finally {
      isOpen = false
    }
  }

  return {
    isOpen: () => isOpen,
    lastEventId: () => lastEventId,
    resumeAfter: (id: string) => (lastEventId = id || lastEventId),
    /** Reconnects after the device has slept, which can leave a dead connection open. */
    reconnectIfSilent() {
      if (isOpen && Date.now() - lastActivityAt > SILENCE_MS) attempt?.abort()
    },
    async read(signal: AbortSignal, shared?: Listener): Promise<End> {
      let wait = FIRST_WAIT_MS
      while (!signal.aborted) {
        const result = await readOnce(signal, shared)
        if (result === 'replaced' || result === 'rejected') return result
        if (result) wait = FIRST_WAIT_MS
        if (!signal.aborted) await pause(wait * (0.75 + Math.random() / 2), signal)
        wait = Math.min(wait * 2, MAX_WAIT_MS)
      }
      return 'aborted'
    },
  }
}

/**
 * Resolves when this window becomes visible. Reconnecting earlier would replace another browser's stream, which would then
 * reconnect in turn.
 */
const untilShown = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const stop = new AbortController()
    const end = () => (stop.abort(), resolve())
    for (const type of ['focus', 'pageshow']) addEventListener(type, end, { signal: stop.signal })
    for (const type of ['visibilitychange', 'resume'])
      document.addEventListener(type, () => document.visibilityState === 'visible' && end(), {
        signal: stop.signal,
      })
    signal.addEventListener('abort', end, { signal: stop.signal })
  })

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
