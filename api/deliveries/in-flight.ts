import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import type { Capacity } from './capacity.ts'

export const MAX_IN_FLIGHT = 64
/** Limit per account, so that a slow or throttled one can't starve the others. */
const MAX_PER_ACCOUNT = 8

/** Tracks this process's attempts in flight and its remaining capacity. */
export function trackInFlight(max = MAX_IN_FLIGHT) {
  const inFlight = new Map<DeliveryRow, Promise<void>>()
  const byAccount = new Map<string, number>()

  const count = (accountId: string | null, change: 1 | -1) => {
    if (!accountId) return
    const left = (byAccount.get(accountId) ?? 0) + change
    if (left === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, left)
  }

  return {
    deliveries: () => [...inFlight.keys()],
    size: () => inFlight.size,
    settled: () => Promise.all(inFlight.values()),
    capacity: (): Capacity => ({
      free: max - inFlight.size,
      freeOf: accountId => MAX_PER_ACCOUNT - (byAccount.get(accountId) ?? 0),
      busy: [...inFlight.keys()].map(({ id }) => id),
      full: [...byAccount].filter(([, count]) => count >= MAX_PER_ACCOUNT).map(([accountId]) => accountId),
    }),
    add(delivery: DeliveryRow, work: Promise<void>) {
      count(delivery.accountId, 1)
      const ended = work.finally(() => {
        inFlight.delete(delivery)
        count(delivery.accountId, -1)
      })
      inFlight.set(delivery, ended)
      return ended
    },
  }
}
