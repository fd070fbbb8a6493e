import type { DeliveryRow } from '#api/db/schema/posts.ts'

/** How long a claim lasts unless it is renewed. */
export const LEASE_MS = 30_000

export type Room = {
  /** How many may be claimed in all. */
  free: number
  /** How many of an account's may still be begun: one slow account leaves room for the others. */
  freeOf(accountId: string): number
  /** Accounts that have no room left. */
  full: string[]
}

const MAX_CANDIDATES = 200
const CANDIDATES_A_PLACE = 4
/** How many of those that wait are looked at, to fill that many places fairly. */
export const candidatesFor = (free: number) => Math.min(MAX_CANDIDATES, free * CANDIDATES_A_PLACE)

/** Of those that wait, in their order, as many as there is room for in all and for each account. */
export function fairShare(
  candidates: Pick<DeliveryRow, 'id' | 'accountId'>[],
  { free, freeOf }: Pick<Room, 'free' | 'freeOf'>,
): string[] {
  const taken = new Map<string, number>()
  const chosen: string[] = []
  for (const { id, accountId } of candidates) {
    if (chosen.length === free) break
    if (accountId) {
      const begun = taken.get(accountId) ?? 0
      if (begun >= freeOf(accountId)) continue
      taken.set(accountId, begun + 1)
    }
    chosen.push(id)
  }
  return chosen
}
