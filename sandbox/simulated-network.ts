import type { FaultKind } from './faults/kinds.ts'

/** What all parts of the sandbox know of a network, and who starts it: `up` reads this before any package is installed. */
export interface SimulatedNetwork {
  name: string
  /** What somebody connects. */
  account: string
  /** Setting of the api that selects the real network. */
  realWhen: string
  /** Settings that lead the api to the sandbox. */
  settings: (url: string) => Record<string, string>
  /** Operations that accept faults, each with the kinds it supports in addition to the general ones. */
  operations: Record<string, readonly FaultKind[]>
  /** Returns its part of the saved state at first; undefined if it shares the parts of other networks. */
  empty: () => unknown
  mark: string
}
