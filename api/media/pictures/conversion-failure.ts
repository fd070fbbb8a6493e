import { DomainError } from '#api/runtime/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

/** Converts an error of sharp, which reports disk errors only by its message. */
export function conversionFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  return /no space left|quota exceeded|read-only file system/i.test(String(error))
    ? new DomainError('storage_full', MEDIA_MESSAGES.noRoom, { cause: error })
    : new DomainError('invalid', MEDIA_MESSAGES.unreadableImage, { cause: error })
}
