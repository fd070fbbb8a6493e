import type { Config } from '#api/runtime/config.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

/** The composer sends two at once from each window. Each reserves disk space for its declared length. */
const MAX_IN_FLIGHT = 8
const RETRY_SECONDS = 5
const RESTART_SECONDS = 10

type Uploads = ReturnType<typeof trackUploads>

const byFolder = new Map<string, Uploads>()

/** Returns the uploads in flight into the app's data folder. */
export function uploadsOf({ dataDir }: Pick<Config, 'dataDir'>): Uploads {
  const known = byFolder.get(dataDir) ?? trackUploads()
  byFolder.set(dataDir, known)
  return known
}

function trackUploads() {
  const inFlight = new Map<string, number>()
  const cut = new AbortController()
  let isClosing = false
  let onNone = () => {}

  return {
    /** Aborts when uploads in flight must stop. */
    shutdownSignal: cut.signal,

    /**
     * Registers a user's upload until its files are saved or discarded.
     * @returns an idempotent function that unregisters it
     * @throws {DomainError} `rate_limited` if the user has too many in flight, `upstream` while the process is shutting down
     */
    register(userId: string): () => void {
      if (isClosing) throw restarting()
      const before = inFlight.get(userId) ?? 0
      if (before >= MAX_IN_FLIGHT)
        throw new DomainError('rate_limited', MEDIA_MESSAGES.uploadsInFlight, {
          retryAfterSeconds: RETRY_SECONDS,
        })
      inFlight.set(userId, before + 1)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const left = (inFlight.get(userId) ?? 1) - 1
        if (left === 0) inFlight.delete(userId)
        else inFlight.set(userId, left)
        if (inFlight.size === 0) onNone()
      }
    },

    /**
     * Rejects new uploads, gives those in flight time to finish, then aborts the rest with a message that asks for a retry.
     * Resolves when none is left or the rest was aborted.
     */
    async close(graceMs: number): Promise<void> {
      isClosing = true
      if (inFlight.size === 0) return
      const none = new Promise<void>(resolve => (onNone = resolve))
      await Promise.race([none, Bun.sleep(graceMs)])
      cut.abort(restarting())
    },
  }
}

const restarting = () =>
  new DomainError('upstream', MEDIA_MESSAGES.restarting, { retryAfterSeconds: RESTART_SECONDS })
