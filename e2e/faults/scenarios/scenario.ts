import type { NetworkId } from '#shared/networks.ts'

export type Fault = {
  provider: NetworkId
  operation: string
  kind: string
  times?: number
  code?: number
  subcode?: number
  status?: number
}

/** `failed` may be told as unsure: the verdict holds what is said to what the provider shows. */
export type Ending = 'published' | 'held' | 'failed'

/** One thing that goes wrong while one post is published, and what its author must be told first. */
export type Scenario = {
  /** Stays the same, so that a failure can be played again by it. */
  name: string
  network: NetworkId
  /** A carousel has two pictures and a clip; a long clip is uploaded in several chunks. */
  media: 'pictures' | 'picture' | 'clip' | 'carousel' | 'long clip'
  /** In the way from the start. */
  faults: Fault[]
  /** Put in the way once the first attempt has come to something. */
  later?: Fault[]
  /** Over after the first attempt, used or not. */
  passes?: boolean
  /** What happens to a call that is kept waiting, after ten minutes. */
  silence?: 'go-on' | 'cut'
  ends: Ending
}

/** More often than any settling asks. */
export const FOR_EVER = 10_000
