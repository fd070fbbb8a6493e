import type { Context } from '#api/context.ts'
import { inboxActs, type InboxActRow } from '#api/db/schema/businesses/inbox.ts'
import { write } from '#api/db/write.ts'
import { MAX_FAILURES } from '#api/deliveries/backoff.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { isDone } from '#shared/inbox.ts'
import {
  attempt,
  type Attempted,
  type Claimed,
  createCaller,
  failed,
  type Outcome,
  persist,
  send,
  type Work,
} from './call.ts'
import { actReasons } from './reasons.ts'
import { markRemoved, saveSeen } from './save-item.ts'

type Done = Extract<Outcome, { state: 'sent' }>

/** Hides, shows, likes and deletes items on their networks. */
export const createActSender = (ctx: Context) =>
  createCaller<InboxActRow>(ctx, {
    table: inboxActs,
    async work(claimed) {
      const attempted = await attempt(ctx, claimed, actReasons, work => readAndAct(ctx, work))
      if (attempted) await settleAct(ctx, claimed, attempted)
    },
  })

/**
 * The item is read first: if it already is as wanted, by an earlier call or by somebody on the network, nothing is sent. A repeat
 * changes nothing, so it needs no wait.
 * @throws {NetworkError} if a read fails
 */
async function readAndAct(ctx: Context, work: Work<InboxActRow>): Promise<Attempted<Done> | undefined> {
  const { call, item, inbox, access, name } = work
  const seen = await inbox.find(access, item)
  if (!seen)
    return call.act === 'delete'
      ? { outcome: { state: 'sent' }, seen: 'gone' }
      : { ...failed(actReasons.gone(name)), seen: 'gone' }
  const is = { hidden: seen.isHidden, liked: seen.isLiked ?? false }
  if (isDone(call.act, is)) return { outcome: { state: 'sent' }, seen }
  const failures = call.begunAt ? call.failures + 1 : call.failures
  if (failures >= MAX_FAILURES) return { ...failed(actReasons.neverTaken(name)), seen }
  if (call.version !== null && (item.version !== call.version || seen.text !== item.text))
    return { ...failed(actReasons.edited()), seen }
  const outcome = await send<InboxActRow, Done>(ctx, {
    work,
    table: inboxActs,
    failures,
    async make() {
      await inbox.act?.(access, item, call.act)
      return { state: 'sent' }
    },
  })
  return outcome && { outcome, seen: outcome.state === 'sent' ? after(call, seen) : seen }
}

/** Returns the item as the act has made it. */
function after({ act }: InboxActRow, seen: Exclude<Attempted<Done>['seen'], 'gone' | undefined>) {
  switch (act) {
    case 'delete':
      return 'gone' as const
    case 'hide':
    case 'show':
      return { ...seen, isHidden: act === 'hide' }
    case 'like':
    case 'unlike':
      return { ...seen, isLiked: act === 'like' }
  }
}

const settleAct = (ctx: Context, { call, item }: Claimed<InboxActRow>, { outcome, seen }: Attempted<Done>) =>
  write(ctx, async ctx => {
    if (!(await persist(ctx, inboxActs, call, outcome))) return
    if (seen === 'gone') await markRemoved(ctx, [item.id])
    else if (seen && ['sent', 'failed'].includes(outcome.state))
      await saveSeen(ctx, item, { seen, userId: call.userId })
    await liveInsertFor(ctx, item.domainId, 'inbox', {})
  })
