export const NOON = new Date('2030-01-01T12:00:00Z')

/** Creates a clock that moves only when a test advances it. */
export function testClock() {
  let time = NOON.getTime()
  return {
    now: () => new Date(time),
    advance: (ms: number) => void (time += ms),
    set: (date: Date) => void (time = date.getTime()),
  }
}

/** Creates a clock that moves on by a millisecond whenever it is read, as on a slow machine. */
export function tickingClock(): TestClock {
  const clock = testClock()
  return {
    ...clock,
    now: () => {
      clock.advance(1)
      return clock.now()
    },
  }
}

/** Creates a clock that runs in real time, from the time that it is set to. */
export function runningClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: ms => void (ahead += ms),
    set: date => void (ahead = date.getTime() - Date.now()),
  }
}

export type TestClock = ReturnType<typeof testClock>

/** Time limit of tests and hooks. It only ends hung ones, because a busy machine can be ten times slower. */
export const HUNG_AFTER_MS = 10 * 60_000

/**
 * Returns the milliseconds of processor time that this process spends on `work`: unlike its duration, no other process adds to
 * it.
 */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const TRIES = 5

/** Runs the work a few times, and returns the shortest time in milliseconds, because other processes may delay a run. */
export async function shortestTime(work: () => unknown): Promise<number> {
  let shortest = Infinity
  for (let i = 0; i < TRIES; i++) {
    const start = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - start)
  }
  return shortest
}
