/**
 * Lets so many pieces of work go on at a time. Of those that wait, the next is the first of whom the fewest go on: a
 * hundred of one person keep nobody else's one waiting.
 */
export function inTurns(most: number) {
  const going = new Map<string, number>()
  const waiting: { whose: string; begin: () => void }[] = []
  let free = most

  const goingOf = (whose: string) => going.get(whose) ?? 0

  function count(whose: string, change: 1 | -1) {
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
      waiting.splice(waiting.indexOf(next), 1)
      count(next.whose, 1)
      next.begin()
    }
  }

  return async function take<Result>(whose: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>(begin => {
      waiting.push({ whose, begin })
      letIn()
    })
    try {
      return await work()
    } finally {
      count(whose, -1)
      letIn()
    }
  }
}
