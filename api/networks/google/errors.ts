import * as v from 'valibot'

import { retryAfterMinutes, retryIn, inconclusiveError } from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'

type ErrorContext = { response: Response; risky: boolean; now: Date }

const Detail = v.object({
  '@type': v.optional(v.string(), ''),
  reason: v.optional(v.string()),
  retryDelay: v.optional(v.string()),
  errorDetails: v.optional(
    v.array(
      v.object({
        code: v.optional(v.union([v.string(), v.number()])),
        field: v.optional(v.string()),
        message: v.optional(v.string()),
      }),
    ),
  ),
})
const Envelope = v.object({
  error: v.object({
    status: v.optional(v.string(), ''),
    message: v.optional(v.string(), ''),
    details: v.optional(v.array(Detail), []),
    /** The format of Google's older services. */
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
  }),
})
type GoogleFailure = v.InferOutput<typeof Envelope>['error']

/** Error body of the token endpoint. */
const LoginEnvelope = v.object({ error: v.string() })

const TROUBLE = 'Google had trouble on its side.'
/** Transient errors of the token endpoint, with any status. */
const TRANSIENT_LOGIN = new Set(['temporarily_unavailable', 'server_error', 'internal_failure'])

/** Errors about this installation's own credentials, regardless of the account. */
const CREDENTIALS_REJECTED = new Set([
  'invalid_client',
  'unauthorized_client',
  'deleted_client',
  'disabled_client',
  'SERVICE_DISABLED',
  'CONSUMER_SUSPENDED',
  'CONSUMER_INVALID',
])
const installationError = (code: string) =>
  new NetworkError(
    'installation',
    `google/${code}`,
    'Google isn’t accepting anything from us at the moment. The problem is on our side, and we’ll fix it.',
  )

const DEFAULT_WAIT_MINUTES = 1

/** Meanings of `google.rpc.Code` (cloud.google.com/apis/design/errors), unless a more specific reason is given. */
const STATUSES: Record<string, { kind: 'transient' | 'permanent' | 'reconnect'; message: string }> = {
  ABORTED: { kind: 'transient', message: 'Google was busy with another change to this location.' },
  UNAUTHENTICATED: {
    kind: 'reconnect',
    message: 'Google signed us out of this account. Please reconnect it.',
  },
  PERMISSION_DENIED: {
    kind: 'reconnect',
    message:
      'Google no longer lets us post to this location. Please reconnect it with an account that manages it, and allow everything that it asks for.',
  },
  NOT_FOUND: {
    kind: 'permanent',
    message: 'Google does not know this location any more. Please choose it again under Add Location.',
  },
}

/** Older services return 403 for a rate limit, newer ones 429 (`rateLimitExceeded`, `RATE_LIMIT_EXCEEDED`). */
const LIMIT_REASON = /^(user_?)?(rate_?limit|quota|daily_?limit)_?exceeded$/i

export const TAKES_NO_POSTS =
  'Google doesn’t accept posts from apps for this location, as with some chains. Please post there by hand.'
/** Meanings of reasons with any status. */
const REASONS: Record<string, string> = { LOCATION_DISABLED_FOR_LOCAL_POST_API: TAKES_NO_POSTS }

/**
 * Classifies an error response, only by parsed codes and fields, never by text. Our pictures comply with Google's rules, so a
 * rejected picture means that Google couldn't fetch it, for example while this server restarted.
 */
export function readGoogleError(json: unknown, context: ErrorContext): NetworkError {
  const { response, risky } = context
  const api = v.safeParse(Envelope, json)
  if (api.success) return fromApi(api.output.error, context)
  if (response.status === 429) return rateLimited('google/429', [], context)
  const login = v.safeParse(LoginEnvelope, json)
  if (login.success && response.status < 500) return fromLogin(login.output.error, context)
  return inconclusiveError(
    `http/${response.status}`,
    `Google responded with ${response.status} without a reason.`,
    {
      risky,
    },
  )
}

function fromApi({ status, message, details, errors }: GoogleFailure, context: ErrorContext): NetworkError {
  const { response, risky } = context
  const code = `google/${status || response.status}`
  if (response.status === 429 || status === 'RESOURCE_EXHAUSTED') return rateLimited(code, details, context)
  if (response.status >= 500) return inconclusiveError(code, TROUBLE, { risky })
  const reasons = [...reasonsOf(details), ...errors.flatMap(error => error.reason ?? [])]
  // The status is PERMISSION_DENIED, but no permission is missing.
  const limit = reasons.find(reason => LIMIT_REASON.test(reason))
  if (limit) return rateLimited(`google/${limit}`, details, context)
  const ours = reasons.find(reason => CREDENTIALS_REJECTED.has(reason))
  if (ours) return installationError(ours)
  for (const reason of reasons) {
    const explained = REASONS[reason]
    if (explained) return new NetworkError('permanent', `google/${reason}`, explained)
  }
  const known = STATUSES[status] ?? (response.status === 401 ? STATUSES.UNAUTHENTICATED : undefined)
  if (known) return new NetworkError(known.kind, code, known.message)
  const faults = details.flatMap(({ errorDetails = [] }) => errorDetails)
  const reason = faults.find(fault => fault.message)?.message ?? message
  const isPicture = faults.some(({ field = '' }) => field.endsWith('source_url'))
  return new NetworkError(
    isPicture ? 'transient' : 'permanent',
    code,
    `Google refused this: ${reason}`.slice(0, 300),
  )
}

const rateLimited = (code: string, details: GoogleFailure['details'], context: ErrorContext) =>
  new NetworkError(
    'wait',
    code,
    'Google is limiting how many calls we may make. We’ll continue as soon as it lets us.',
    { retryAt: retryAt(details, context) },
  )

const reasonsOf = (details: GoogleFailure['details']) =>
  details.flatMap(({ reason, errorDetails = [] }) =>
    [reason, ...errorDetails.map(detail => detail.code)].flatMap(each =>
      each === undefined ? [] : String(each),
    ),
  )

/** Classifies an error of the token endpoint, for a code or a refresh token. */
function fromLogin(error: string, context: ErrorContext): NetworkError {
  if (LIMIT_REASON.test(error)) return rateLimited(`google/${error}`, [], context)
  if (TRANSIENT_LOGIN.has(error)) return inconclusiveError(`google/${error}`, TROUBLE, context)
  if (CREDENTIALS_REJECTED.has(error)) return installationError(error)
  return error === 'invalid_grant'
    ? new NetworkError(
        'reconnect',
        'google/invalid_grant',
        'Our sign-in to Google is no longer valid. Please connect again.',
      )
    : new NetworkError(
        'permanent',
        `google/${error}`,
        'Google rejected our request. Please tell us: this is ours to fix.',
      )
}

/** Returns the retry time that Google asks for, or a default, with jitter. */
function retryAt(details: GoogleFailure['details'], { response, now }: ErrorContext): Date {
  const delays = details.flatMap(({ retryDelay }) => (retryDelay ? Number.parseFloat(retryDelay) / 60 : []))
  const requested =
    retryAfterMinutes(response.headers.get('Retry-After'), now) || delays[0] || DEFAULT_WAIT_MINUTES
  return retryIn(requested, now)
}

export const isMissing = ({ code }: NetworkError) => code === 'google/NOT_FOUND'
