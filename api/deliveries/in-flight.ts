import type { DeliveryRow } from '#api/db/schema/posts.ts'
import type { Room } from './capacity.ts'

export const MAX_IN_FLIGHT = 64
/** One slow or throttled account leaves room for the others. */
const MAX_OF_AN_ACCOUNT = 8

/** The attempts that are going on in this process, and what room is left. */
export function trackInFlight(most = MAX_IN_FLIGHT) {
  const going = new Map<DeliveryRow, Promise<void>>()
  const byAccount = new Map<string, number>()

  const count = (accountId: string | null, change: 1 | -1) => {
    if (!accountId) return
    const left = (byAccount.get(accountId) ?? 0) + change
    if (left === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, left)
  }

  return {
    deliveries: () => [...going.keys()],
    size: () => going.size,
    settled: () => Promise.all(going.values()),
    room: (): Room => ({
      free: most - going.size,
      freeOf: accountId => MAX_OF_AN_ACCOUNT - (byAccount.get(accountId) ?? 0),
      full: [...byAccount].filter(([, taken]) => taken >= MAX_OF_AN_ACCOUNT).map(([accountId]) => accountId),
    }),
    add(delivery: DeliveryRow, work: Promise<void>) {
      count(delivery.accountId, 1)
      const ended = work.finally(() => {
        going.delete(delivery)
        count(delivery.accountId, -1)
      })
      going.set(delivery, ended)
      return ended
    },
  }
}
