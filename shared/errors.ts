export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  email_unverified: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  upstream: 502,
  busy: 503,
  storage_full: 507,
  internal: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** A message per rejected input, keyed by its name; nested names are joined by dots. */
export type Fields = Record<string, string>

/**
 * `current` has the current values after a conflict, so that a form can show them beside its own. `ticket` accompanies `email_unverified`
 * and binds the mailed code to the sign-up with that password.
 */
export type ErrorBody = {
  success: false
  code: ErrorCode
  message: string
  fields?: Fields
  ticket?: string
  current?: unknown
}
