import type { ErrorBody, ErrorCode, Fields } from '#shared/errors.ts'

/** The api's codes, and `network` if no response arrived. */
export type ApiErrorCode = ErrorCode | 'network'

/** Thrown by every failed call. Its `message` can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly fields: Fields
  /** Binds a code to its sign-up; sent with `email_unverified`. */
  readonly ticket: string | undefined
  /** The current values after a conflict. */
  readonly current: unknown

  constructor(
    code: ApiErrorCode,
    message: string,
    fields: Fields = {},
    { ticket, current, ...options }: ErrorOptions & { ticket?: string | undefined; current?: unknown } = {},
  ) {
    super(message, options)
    this.code = code
    this.fields = fields
    this.ticket = ticket
    this.current = current
  }
}

export const UNREACHABLE = 'We can’t reach the server. Check your connection, or try later.'
const TOO_LARGE = 'This is too large for this server. Please try a smaller file.'
const UNREADABLE = 'The server is having trouble. Try again in a minute.'

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/** Reads the error envelope of a failed response, which may also be a proxy's own page. */
export function toApiError(body: string, status?: number): ApiError {
  try {
    const parsed: unknown = JSON.parse(body)
    if (isErrorBody(parsed)) {
      const { code, message, fields, ticket, current } = parsed
      return new ApiError(code, message, fields, { ticket, current })
    }
  } catch {
    // A proxy's HTML page: fall through to our own message.
  }
  return status === 413 ? new ApiError('too_large', TOO_LARGE) : new ApiError('internal', UNREADABLE)
}

/** Returns a failure's message, or `fallback` if the server gave none that a user can read. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.message && error.message !== UNREADABLE ? error.message : fallback

const ADVICE = / (?:Please )?try again\.$/i

/** Appends the server's reason to `failed`. Leaves out the advice to try again if both contain it. */
export function withReason(failed: string, error: unknown): string {
  const reason = messageOf(error, '')
  if (!reason) return failed
  return `${/\bagain\b/i.test(reason) ? failed.replace(ADVICE, '') : failed} ${reason}`
}

/** Returns why a file was refused, or `fallback` if it has no message that a user can read. */
export function fileReasonOf(error: unknown, fallback: string) {
  const [reason] = error instanceof ApiError ? Object.values(error.fields) : []
  return reason ?? messageOf(error, fallback)
}

/** Returns the server's message, or `fallback` if no response of its own arrived. */
export const serverMessageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== 'network' ? messageOf(error, fallback) : fallback
