import { confirmOutage } from '#api/accounts/health.ts'
import type { LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { OpenIntentLog } from './intent-log.ts'
import { remainsUnconfirmed } from './reconciliation/reconcile.ts'
import { type Outcome, outcomeOfFailure } from './settlement/outcome.ts'

/** Postpones a delivery, without counting a failure, when the network rejects this installation rather than the delivery. */
export async function waitForNetwork(
  ctx: Context,
  delivery: DeliveryRow,
  linked: LinkedAccount,
  intentLog: OpenIntentLog,
  error: NetworkError,
): Promise<Outcome> {
  const at = await confirmOutage(ctx, linked, error)
  if (at) {
    const until = { at, ...reasons.outage(delivery.network) }
    return intentLog.mayBeLive()
      ? { state: 'unconfirmed', ...until }
      : { state: 'scheduled', counts: false, ...until }
  }
  const { code, message } = error
  return intentLog.mayBeLive()
    ? remainsUnconfirmed(ctx, delivery, intentLog, { reasonCode: code, reason: message })
    : outcomeOfFailure(new NetworkError('transient', code, message), delivery, ctx.now())
}
