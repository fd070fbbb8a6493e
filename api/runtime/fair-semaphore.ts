/**
 * Creates a fair semaphore. A free slot goes to the oldest job of the owner with the fewest running jobs, so a hundred jobs of
 * one owner don't delay another's. A job that takes several slots waits for all of them, and no later job overtakes it.
 */
export function fairSemaphore(size: number) {
  const running = new Map<string, number>()
  const waiting: { owner: string; slots: number; begin: () => void }[] = []
  let free = size

  const runningOf = (owner: string) => running.get(owner) ?? 0

  function count(owner: string, change: number) {
    free -= change
    const left = runningOf(owner) + change
    if (left === 0) running.delete(owner)
    else running.set(owner, left)
  }

  function startNext() {
    while (free > 0 && waiting[0]) {
      const next = waiting.reduce((fewest, other) =>
        runningOf(other.owner) < runningOf(fewest.owner) ? other : fewest,
      )
      if (next.slots > free) return
      waiting.splice(waiting.indexOf(next), 1)
      count(next.owner, next.slots)
      next.begin()
    }
  }

  /** @param slots number of slots that the job takes, up to `size` */
  return async function take<Result>(owner: string, work: () => Promise<Result>, slots = 1): Promise<Result> {
    await new Promise<void>(begin => {
      waiting.push({ owner, slots, begin })
      startNext()
    })
    try {
      return await work()
    } finally {
      count(owner, -slots)
      startNext()
    }
  }
}
