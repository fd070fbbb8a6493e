import type { Begun } from './network.ts'

/** Clocks differ: a post is looked for from this long before its call. */
export const CLOCK_SLACK_MS = 60_000

/** True for a post that the call may have made, by the time that its network gives it. */
export const isOfCall = (createdAt: number, { at, lost }: Begun) =>
  createdAt >= +at - CLOCK_SLACK_MS && createdAt <= +(lost?.until ?? at) + CLOCK_SLACK_MS

/**
 * True when not being shown proves that a post was not published.
 * @param delayMs how long after the call its network may take to show the post
 */
export const absenceCounts = (now: Date, { at, lost }: Begun, delayMs: number) =>
  +now >= (lost ? +lost.absentFrom : +at + delayMs)
