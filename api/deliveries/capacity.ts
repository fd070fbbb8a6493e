import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'

/** Duration of a claim that is not renewed. */
export const LEASE_MS = 30_000

export type Capacity = {
  /** Remaining starts for all accounts together. */
  free: number
  /** Remaining starts for one account, so that a slow account cannot starve the others. */
  freeOf(accountId: string): number
  /** Accounts without remaining starts. */
  full: string[]
  /** Deliveries in flight. Their process doesn't claim them again, even if the clock jumps beyond their leases. */
  busy: string[]
}

const MAX_CANDIDATES = 200
const CANDIDATES_PER_SLOT = 4
/** Returns the number of due deliveries to read, so that `free` slots can be shared fairly among accounts. */
export const candidatesFor = (free: number) => Math.min(MAX_CANDIDATES, free * CANDIDATES_PER_SLOT)

/** Selects candidates in order, within the total capacity and that of each account. */
export function fairShare(
  candidates: Pick<DeliveryRow, 'id' | 'accountId'>[],
  { free, freeOf }: Pick<Capacity, 'free' | 'freeOf'>,
): string[] {
  const chosenOf = new Map<string, number>()
  const chosen: string[] = []
  for (const { id, accountId } of candidates) {
    if (chosen.length === free) break
    if (accountId) {
      const count = chosenOf.get(accountId) ?? 0
      if (count >= freeOf(accountId)) continue
      chosenOf.set(accountId, count + 1)
    }
    chosen.push(id)
  }
  return chosen
}

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
