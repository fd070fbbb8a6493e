/** Clocks that differ by less are taken for equal: the providers tell their time in whole seconds, and answers take a while. */
const TOLERANCE_MS = 10_000
/** What the measurement itself wavers by. */
const WAVERING_MS = 3000

let aheadMs = 0

/**
 * By how much this machine's clock is ahead of the providers', or behind when negative: 0 where they agree. A post that may be
 * out is looked for by its time, and what others do is known by their leases, so a clock that is wrong could publish twice.
 */
export const clockAheadMs = () => aheadMs

/**
 * Compares the clocks by the time that an answer carries. One from a cache tells an older time. How long it took is told by a
 * clock that nobody sets, since this machine's may be set meanwhile.
 */
export function readProviderClock(
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
  else if (Math.abs(measured - aheadMs) > WAVERING_MS) aheadMs = measured
}

let lastLook = { wall: Date.now(), steady: performance.now() }

/** Whether the machine's clock was set, or the machine slept, since this was asked last. */
export function clockHasJumped(look = { wall: Date.now(), steady: performance.now() }): boolean {
  const drift = look.wall - lastLook.wall - (look.steady - lastLook.steady)
  lastLook = look
  return Math.abs(drift) > TOLERANCE_MS
}

const PROBE_MS = 3000

type Providers = {
  facebook: { appId: string; graphUrl: string }
  google: { clientId: string; tokenUrl: string }
}

/** Asks one of the providers that are set up for nothing but its time. One that can't be reached tells nothing. */
export async function askForTime({ facebook, google }: Providers): Promise<void> {
  const url = facebook.appId ? facebook.graphUrl : google.clientId && google.tokenUrl
  if (!url) return
  const began = performance.now()
  const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) }).catch(
    () => undefined,
  )
  if (response) readProviderClock(response, performance.now() - began)
}
