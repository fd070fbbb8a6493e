type Parts<Item> = {
  most: number
  /** Takes at most so many of what is due, for this process alone. */
  claim: (room: number) => Promise<Item[]>
  work: (item: Item) => Promise<void>
  onError: (error: unknown) => void
}

/** So many places in which work goes on: whichever gets free takes the next that is due, whatever the others wait for. */
export type Places = {
  /** Fills the places with what is due. Returns once that is begun. */
  tick(): Promise<void>
  /** Resolves when nothing goes on and nothing more is due. */
  idle(): Promise<void>
  /** Claims nothing more; resolves when what goes on has ended. */
  stop(): Promise<void>
}

export function createWorkerPool<Item>({ most, claim, work, onError }: Parts<Item>): Places {
  const going = new Set<Promise<void>>()
  let stopped = false
  let filling: Promise<void> | undefined
  let fillAgain = false
  let maybeMore = false

  async function fillOnce() {
    do {
      fillAgain = false
      const room = most - going.size
      maybeMore = room <= 0
      if (stopped || room <= 0) return
      const claimed = await claim(room)
      maybeMore = claimed.length === room
      claimed.forEach(begin)
    } while (fillAgain)
  }

  /** One claim at a time; a wish that comes during one is granted after it. */
  function fill(): Promise<void> {
    if (filling) fillAgain = true
    else filling = fillOnce().finally(() => (filling = undefined))
    return filling
  }

  function begin(item: Item) {
    const ended = work(item)
      .catch(onError)
      .then(() => {
        going.delete(ended)
        if (maybeMore) void fill().catch(onError)
      })
    going.add(ended)
  }

  async function idle() {
    for (;;) {
      await filling?.catch(() => {})
      if (going.size === 0) return
      await Promise.all(going)
    }
  }

  return {
    tick: fill,
    idle,
    stop() {
      stopped = true
      return idle()
    },
  }
}
