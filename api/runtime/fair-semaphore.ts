/**
 * Creates a fair semaphore. A free slot goes to the owner with the fewest running jobs, and among those to the one who has waited
 * longest for a turn, so a hundred jobs of one owner don't delay another's. Each owner's jobs run in order. A job that takes
 * several slots waits for all of them, and no later job overtakes it.
 */
export function fairSemaphore(size: number) {
  const running = new Map<string, number>()
  const waiting: { owner: string; slots: number; begin: () => void }[] = []
  /** Number of each waiting or running owner's last turn. */
  const turns = new Map<string, number>()
  let free = size
  let turn = 0

  const runningOf = (owner: string) => running.get(owner) ?? 0

  const isBefore = (owner: string, other: string) =>
    runningOf(owner) === runningOf(other)
      ? (turns.get(owner) ?? 0) < (turns.get(other) ?? 0)
      : runningOf(owner) < runningOf(other)

  function count(owner: string, change: number) {
    free -= change
    const left = runningOf(owner) + change
    if (left > 0) {
      running.set(owner, left)
      return
    }
    running.delete(owner)
    if (!waiting.some(job => job.owner === owner)) turns.delete(owner)
  }

  function startNext() {
    while (free > 0 && waiting[0]) {
      const next = waiting.reduce((first, other) => (isBefore(other.owner, first.owner) ? other : first))
      if (next.slots > free) return
      waiting.splice(waiting.indexOf(next), 1)
      turns.set(next.owner, ++turn)
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
