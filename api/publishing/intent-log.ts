import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { excludedValues } from '#api/db/conditions.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { type DeliveryRow, deliveries, deliverySteps, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { maySend } from '#api/deliveries/approval/conditions.ts'
import { contentHash } from '#api/deliveries/approval/content.ts'
import { LEASE_MS } from '#api/deliveries/capacity.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import {
  type IntentLog,
  type StepData,
  type UnansweredCall,
  NetworkError,
} from '#api/networks/core/network.ts'
import type { LoggedCall } from '#api/publishing/call-log.ts'
import type { SignedContent } from '#shared/posts/approvals.ts'
import { parseLostSpan, textSent } from './reconciliation/intents.ts'

/** Another worker has claimed the delivery, so this one must stop and write nothing. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type OpenIntentLog = IntentLog & {
  /** Returns a log that records the intent only if the content is approved or needs no approval. */
  requiringApprovalOf(content: () => Promise<SignedContent>): IntentLog
  /**
   * Returns a log whose `claim` also records this call's intent. After the database lost an edit, the call's text isn't the
   * delivery's.
   */
  forCall(call: UnansweredCall): IntentLog
  /** Returns the text that the publishing call sent, if its response or its post is recorded. */
  sentText(): string | undefined
  /** Returns the intent of a publishing call without a recorded response. */
  unansweredCall(): UnansweredCall | undefined
  /** True if a publishing call was made on any account and has not been withdrawn, so the post may be public. */
  mayBeLive(): boolean
  /** True if the publishing call was made on another account than this log's, whatever its result. */
  wasMadeElsewhere(): boolean
  /** Deletes the intent: the network refused the call, so it may be repeated. */
  withdraw(): Promise<void>
  /** Records again the intent of an earlier call whose post the network shows after all. */
  reopen(intent: StepData, at: Date): Promise<void>
  /** Delays a repeat of the publishing call until `at`, in case the first did not take place. */
  postpone(at: Date): Promise<void>
}

export type Attempt = { delivery: DeliveryRow; intentLog: OpenIntentLog }

type Options = {
  onUsage?: IntentLog['onUsage']
  /** The provider's id of the account. Steps made on another account are ignored. */
  account?: string
}

