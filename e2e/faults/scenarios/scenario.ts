import type { Fault } from '#api/test/fault.ts'
import type { Ending, Media } from '#api/test/networks/network-tests.ts'
import type { NetworkId } from '#shared/networks.ts'

/** One fault during the publication of one post, and its expected outcome. */
export type Scenario = {
  /** Stable, because failed scenarios are repeated by name. */
  name: string
  network: NetworkId
  media: Media
  /** True for a story, which has no text. */
  isStory?: true
  /** Active from the start. */
  faults: Fault[]
  /** Added after the outcome of the first attempt. */
  later?: Fault[]
  /** True to remove the faults after the first attempt, even unused ones. */
  clearsAfterFirstAttempt?: boolean
  /** Effect of ending a call that has waited for ten minutes. */
  silence?: 'go-on' | 'cut'
  ends: Ending
}

/** Exceeds the number of calls until any post is settled. */
export const EVERY_CALL = 10_000
