import { DomainError } from '#api/runtime/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

export type RefusedFile = { name: string; error: DomainError }

const ABOUT_FILE = new Set<string>(['invalid', 'unsupported', 'too_large'])

/** True for errors that concern one file, whatever happens to the others. */
export const isAboutFile = (error: unknown): error is DomainError =>
  error instanceof DomainError && ABOUT_FILE.has(error.code)

/**
 * Creates the error for files that can't be accepted, with the reason for each in `fields` by its name. Files of another kind
 * decide the code and the message, which is the specification's.
 */
export function refusedFiles(refused: readonly RefusedFile[]): DomainError {
  const fields: Record<string, string> = {}
  for (const { name, error } of refused) fields[name] = error.message
  const unsupported = refused.find(({ error }) => error.code === 'unsupported')
  const { code, message, cause } = (unsupported ?? refused[0])?.error ?? unsupportedType()
  return new DomainError(code, unsupported ? MEDIA_MESSAGES.type : message, { fields, cause })
}

export const unsupportedType = () => new DomainError('unsupported', MEDIA_MESSAGES.type)