export async function openIntentLog(
  ctx: Context,
  { id, attempt }: Pick<DeliveryRow, 'id' | 'attempt'>,
  { onUsage = () => {}, account = '' }: Options = {},
): Promise<OpenIntentLog> {
  const rows = await readSteps(ctx, id)
  const steps = new Map(rows.map(row => [row.name, row]))
  let isLogged = false

  async function write(name: string, intent: StepData, result: StepData | null, now = ctx.now()) {
    const step = await writeStep(ctx, { id, attempt, name, intent, result, now })
    if (!step) throw new LeaseLost()
    steps.set(name, step)
    return step
  }

  /**
   * Records the intent unless the business requires an approval that the content lacks. The insert itself checks that, so no
   * edit can come in between: an edit withdraws the approval in its own transaction, and none is accepted after the intent.
   * The hash is computed only for a business that requires approval.
   * @throws {NotApproved}
   * @throws {LeaseLost}
   */
  async function writeApproved(intent: StepData, content?: () => Promise<SignedContent>) {
    const step = { id, attempt, name: PUBLISH_STEP, result: null }
    const free = await writeStep(ctx, { ...step, intent, now: ctx.now(), approval: {} })
    if (free) return free
    const hash = content && contentHash([await content()])
    const approved =
      hash &&
      (await writeStep(ctx, {
        ...step,
        intent: { ...intent, contentHash: hash },
        now: ctx.now(),
        approval: { hash },
      }))
    if (approved) return approved
    throw (await isClaimed(ctx, { id, attempt })) ? new NotApproved() : new LeaseLost()
  }

  /**
   * Commits the intent before the publishing call.
   * @throws {NotApproved}
   * @throws {LeaseLost} if the intent isn't committed, or the lease ran out meanwhile: another worker may have claimed it
   * @throws {NetworkError} `transient` if the call can't be logged
   */
  async function begin(intent: StepData, content?: () => Promise<SignedContent>) {
    const step = await writeApproved({ ...intent, account }, content)
    const { startedAt } = step
    steps.set(PUBLISH_STEP, step)
    if (!(await isIntentCommitted(ctx, { id, attempt, startedAt }))) {
      ctx.log.error(
        { deliveryId: id, attempt },
        'the database lost an intent; the publishing call was skipped',
      )
      throw new LeaseLost()
    }
    if (+ctx.now() - +startedAt >= LEASE_MS) throw new LeaseLost()
    logCall(ctx, { call: 'publish', deliveryId: id, attempt, at: +startedAt, account, intent })
    isLogged = true
  }

  async function deleteSteps(names: string[]) {
    await ctx.db
      .delete(deliverySteps)
      .where(
        and(
          eq(deliverySteps.deliveryId, id),
          inArray(deliverySteps.name, names),
          sql`exists (select 1 from deliveries where id = ${id} and attempt = ${attempt})`,
        ),
      )
    for (const name of names) steps.delete(name)
  }

  async function claim(externalIds: string[], sent: StepData = {}) {
    const intent = { ...steps.get(PUBLISH_STEP)?.intent, ...sent }
    for (const externalId of externalIds) {
      const step = await claimPost(ctx, { id, attempt, externalId, intent })
      if (!step) continue
      steps.set(PUBLISH_STEP, step)
      return externalId
    }
    return undefined
  }

  const log: OpenIntentLog = {
    recall(step, maxAgeMs) {
      const row = steps.get(step)
      if (
        !row?.result ||
        !row.finishedAt ||
        row.intent.account !== account ||
        +ctx.now() - +row.finishedAt > maxAgeMs
      )
        return undefined
      return row.result
    },
    record: async (step, result) => void (await write(step, { account }, result)),
    forget: names => deleteSteps(names.filter(name => name !== PUBLISH_STEP)),
    begin: intent => begin(intent),
    requiringApprovalOf: content => ({ ...log, begin: intent => begin(intent, content) }),
    finish: async result => void (await write(PUBLISH_STEP, steps.get(PUBLISH_STEP)?.intent ?? {}, result)),
    finished() {
      const row = steps.get(PUBLISH_STEP)
      if (!row?.result) return undefined
      return { result: row.result, at: parseLostSpan(row.intent)?.until ?? row.startedAt }
    },
    unansweredCall() {
      const row = steps.get(PUBLISH_STEP)
      return row && !row.result
        ? { intent: row.intent, at: row.startedAt, lost: parseLostSpan(row.intent) }
        : undefined
    },
    claim: externalIds => claim(externalIds),
    unclaimed: externalIds => unclaimedPosts(ctx, { id, externalIds }),
    forCall: ({ intent }) => ({ ...log, claim: externalIds => claim(externalIds, intent) }),
    sentText() {
      const row = steps.get(PUBLISH_STEP)
      return row?.result ? textSent(row.intent) : undefined
    },
    mayBeLive: () => steps.has(PUBLISH_STEP),
    wasMadeElsewhere() {
      const made = steps.get(PUBLISH_STEP)
      return made !== undefined && made.intent.account !== account
    },
    async withdraw() {
      // Logged first: if the process dies before the outcome is saved, the call would seem to be one that the database lost.
      if (isLogged)
        logWithdrawal(ctx, {
          call: 'withdrawn',
          deliveryId: id,
          attempt,
          at: +ctx.now(),
          account,
          intent: {},
        })
      await deleteSteps([PUBLISH_STEP])
    },
    reopen: async (intent, at) => void (await write(PUBLISH_STEP, { ...intent, account }, null, at)),
    async postpone(at) {
      const row = steps.get(PUBLISH_STEP)
      if (row) await write(PUBLISH_STEP, { ...row.intent, notBefore: +at }, null, row.startedAt)
    },
    now: ctx.now,
    pause: ctx.pause,
    onUsage,
  }
  return log
}

const stepsOf = prepared(db =>
  db.select().from(deliverySteps).where(isAmong(deliverySteps.deliveryId)).prepare(),
)

const readSteps = batched(async ({ db }: Context, ids: string[]) => {
  const rows = await stepsOf(db).execute({ ids: JSON.stringify(ids) })
  const steps = Map.groupBy(rows, row => row.deliveryId)
  return ids.map(id => steps.get(id) ?? [])
})

const committedIntents = prepared(db =>
  db
    .select({
      id: deliverySteps.deliveryId,
      attempt: deliverySteps.attempt,
      startedAt: deliverySteps.startedAt,
    })
    .from(deliverySteps)
    .innerJoin(
      deliveries,
      and(eq(deliveries.id, deliverySteps.deliveryId), eq(deliveries.attempt, deliverySteps.attempt)),
    )
    .where(
      and(
        isAmong(deliverySteps.deliveryId),
        eq(deliverySteps.name, PUBLISH_STEP),
        isNull(deliverySteps.result),
      ),
    )
    .prepare(),
)

type Intent = Pick<DeliveryRow, 'id' | 'attempt'> & { startedAt: Date }

/** Reads intents back over a connection that never writes, and only those whose delivery still has the same attempt number. */
const isIntentCommitted = batched(async ({ db }: Context, intents: Intent[]) => {
  const rows = await committedIntents(db).execute({ ids: JSON.stringify(intents.map(({ id }) => id)) })
  return intents.map(intent =>
    rows.some(
      ({ id, attempt, startedAt }) =>
        id === intent.id && attempt === intent.attempt && +startedAt === +intent.startedAt,
    ),
  )
})

async function isClaimed({ db }: Context, { id, attempt }: Pick<DeliveryRow, 'id' | 'attempt'>) {
  const claimed = and(
    eq(deliveries.id, id),
    eq(deliveries.attempt, attempt),
    inArray(deliveries.state, ['publishing', 'unconfirmed']),
  )
  return (await db.$count(deliveries, claimed)) > 0
}

