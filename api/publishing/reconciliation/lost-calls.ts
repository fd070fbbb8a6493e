import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'

import type { Context } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { deliveries, deliverySteps, firstComments, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import type { UnansweredCall } from '#api/networks/core/network.ts'
import type { LoggedCall } from '#api/runtime/call-log.ts'
import { PostExtras } from '#shared/posts/extras.ts'

/** Maximum time for a network to execute a call and list its result. */
export const MAX_CALL_MS = 2 * 60_000
const IDS_PER_QUERY = 5000

/** Calls with the same intent, which a single search of the network covers. */
const LostCall = v.object({
  account: v.string(),
  intent: v.record(v.string(), v.unknown()),
  /** Times of the first and the last of them, in Unix milliseconds. */
  at: v.number(),
  until: v.number(),
})
type LostCall = v.InferOutput<typeof LostCall>

export type LostCalls = {
  /** Calls of each delivery, newest first. `attempt` is the latest. */
  publish: { deliveryId: string; attempt: number; calls: LostCall[] }[]
  /** Last comment of each delivery. */
  comment: { deliveryId: string; attempt: number; message: string }[]
}

export const NO_LOST_CALLS: LostCalls = { publish: [], comment: [] }

const statesOf = prepared(db =>
  db
    .select({
      id: deliveries.id,
      attempt: deliveries.attempt,
      state: deliveries.state,
      begunAttempt: deliverySteps.attempt,
      comment: firstComments,
    })
    .from(deliveries)
    .leftJoin(
      deliverySteps,
      and(eq(deliverySteps.deliveryId, deliveries.id), eq(deliverySteps.name, PUBLISH_STEP)),
    )
    .leftJoin(firstComments, eq(firstComments.deliveryId, deliveries.id))
    .where(isAmong(deliveries.id))
    .prepare(),
)
type State = Awaited<ReturnType<ReturnType<typeof statesOf>['execute']>>[number]

/**
 * Returns the logged calls that the database doesn't have, and the number of logged deliveries that it doesn't have. Those
 * were deleted, or created after the state to which the database was set back.
 */
export async function findLostCalls({ db }: Pick<Context, 'db'>, logged: LoggedCall[]) {
  const byDelivery = Map.groupBy(
    logged.filter(({ call }) => call !== 'withdrawn'),
    ({ deliveryId }) => deliveryId,
  )
  const withdrawn = new Set(logged.filter(({ call }) => call === 'withdrawn').map(attemptOf))
  const ids = [...byDelivery.keys()]
  const lost: LostCalls = { publish: [], comment: [] }
  let known = 0
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
    const rows = await statesOf(db).execute({ ids: JSON.stringify(ids.slice(from, from + IDS_PER_QUERY)) })
    known += rows.length
    for (const row of rows) {
      const calls = (byDelivery.get(row.id) ?? []).filter(call => !isKnown(row, call, withdrawn))
      const published = calls.filter(({ call }) => call === 'publish')
      if (published.length > 0)
        lost.publish.push({
          deliveryId: row.id,
          attempt: latest(published).attempt,
          calls: merged(published),
        })
      const comments = calls.filter(({ call }) => call === 'comment')
      if (comments.length > 0) {
        const { attempt, intent } = latest(comments)
        lost.comment.push({ deliveryId: row.id, attempt, message: String(intent.message) })
      }
    }
  }
  return { lost, missing: ids.length - known }
}

const attemptOf = ({ deliveryId, attempt }: LoggedCall) => `${deliveryId} ${attempt}`

/** True when the database has the intent or a later state of the same delivery, or lacks the intent of a refused call. */
function isKnown(row: State, logged: LoggedCall, withdrawn: ReadonlySet<string>): boolean {
  const { call, attempt } = logged
  const { comment } = row
  if (call === 'publish')
    return (
      row.attempt > attempt ||
      (row.attempt === attempt &&
        (row.state !== 'publishing' ||
          (row.begunAttempt ?? 0) >= attempt ||
          withdrawn.has(attemptOf(logged))))
    )
  if (!comment) return false
  return (
    comment.attempt > attempt ||
    (comment.attempt === attempt && (comment.begunAt !== null || comment.state !== 'adding'))
  )
}

const latest = (calls: LoggedCall[]) =>
  calls.reduce((one, other) => (other.attempt > one.attempt ? other : one))

const merged = (calls: LoggedCall[]): LostCall[] =>
  [...Map.groupBy(calls, ({ account, intent }) => JSON.stringify([account, intent])).values()]
    .map(alike => {
      const times = alike.map(({ at }) => at)
      const { account, intent } = latest(alike)
      return { account, intent, at: Math.min(...times), until: Math.max(...times) }
    })
    .toSorted((one, other) => other.until - one.until)

const Lost = v.array(LostCall)

/** Returns the calls of the log that an intent stands for, newest first. */
export const loggedCalls = ({ calls }: UnansweredCall['intent']): LostCall[] =>
  v.is(Lost, calls) ? calls : []

/** Returns the calls that a delivery may have made: lost ones from the log, newest first, then the one in the database. */
export function callsToFind(unanswered: UnansweredCall): UnansweredCall[] {
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

/** Parses the period in which a lost call may have been made, as written by `recovery.ts`. */
export function lostSpan({ lost }: UnansweredCall['intent']): UnansweredCall['lost'] {
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
