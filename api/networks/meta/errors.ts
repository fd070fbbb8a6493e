import * as v from 'valibot'

import type { Usage } from '#api/networks/core/feed.ts'
import { retryAfterMinutes, retryIn, unclear } from '#api/networks/core/http.ts'
import { NetworkError, type FailureKind } from '#api/networks/core/network.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { type Failure, findFailure, REFUSES_US } from './failures.ts'

export type Refusal = {
  provider: NetworkId
  /** True if the request may have published something. */
  risky: boolean
  status: number
  /** True if the request had `appsecret_proof`. */
  signed: boolean
  usage: Usage
  retryAfter: string | null
  now: Date
  /** Removes secrets from the provider's message. */
  redact: (text: string) => string
}

const Envelope = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    type: v.optional(v.string(), ''),
    code: v.optional(v.number(), 0),
    error_subcode: v.optional(v.number()),
    error_user_msg: v.nullish(v.string()),
    is_transient: v.optional(v.boolean(), false),
  }),
})

type GraphFailure = v.InferOutput<typeof Envelope>['error']

/** Error body of api.instagram.com during sign-in. */
const LoginEnvelope = v.object({
  error_type: v.string(),
  code: v.optional(v.number()),
  error_message: v.optional(v.string(), ''),
})

const DEFAULT_WAIT_MINUTES = 5
const JITTER_MS = 30_000

/** Classifies an error response, only by parsed codes, never by text. Returns undefined if it contains no error. */
export function readRefusal(json: unknown, refusal: Refusal): NetworkError | undefined {
  const graph = v.safeParse(Envelope, json)
  if (graph.success) return fromGraph(graph.output.error, refusal)
  const login = v.safeParse(LoginEnvelope, json)
  return login.success ? fromLogin(refusal) : undefined
}

function fromGraph(error: GraphFailure, refusal: Refusal): NetworkError {
  const { provider, status } = refusal
  const found = isBadProof(error, refusal) ? REFUSES_US : findFailure(error.code, error.error_subcode)
  const code = [error.code, error.error_subcode].filter(part => part !== undefined).join('/')
  const message = (found?.message ?? ownMessage(error, refusal)).replaceAll('NAME', networks[provider].name)
  const isInconclusive = status >= 500 || error.is_transient

  if (found?.outcome === 'wait' && !(refusal.risky && status >= 500)) {
    return new NetworkError('wait', code, message, { retryAt: retryAt(refusal, found.waitMinutes) })
  }
  if (found?.outcome === 'installation' && !(refusal.risky && status >= 500))
    return new NetworkError('installation', code, message, limitOf(found, error.code, refusal))
  if (found?.outcome === 'reconcile')
    return new NetworkError(refusal.risky ? 'unknown' : 'wait', code, message, {
      retryAt: retryAt(refusal, found.waitMinutes),
    })
  if (found?.outcome === 'unclear' || isInconclusive) return unclear(code, message, refusal)
  return new NetworkError(definite(found?.outcome), code, message)
}

/** Graph has no separate code for a wrong proof: it returns 100 with this type and no subcode. */
const isBadProof = ({ code, error_subcode, type }: GraphFailure, { signed }: Refusal) =>
  signed && code === 100 && error_subcode === undefined && type === 'GraphMethodException'

const APP_LIMIT = 4

/** A call budget recovers by itself; credentials don't. */
const limitOf = ({ waitMinutes }: Failure, code: number, refusal: Refusal) =>
  code === APP_LIMIT ? { retryAt: retryAt(refusal, waitMinutes) } : {}

const definite = (outcome: string | undefined): FailureKind =>
  outcome === 'transient' || outcome === 'reconnect' ? outcome : 'permanent'

function ownMessage(error: GraphFailure, { redact }: Refusal): string {
  const text = redact(error.error_user_msg || error.message).slice(0, 300)
  return text ? `NAME refused this: ${text}` : 'NAME refused this without a reason.'
}

function fromLogin(refusal: Refusal): NetworkError {
  const { name } = networks[refusal.provider]
  if (refusal.status >= 500)
    return unclear(`login/${refusal.status}`, `${name} had trouble on its side.`, refusal)
  const message = `${name} did not accept this sign-in: it was used already or took too long. Please connect again.`
  return new NetworkError('permanent', `login/${refusal.status}`, message)
}

/** Returns the provider's own retry time if given, with jitter. */
function retryAt({ usage, retryAfter, now }: Refusal, waitMinutes = DEFAULT_WAIT_MINUTES): Date {
  const requested = usage.regainMinutes || retryAfterMinutes(retryAfter, now) || waitMinutes
  return retryIn(requested, now, JITTER_MS)
}
