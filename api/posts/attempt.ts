import { accountForPublishing, markNeedsReconnect, pauseAccount } from '#api/accounts/accounts.ts'
import type { Context } from '#api/context.ts'
import { type Begun, NetworkError, type Publication } from '#api/networks/network.ts'
import { networks } from '#shared/networks.ts'
import { deliveryMedia } from './delivery-media.ts'
import { holdDeliveriesOfAccount } from './holds.ts'
import { LeaseLost, type OpenJournal, openJournal } from './journal.ts'
import { LONGEST_UNCERTAINTY_MS, nextLook, type Outcome, outcomeOfFailure } from './outcome.ts'
import { reasons } from './reasons.ts'
import type { DeliveryRow } from './table.ts'
import { usageMeter } from './usage-meter.ts'

type Linked = NonNullable<Awaited<ReturnType<typeof accountForPublishing>>>

/**
 * One attempt at a claimed delivery, from wherever the last one stopped. A call that was begun and never answered is
 * looked for at the provider before anything is sent.
 * @throws LeaseLost when another worker has taken over
 */
export async function attemptDelivery(ctx: Context, delivery: DeliveryRow): Promise<Outcome> {
  const { network } = delivery
  const linked = delivery.accountId ? await accountForPublishing(ctx, delivery.accountId) : undefined
  if (!linked) return { state: 'held', ...reasons.disconnected(network, delivery.state === 'unconfirmed') }
  const { account } = linked
  if (account.status !== 'connected')
    return { state: 'held', ...reasons.needsReconnect(network, account.name) }
  if (account.pausedUntil && account.pausedUntil > ctx.now()) {
    const until = { at: account.pausedUntil, ...reasons.paused(network) }
    return delivery.state === 'unconfirmed'
      ? { state: 'unconfirmed', ...until }
      : { state: 'scheduled', counts: false, ...until }
  }

  const meter = usageMeter()
  const journal = await openJournal(ctx, delivery, meter.read)
  try {
    return await publishOrLook(ctx, delivery, linked, journal)
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    if (error instanceof NetworkError) return await refused(ctx, delivery, linked, error)
    ctx.log.error({ deliveryId: delivery.id, err: error }, 'attempt broke')
    const kind = journal.begun() || journal.finished() ? 'unknown' : 'passing'
    return outcomeOfFailure(new NetworkError(kind, 'internal', reasons.internal), delivery, ctx.now())
  } finally {
    const until = meter.restUntil(ctx.now())
    if (until) await pauseAccount(ctx, account.id, until)
  }
}

async function publishOrLook(
  ctx: Context,
  delivery: DeliveryRow,
  { account, token }: Linked,
  journal: OpenJournal,
): Promise<Outcome> {
  const media = await deliveryMedia(ctx, delivery)
  const publication: Publication = { accountId: account.providerId, token, message: delivery.message, media }
  const begun = journal.begun()
  if (begun) return lookForBegunCall(ctx, delivery, publication, journal, begun)
  try {
    return {
      state: 'published',
      published: await ctx.networks[delivery.network].publish(publication, journal),
    }
  } catch (error) {
    // A definite refusal proves that nothing was published: the call may be made again without looking first.
    if (error instanceof NetworkError && error.kind !== 'unknown' && journal.begun()) await journal.withdraw()
    throw error
  }
}

async function lookForBegunCall(
  ctx: Context,
  delivery: DeliveryRow,
  publication: Publication,
  journal: OpenJournal,
  begun: Begun,
): Promise<Outcome> {
  const { name } = networks[delivery.network]
  const confirmation = await ctx.networks[delivery.network]
    .confirm(publication, journal, begun)
    .catch((error: unknown) => {
      if (!(error instanceof NetworkError) || error.kind === 'reconnect') throw error
      return { state: 'unknown' as const, why: `${name} could not be asked: ${error.message}` }
    })
  switch (confirmation.state) {
    case 'published':
      return confirmation
    case 'absent':
      await journal.withdraw()
      return { state: 'scheduled', at: ctx.now(), counts: true, ...reasons.notPublished(delivery.network) }
    case 'unknown':
      return +ctx.now() - +begun.at > LONGEST_UNCERTAINTY_MS
        ? { state: 'failed', ...reasons.neverConfirmed(delivery.network) }
        : {
            state: 'unconfirmed',
            at: nextLook(ctx.now(), begun.at),
            ...reasons.checking(delivery.network, confirmation.why),
          }
  }
}

async function refused(
  ctx: Context,
  delivery: DeliveryRow,
  { account, token }: Linked,
  error: NetworkError,
): Promise<Outcome> {
  const { network } = delivery
  if (error.kind === 'wait' && error.retryAt) await pauseAccount(ctx, account.id, error.retryAt)
  if (error.kind !== 'reconnect') return outcomeOfFailure(error, delivery, ctx.now())
  if (await markNeedsReconnect(ctx, account.id, token)) {
    await holdDeliveriesOfAccount(ctx, account.id, 'needs_reconnect')
    return { state: 'held', ...reasons.needsReconnect(network, account.name) }
  }
  return outcomeOfFailure(new NetworkError('passing', error.code, error.message), delivery, ctx.now())
}
