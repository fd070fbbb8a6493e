import { DomainError } from '#api/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

/** What became of a picture that could not be converted: sharp says in its text alone that it was the disk's doing. */
export function conversionFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  return /no space left|quota exceeded|read-only file system/i.test(String(error))
    ? new DomainError('upstream', MEDIA_MESSAGES.noRoom, { cause: error })
    : new DomainError('invalid', MEDIA_MESSAGES.unreadableImage, { cause: error })
}
