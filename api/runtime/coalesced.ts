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
