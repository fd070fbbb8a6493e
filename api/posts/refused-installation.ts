import type { LinkedAccount } from '#api/accounts/accounts.ts'
import type { Context } from '#api/context.ts'
import { NetworkError } from '#api/networks/network.ts'
import { confirmOutage } from '#api/outages/probe.ts'
import type { OpenJournal } from './journal.ts'
import { stillUnknown } from './look.ts'
import { type Outcome, outcomeOfFailure } from './outcome.ts'
import { reasons } from './reasons.ts'
import type { DeliveryRow } from './table.ts'

/** Postpones a delivery, without counting a failure, when the network rejects this installation rather than the delivery. */
export async function waitForNetwork(
  ctx: Context,
  delivery: DeliveryRow,
  linked: LinkedAccount,
  journal: OpenJournal,
  refusal: NetworkError,
): Promise<Outcome> {
  const at = await confirmOutage(ctx, linked, refusal)
  if (at) {
    const until = { at, ...reasons.outage(delivery.network) }
    return journal.mayBeLive()
      ? { state: 'unconfirmed', ...until }
      : { state: 'scheduled', counts: false, ...until }
  }
  const { code, message } = refusal
  return journal.mayBeLive()
    ? stillUnknown(ctx, delivery, journal, { reasonCode: code, reason: message })
    : outcomeOfFailure(new NetworkError('passing', code, message), delivery, ctx.now())
}
