import { AsyncLocalStorage } from 'node:async_hooks'
import { createHistogram } from 'node:perf_hooks'

/** Duration from which blocking work is logged, because it delays every request and every post. */
export const BLOCKED_MS = 200
/** Interval of the timer's marks, which belong to no work, and of the measurements of its delay. */
const BEAT_MS = 50
/** Time within which work that blocks the loop again is only counted. */
const REPEAT_MS = 60_000
const NS_PER_MS = 1e6
const NS_PER_SECOND = 1e9

type Name = () => string
type Log = { warn(fields: object, message: string): void }

const running = new AsyncLocalStorage<Name>()
let report: ((heldMs: number, name: Name | undefined) => void) | undefined
let last: { at: number; name: Name | undefined } = { at: 0, name: undefined }

/** Runs a request or job under its name, by which the log reports it if it holds the event loop. */
export const runNamed = <Result>(name: Name, work: () => Result): Result => running.run(name, work)

/**
 * Marks a point at which the event loop may switch to other work: each call to the database or to the outside, and the end of each
 * request and job. If much time has passed since the previous mark, the work that makes this one has blocked the loop. If the
 * timer makes this one, the work that made the previous one has.
 */
export function markTurn(): void {
  if (!report) return
  const at = performance.now()
  const name = running.getStore()
  const heldMs = at - last.at
  if (heldMs > BLOCKED_MS + BEAT_MS) report(heldMs, name ?? last.name)
  last = { at, name }
}

const delays = createHistogram()
const total = { count: 0, seconds: 0 }

/** Measures the delay of the event loop, and logs what holds it. @returns a function that ends both */
export function watchEventLoop({ log }: { log: Log }): () => void {
  const reported = new Map<string, { at: number; times: number }>()
  report = (heldMs, name) => {
    const by = name?.() ?? 'unknown'
    const at = performance.now()
    const earlier = reported.get(by)
    if (earlier && at - earlier.at < REPEAT_MS) return void earlier.times++
    reported.set(by, { at, times: 1 })
    log.warn(
      { by, ms: Math.round(heldMs), ...(earlier && { times: earlier.times }) },
      'the event loop was held, so everything else waited',
    )
  }
  last = { at: performance.now(), name: undefined }
  let dueAt = last.at + BEAT_MS
  const beat = setInterval(() => {
    delays.record(Math.max(1, Math.round((performance.now() - dueAt) * NS_PER_MS)))
    markTurn()
    dueAt = last.at + BEAT_MS
  }, BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    report = undefined
  }
}

const QUANTILES = [0.5, 0.9, 0.99, 1]

/** Returns the delays in seconds since the last call as quantiles, with their count and sum since the start. */
export function readEventLoopDelay() {
  const { count } = delays
  const quantiles = QUANTILES.map(quantile => ({
    quantile,
    seconds: delays.percentile(quantile * 100) / NS_PER_SECOND,
  }))
  total.count += count
  if (count > 0) total.seconds += (delays.mean / NS_PER_SECOND) * count
  delays.reset()
  return { quantiles, ...total }
}
