import * as v from 'valibot'

import type { NetworkCodes } from '#api/networks/core/codes.ts'
import { retryAfterMinutes, retryIn, inconclusiveError } from '#api/networks/core/http.ts'
import { type FailureKind, NetworkError } from '#api/networks/core/network.ts'

type ErrorContext = { response: Response; risky: boolean; now: Date }

const Envelope = v.object({
  error: v.pipe(v.string(), v.regex(/^[A-Za-z]\w{0,63}$/)),
  message: v.optional(v.string(), ''),
})

/** Code of a record that the account's repository doesn't have. */
export const NO_RECORD = 'bluesky/RecordNotFound'
/** Code of a post that the app view doesn't have. */
export const NO_POST_THREAD = 'bluesky/NotFound'
/** Code of an uploaded file that the server has deleted, as it does if no record refers to it within minutes. */
export const NO_BLOB = 'bluesky/BlobNotFound'
/** Codes with which a server rejects an access token that may only have expired. */
export const EXPIRED_TOKEN_CODES = [
  'bluesky/ExpiredToken',
  'bluesky/InvalidToken',
  'bluesky/AuthMissing',
  'bluesky/invalid_token',
]

export const blueskyCodes: NetworkCodes = {
  content: ['bluesky/InvalidRequest', 'bluesky/PayloadTooLarge'],
  gone: [NO_RECORD],
  signedOut: ['bluesky/AuthenticationRequired'],
}

export const SIGNED_OUT = 'Bluesky signed us out of this account. Please reconnect it.'
const PROOF_REJECTED = 'Bluesky asked for another proof of our sign-in. We’ll try again.'
export const ACCOUNT_CLOSED_MESSAGE =
  'Bluesky has suspended or deactivated this account. Once it is active again, please reconnect it.'
const ACCOUNT_CODES = [
  'AccountTakedown',
  'AccountSuspended',
  'AccountDeactivated',
  'AccountNotFound',
  'RepoTakendown',
  'RepoDeactivated',
]

/** Errors by name, whatever their status. All others are classified by status. */
const NAMED_ERRORS: Record<string, { kind: FailureKind; message: string }> = {
  ...Object.fromEntries(
    ACCOUNT_CODES.map(name => [name, { kind: 'reconnect', message: ACCOUNT_CLOSED_MESSAGE }]),
  ),
  ExpiredToken: { kind: 'reconnect', message: SIGNED_OUT },
  InvalidToken: { kind: 'reconnect', message: SIGNED_OUT },
  invalid_token: { kind: 'reconnect', message: SIGNED_OUT },
  AuthMissing: { kind: 'reconnect', message: SIGNED_OUT },
  AuthenticationRequired: { kind: 'reconnect', message: SIGNED_OUT },
  // The proof was rejected before the call was executed.
  use_dpop_nonce: { kind: 'transient', message: PROOF_REJECTED },
  invalid_dpop_proof: { kind: 'transient', message: PROOF_REJECTED },
  BlobNotFound: {
    kind: 'transient',
    message: 'Bluesky no longer has the files that we uploaded. We’ll upload them again.',
  },
  RecordNotFound: { kind: 'permanent', message: 'Bluesky no longer has this post.' },
  InvalidSwap: {
    kind: 'transient',
    message: 'Somebody changed this on Bluesky at the same moment. We’ll try again.',
  },
  PayloadTooLarge: {
    kind: 'permanent',
    message:
      'This account’s server doesn’t take files as large as this. Choose a smaller one, then try again.',
  },
}

/** Error names for responses of a proxy in front of the server, which have no name. */
const PROXY_ERRORS: Partial<Record<number, string>> = { 413: 'PayloadTooLarge' }

const DEFAULT_WAIT_MINUTES = 5

/** Classifies an error response by its name and status, never by its text. */
export function readXrpcError(json: unknown, context: ErrorContext): NetworkError {
  const { response, risky } = context
  const { status } = response
  const envelope = v.safeParse(Envelope, json)
  const name = envelope.success ? envelope.output.error : (PROXY_ERRORS[status] ?? String(status))
  const code = `bluesky/${name}`
  if (status === 429)
    return new NetworkError(
      'wait',
      code,
      'Bluesky is limiting how many calls we may make. We’ll continue as soon as it lets us.',
      { retryAt: retryAt(context) },
    )
  if (status >= 500 || status === 408)
    return inconclusiveError(code, 'Bluesky had trouble on its side.', { risky })
  const known = Object.hasOwn(NAMED_ERRORS, name) ? NAMED_ERRORS[name] : undefined
  if (known) return new NetworkError(known.kind, code, known.message)
  if (!envelope.success)
    return inconclusiveError(`http/${status}`, `Bluesky responded with ${status} without a reason.`, {
      risky,
    })
  if (status === 401) return new NetworkError('reconnect', code, SIGNED_OUT)
  return new NetworkError('permanent', code, `Bluesky refused this: ${envelope.output.message}`.slice(0, 300))
}

/** Returns the time at which the limit is reset, with jitter. */
function retryAt({ response: { headers }, now }: ErrorContext): Date {
  const resetAt = Number(headers.get('RateLimit-Reset') ?? 0) * 1000
  const requested =
    resetAt > +now ? (resetAt - +now) / 60_000 : retryAfterMinutes(headers.get('Retry-After'), now)
  return retryIn(requested || DEFAULT_WAIT_MINUTES, now)
}
