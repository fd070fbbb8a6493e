import type { UnansweredCall } from './network.ts'

/**
 * Allowed difference of clocks and of timestamps in whole seconds: posts and comments are searched from this long before the
 * call.
 */
export const CLOCK_SLACK_MS = 60_000

/** Maximum time for a network to execute a call, after which its absence is concluded. */
const EXECUTED_WITHIN_MS = 2 * 60_000

/** True if the post's time on its network is compatible with the call. */
export const isOfCall = (createdAt: number, { at, until, lost }: UnansweredCall) =>
  createdAt >= +at - CLOCK_SLACK_MS &&
  createdAt <= (lost ? +lost.until + CLOCK_SLACK_MS : +(until ?? at) + EXECUTED_WITHIN_MS)

/**
 * True when enough time has passed to conclude that a post which isn't listed was not published.
 * @param delayMs maximum time after the call until the network lists the post
 */
export const absenceCounts = (now: Date, { at, lost }: UnansweredCall, delayMs: number) =>
  +now >= (lost ? +lost.absentFrom : +at + delayMs)
