import { existsSync, readFileSync } from 'node:fs'

const STAT = '/proc/stat'

/** Reads the processor's ticks since boot, and those that the host of a virtual machine took. */
function readTicks() {
  const ticks = readFileSync(STAT, 'utf8').split('\n', 1)[0]!.split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] ?? 0 }
}

/**
 * Starts to measure the share of the processor that the host takes from this virtual machine. Returns a function for the
 * share so far, from 0 to 1. Without Linux's /proc, it is always 0.
 */
export function measureStolen(): () => number {
  if (!existsSync(STAT)) return () => 0
  const before = readTicks()
  return () => {
    const now = readTicks()
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
  }
}
