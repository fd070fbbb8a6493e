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
