import { DomainError } from '#api/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media.ts'

/** The composer sends two at once from each window. Room on the disk is set aside for each by the length that it claims. */
const MAX_IN_FLIGHT = 8
const RETRY_SECONDS = 5

const inFlight = new Map<string, number>()

/**
 * Counts an upload of a person, from its beginning until its files are kept or discarded.
 * @returns what ends it; calling it again changes nothing
 * @throws DomainError `rate_limited` for one too many
 */
export function joinUploads(whose: string): () => void {
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
  }
}
