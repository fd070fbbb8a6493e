import type { Context } from '#api/context.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { LoggedCall } from '#api/runtime/call-log.ts'

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
