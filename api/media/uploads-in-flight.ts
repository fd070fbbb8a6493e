import { DomainError } from '#api/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media.ts'

/** The composer sends two at once from each window. Room on the disk is set aside for each by the length that it claims. */
const MAX_IN_FLIGHT = 8
const RETRY_SECONDS = 5
const RESTART_SECONDS = 10

const inFlight = new Map<string, number>()
const cut = new AbortController()
let isClosing = false
let onNone = () => {}

/**
 * Counts an upload of a person, from its beginning until its files are kept or discarded.
 * @returns what ends it; calling it again changes nothing
 * @throws DomainError `rate_limited` for one too many, `upstream` once the process is to end
 */
export function joinUploads(whose: string): () => void {
  if (isClosing) throw restarting()
  const before = inFlight.get(whose) ?? 0
  if (before >= MAX_IN_FLIGHT)
    throw new DomainError('rate_limited', MEDIA_MESSAGES.uploadsInFlight, {
      retryAfterSeconds: RETRY_SECONDS,
    })
  inFlight.set(whose, before + 1)
  let hasLeft = false
  return () => {
    if (hasLeft) return
    hasLeft = true
    const left = (inFlight.get(whose) ?? 1) - 1
    if (left === 0) inFlight.delete(whose)
    else inFlight.set(whose, left)
    if (inFlight.size === 0) onNone()
  }
}

/** Aborts when uploads in flight have to end. */
export const uploadsAreCut = cut.signal

/**
 * Takes no more uploads, lets those in flight finish for a while, and then refuses them in words that ask for another try.
 * Resolves when none is left, or they have been refused.
 */
export async function closeUploads(graceMs: number): Promise<void> {
  isClosing = true
  if (inFlight.size === 0) return
  const none = new Promise<void>(resolve => (onNone = resolve))
  await Promise.race([none, Bun.sleep(graceMs)])
  cut.abort(restarting())
}

const restarting = () =>
  new DomainError('upstream', MEDIA_MESSAGES.restarting, { retryAfterSeconds: RESTART_SECONDS })
