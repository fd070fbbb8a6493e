import type { ErrorBody, ErrorCode, Fields } from '#shared/errors.ts'

/** `network`: no answer came; `code` is otherwise the api's. */
export type ApiErrorCode = ErrorCode | 'network'

/** What every failed call throws; `message` is fit to be shown. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly fields: Fields
  /** What binds a code to its sign-up, with `email_unverified`. */
  readonly ticket: string | undefined

  constructor(
    code: ApiErrorCode,
    message: string,
    fields: Fields = {},
    { ticket, ...options }: ErrorOptions & { ticket?: string | undefined } = {},
  ) {
    super(message, options)
    this.code = code
    this.fields = fields
    this.ticket = ticket
  }
}

export const UNREACHABLE = 'We can’t reach the server. Check your connection, then try again.'
const TOO_LARGE = 'This is too large for this server. Please try a smaller file.'
const UNREADABLE = 'The server is having trouble. Try again in a minute.'

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/** Reads the error envelope of a response that is not a success. A proxy may have rejected the request with its own page. */
export function toApiError(body: string, status?: number): ApiError {
  try {
    const parsed: unknown = JSON.parse(body)
    if (isErrorBody(parsed)) {
      const { code, message, fields, ticket } = parsed
      return new ApiError(code, message, fields, { ticket })
    }
  } catch {
    // A proxy's HTML page: fall through to words of our own.
  }
  return status === 413 ? new ApiError('too_large', TOO_LARGE) : new ApiError('internal', UNREADABLE)
}

/** The words of any failure; `fallback` for those that have none for a person. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.message ? error.message : fallback

/** The words that the server itself gave; `fallback` where no answer of its own came. */
export const serverMessageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== 'network' && error.message !== UNREADABLE
    ? messageOf(error, fallback)
    : fallback
