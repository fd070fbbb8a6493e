import type { FaultKind } from './faults/kinds.ts'

/** What all parts of the sandbox, and who starts it, know of a network. */
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
  /** Its SVG, without a package, because `up` starts before packages are installed. */
  mark: string
}
