import type { UnansweredCall } from './network.ts'

/** Searches start this long before a call, because clocks differ and networks round to seconds. */
export const CLOCK_TOLERANCE_MS = 60_000

/** Maximum time between a call and the post that it creates. */
const MAX_EXECUTION_MS = 2 * 60_000

/** True if a post of this time (epoch milliseconds) may be the result of the call. */
export const mayBelongToCall = (createdAt: number, { at, until, lost }: UnansweredCall) =>
  createdAt >= +at - CLOCK_TOLERANCE_MS &&
  createdAt <= (lost ? +lost.until + CLOCK_TOLERANCE_MS : +(until ?? at) + MAX_EXECUTION_MS)

/**
 * True once a post that the network doesn't list was certainly not published.
 * @param delayMs maximum time from the call until the network lists the post
 */
export const isAbsenceConclusive = (now: Date, { at, lost }: UnansweredCall, delayMs: number) =>
  +now >= (lost ? +lost.absentFrom : +at + delayMs)
