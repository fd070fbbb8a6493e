/**
 * Creates a fair semaphore. A free slot goes to the oldest job of the owner with the fewest running jobs, so a hundred jobs of
 * one owner don't delay another's. A job that takes several slots waits for all of them, and no later job overtakes it.
 */
export function fairSemaphore(most: number) {
  const going = new Map<string, number>()
  const waiting: { whose: string; places: number; begin: () => void }[] = []
  let free = most

  const goingOf = (whose: string) => going.get(whose) ?? 0

  function count(whose: string, change: number) {
    free -= change
    const left = goingOf(whose) + change
    if (left === 0) going.delete(whose)
    else going.set(whose, left)
  }

  function letIn() {
    while (free > 0 && waiting[0]) {
      const next = waiting.reduce((first, other) =>
        goingOf(other.whose) < goingOf(first.whose) ? other : first,
      )
      if (next.places > free) return
      waiting.splice(waiting.indexOf(next), 1)
      count(next.whose, next.places)
      next.begin()
    }
  }

  /** @param places number of slots that the job takes, up to `most` */
  return async function take<Result>(
    whose: string,
    work: () => Promise<Result>,
    places = 1,
  ): Promise<Result> {
    await new Promise<void>(begin => {
      waiting.push({ whose, places, begin })
      letIn()
    })
    try {
      return await work()
    } finally {
      count(whose, -places)
      letIn()
    }
  }
}
