import { ERROR_STATUS, type ErrorBody, type ErrorCode, type Fields } from '#shared/errors.ts'

export type DomainErrorCode = Exclude<ErrorCode, 'internal'>

type Details = {
  fields?: Fields
  ticket?: string
  /** The current values after a conflict. */
  current?: unknown
  retryAfterSeconds?: number
  cause?: unknown
}

/** An outcome that the caller can act on. Anything else thrown is a bug. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: DomainErrorCode
  readonly fields: Fields | undefined
  readonly ticket: string | undefined
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: DomainErrorCode,
    message: string,
    { fields, ticket, current, retryAfterSeconds, cause }: Details = {},
  ) {
    super(message, { cause })
    this.code = code
    this.fields = fields
    this.ticket = ticket
    this.current = current
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status() {
    return ERROR_STATUS[this.code]
  }

  get body(): ErrorBody {
    return {
      success: false,
      code: this.code,
      message: this.message,
      ...(this.fields && { fields: this.fields }),
      ...(this.ticket && { ticket: this.ticket }),
      ...(this.current !== undefined && { current: this.current }),
    }
  }
}

/** Creates the error for one invalid field, whose message is also the response's. */
export const invalidField = (name: string, message: string) =>
  new DomainError('invalid', message, { fields: { [name]: message } })

/** @throws {DomainError} `invalid` for this field, if there is a problem with it */
export function requireValid(name: string, problem: string | undefined): void {
  if (problem) throw invalidField(name, problem)
}

/** Advises to try again, unless the message, which may be a provider's, already says when. */
export const withRetryAdvice = (message: string): string =>
  /\bagain\b/i.test(message) ? message : `${message} Please try again in a minute.`

/** Returns the code of a failed system call or connection, such as `ENOENT`; empty if the error has none. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Explains why a program can't start, and what its operator can do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Prints the message of a StartError and exits with 1. Rethrows anything else, which is a bug, with its stack. */
export function exitWithMessage(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
