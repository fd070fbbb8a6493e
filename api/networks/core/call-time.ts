import type { Begun } from './network.ts'

/** Allowed clock difference: reconciliation searches for posts from this long before the call. */
export const CLOCK_SLACK_MS = 60_000

/** True if the post's time on its network is compatible with the call. */
export const isOfCall = (createdAt: number, { at, lost }: Begun) =>
  createdAt >= +at - CLOCK_SLACK_MS && createdAt <= +(lost?.until ?? at) + CLOCK_SLACK_MS

/**
 * True when enough time has passed to conclude that a post which isn't listed was not published.
 * @param delayMs maximum time after the call until the network lists the post
 */
export const absenceCounts = (now: Date, { at, lost }: Begun, delayMs: number) =>
  +now >= (lost ? +lost.absentFrom : +at + delayMs)
