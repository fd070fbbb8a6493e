type Parts<Item> = {
  size: number
  /** Claims up to `capacity` due items for this process. */
  claim: (capacity: number) => Promise<Item[]>
  /** True if `claim` may leave due items to the next freed slot, such as by a limit per account. */
  leavesDueItems?: boolean
  work: (item: Item) => Promise<void>
  onError: (error: unknown) => void
}

export type WorkerPool = {
  /** Claims due items for the free slots and starts them. Resolves without waiting for their work. */
  tick(): Promise<void>
  /** Resolves when no item is in flight and none is due. */
  idle(): Promise<void>
  /** Stops claiming; resolves when the items in flight have ended. */
  stop(): Promise<void>
}

/** Creates a pool that runs up to `size` items at once; a freed slot claims the next. */
export function createWorkerPool<Item>({
  size,
  claim,
  leavesDueItems = false,
  work,
  onError,
}: Parts<Item>): WorkerPool {
  const inFlight = new Set<Promise<void>>()
  let stopped = false
  let maybeMore = false

  const fill = coalesced(async () => {
    const capacity = size - inFlight.size
    maybeMore = capacity <= 0
    if (stopped || capacity <= 0) return
    const claimed = await claim(capacity)
    maybeMore = claimed.length === capacity
    claimed.forEach(begin)
  })

  function begin(item: Item) {
    const ended = work(item)
      .catch(onError)
      .then(() => {
        inFlight.delete(ended)
        if (maybeMore || leavesDueItems) void fill().catch(onError)
      })
    inFlight.add(ended)
  }

  async function idle() {
    for (;;) {
      await fill.settled()
      await Promise.all(inFlight)
      if (!fill.isRunning() && inFlight.size === 0) return
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

type Coalesced = {
  (): Promise<void>
  isRunning(): boolean
  /** Resolves when the run in progress has ended, successful or not. */
  settled(): Promise<void>
}

/**
 * Coalesces concurrent calls of `run`: at most one is in progress, and one more follows if any was requested meanwhile. A call
 * resolves after a run that began after it. A run that fails rejects the calls that wait for it.
 */
export function coalesced(run: () => Promise<void>): Coalesced {
  let running = Promise.resolve()
  let isRunning = false
  let isRequested = false

  async function runWhileRequested() {
    try {
      while (isRequested) {
        isRequested = false
        await run()
      }
    } finally {
      // Synchronous with the loop's last check, so that no request is missed in between.
      isRunning = false
    }
  }

  const request = () => {
    isRequested = true
    if (!isRunning) {
      isRunning = true
      running = runWhileRequested()
    }
    return running
  }
  return Object.assign(request, {
    isRunning: () => isRunning,
    settled: () => running.catch(() => {}),
  })
}