type NewStep = Pick<DeliveryRow, 'id' | 'attempt'> & {
  name: string
  intent: StepData
  result: StepData | null
  now: Date
  /** Present for the intent of a publishing call: the hash of the content, if it was computed. */
  approval?: { hash?: string }
}

const stepsWritten = prepared(db =>
  db
    .insert(deliverySteps)
    .select(
      sql`select deliveries.id, item.value ->> 'name', deliveries.attempt, item.value ->> 'intent', item.value ->> 'result',
            item.value ->> 'startedAt', item.value ->> 'finishedAt'
          from json_each(${sql.placeholder('rows')}) as item
          cross join deliveries on deliveries.id = item.value ->> 'id' and deliveries.attempt = item.value ->> 'attempt'
          where deliveries.state in ('publishing', 'unconfirmed')
            and (not (item.value ->> 'asksApproval')
              or ${maySend(sql`item.value ->> 'contentHash'`)})`,
    )
    .onConflictDoUpdate({
      target: [deliverySteps.deliveryId, deliverySteps.name],
      set: excludedValues(deliverySteps, 'attempt', 'intent', 'result', 'startedAt', 'finishedAt'),
    })
    .returning({ deliveryId: deliverySteps.deliveryId, name: deliverySteps.name })
    .prepare(),
)

/** In a rush, steps that wait this long share a commit, which costs more than they do. */
const STEPS_WAIT_MS = 3

/** Returns undefined for a delivery that another worker has claimed. */
const writeStep = batched(async ({ db }: Context, steps: NewStep[]) => {
  const rows = steps.map(({ intent, result, now, approval, ...step }) => ({
    ...step,
    asksApproval: approval !== undefined,
    contentHash: approval?.hash,
    intent: JSON.stringify(intent),
    result: result && JSON.stringify(result),
    startedAt: +now,
    finishedAt: result && +now,
  }))
  const written = await stepsWritten(db).execute({ rows: JSON.stringify(rows) })
  return steps.map(({ id, name, attempt, intent, result, now }) =>
    written.some(row => row.deliveryId === id && row.name === name)
      ? { deliveryId: id, name, attempt, intent, result, startedAt: now, finishedAt: result && now }
      : undefined,
  )
}, STEPS_WAIT_MS)

type PostClaim = Pick<DeliveryRow, 'id' | 'attempt'> & { externalId: string; intent: StepData }

/**
 * Claims a remote post in a single statement, so that only one of two concurrent deliveries gets it.
 * @returns the updated step, or undefined if another delivery or a written-off call has the
 * post, or another worker has claimed the delivery
 */
export async function claimPost({ db, now }: Context, { id, attempt, externalId, intent }: PostClaim) {
  const [step] = await db
    .update(deliverySteps)
    .set({ intent, result: { id: externalId }, finishedAt: now() })
    .where(
      and(
        eq(deliverySteps.deliveryId, id),
        eq(deliverySteps.name, PUBLISH_STEP),
        sql`exists (select 1 from deliveries where id = ${id} and attempt = ${attempt})`,
        isUnclaimed(sql`${externalId}`, id),
      ),
    )
    .returning()
  return step
}

/** SQL condition: no other delivery and no written-off call has the remote post. */
const isUnclaimed = (externalId: SQL, id: string) =>
  and(
    sql`not exists (select 1 from deliveries where external_id = ${externalId} and id <> ${id})`,
    sql`not exists (select 1 from written_off_calls where external_id = ${externalId})`,
    sql`not exists (
      select 1 from deliveries other
      join delivery_steps step on step.delivery_id = other.id and step.name = ${PUBLISH_STEP}
      where other.account_id = (select account_id from deliveries where id = ${id})
        and other.id <> ${id} and step.result ->> 'id' = ${externalId})`,
  )

async function unclaimedPosts({ db }: Context, { id, externalIds }: { id: string; externalIds: string[] }) {
  const rows = await db.all<{ value: string }>(
    sql`select item.value from json_each(${JSON.stringify(externalIds)}) as item
      where ${isUnclaimed(sql`item.value`, id)} order by item.key`,
  )
  return rows.map(({ value }) => value)
}

/** The business requires approval, and nobody has approved the content that was about to be sent. */
export class NotApproved extends Error {
  override name = 'NotApproved'
}

/** Logs that a call was refused. Without the line, the next start after a crash reconciles more than it needs to. */
function logWithdrawal({ log, logCall: append }: Context, call: LoggedCall): void {
  try {
    append(call)
  } catch (cause) {
    log.warn({ deliveryId: call.deliveryId, err: cause }, 'a refused publishing call could not be logged')
  }
}

/**
 * Logs a publishing call outside the database. A call that can't be logged, e.g. on a full disk, isn't made: after a
 * database is set back, nothing would show that the call had been made.
 * @throws {NetworkError} `transient`
 */
export function logCall({ log, logCall: append }: Context, call: LoggedCall): void {
  try {
    append(call)
  } catch (cause) {
    log.error(
      { deliveryId: call.deliveryId, err: cause },
      'a publishing call was skipped, because it could not be logged',
    )
    throw new NetworkError('transient', 'internal', reasons.internal, { cause })
  }
}
