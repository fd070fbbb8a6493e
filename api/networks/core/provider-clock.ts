import { fetchOutside } from '#api/runtime/fetch.ts'

/** Smaller differences are ignored: providers report whole seconds, and responses take a while. */
const TOLERANCE_MS = 10_000
/** Smaller changes of the measured offset are noise. */
const MIN_CHANGE_MS = 3000

let aheadMs = 0

/**
 * Returns how far this machine's clock is ahead of the providers' clocks (negative if behind), or 0 if they agree. Reconciliation
 * and leases depend on the clock, so a wrong one could publish twice.
 */
export const clockAheadMs = () => aheadMs

/**
 * Updates the clock offset from a response's Date header. Ignores cached responses.
 * @param tookMs duration of the request by a monotonic clock, because the system clock may be set meanwhile
 */
export function measureClock(
  { headers }: Pick<Response, 'headers'>,
  tookMs: number,
  receivedAt = Date.now(),
): void {
  const theirs = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(theirs) || headers.has('Age')) return
  const latest = receivedAt - theirs
  const earliest = latest - tookMs - 1000
  const measured = Math.round((earliest + latest) / 2)
  if (latest >= -TOLERANCE_MS && earliest <= TOLERANCE_MS) aheadMs = 0
  else if (Math.abs(measured - aheadMs) > MIN_CHANGE_MS) aheadMs = measured
}

let last = { wall: Date.now(), steady: performance.now() }

/** Returns true if the clock was set or the machine slept since the last call. */
export function clockHasJumped(current = { wall: Date.now(), steady: performance.now() }): boolean {
  const drift = current.wall - last.wall - (current.steady - last.steady)
  last = current
  return Math.abs(drift) > TOLERANCE_MS
}

const PROBE_MS = 3000

type Providers = {
  facebook: { appId: string; graphUrl: string }
  google: { clientId: string; tokenUrl: string }
}

/** Requests the time of one of the configured providers. Ignores an unreachable one. */
export async function requestTime({ facebook, google }: Providers): Promise<void> {
  const url = facebook.appId ? facebook.graphUrl : google.clientId && google.tokenUrl
  if (!url) return
  const startedAt = performance.now()
  const response = await fetchOutside(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) }).catch(
    () => undefined,
  )
  if (response) measureClock(response, performance.now() - startedAt)
}
