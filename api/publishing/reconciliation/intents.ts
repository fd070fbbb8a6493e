import * as v from 'valibot'

import type { UnansweredCall } from '#api/networks/core/network.ts'
import { PostExtras } from '#shared/posts/extras.ts'

/** Maximum time for a network to execute a call and list its result. */
export const MAX_CALL_MS = 2 * 60_000

/** Calls with the same intent, which a single search of the network covers. */
const LostCall = v.object({
  account: v.string(),
  intent: v.record(v.string(), v.unknown()),
  /** Times of the first and the last of them, in Unix milliseconds. */
  at: v.number(),
  until: v.number(),
})
export type LostCall = v.InferOutput<typeof LostCall>

const Lost = v.array(LostCall)

/** Returns the calls of the log that an intent stands for, newest first. */
export const loggedCalls = ({ calls }: UnansweredCall['intent']): LostCall[] =>
  v.is(Lost, calls) ? calls : []

/** Returns the calls that a delivery may have made: lost ones from the log, newest first, then the one in the database. */
export function listPossibleCalls(unanswered: UnansweredCall): UnansweredCall[] {
  const { lost, intent } = unanswered
  if (!lost) return [unanswered]
  const logged = loggedCalls(intent).map(({ at, until, intent }) => ({
    intent,
    at: new Date(at),
    lost: { until: new Date(until + MAX_CALL_MS), absentFrom: lost.absentFrom },
  }))
  return [...logged, unanswered]
}

const Span = v.object({ until: v.number(), absentFrom: v.number() })

/** Parses the period in which a lost call may have been made, as `recovery.ts` writes it. */
export function parseLostSpan({ lost }: UnansweredCall['intent']): UnansweredCall['lost'] {
  if (!v.is(Span, lost)) return undefined
  return { until: new Date(lost.until), absentFrom: new Date(lost.absentFrom) }
}

/** Returns the text that a publishing call sent, from the field that the adapter uses for it in its intents. */
export function textSent({ message, summary, caption }: UnansweredCall['intent']): string | undefined {
  const text = message ?? summary ?? caption
  return typeof text === 'string' ? text : undefined
}

export function extrasSent({ extras }: UnansweredCall['intent']): PostExtras | undefined {
  const parsed = v.safeParse(PostExtras, extras)
  return parsed.success ? parsed.output : undefined
}
