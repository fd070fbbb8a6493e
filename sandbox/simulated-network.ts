import type { FaultKind } from './faults/kinds.ts'

/** A network's facts, for the sandbox and the commands that start it. `up` reads them before any package is installed. */
export interface SimulatedNetwork {
  name: string
  /** Kind of account that users connect. */
  account: string
  /** Setting of the api that selects the real network. */
  realWhen: string
  /** Settings that point the api at the sandbox. */
  settings: (url: string) => Record<string, string>
  /** Operations that accept faults, each with the kinds it supports in addition to the general ones. */
  operations: Record<string, readonly FaultKind[]>
  /** Returns the network's initial state; undefined if it shares its state with other networks. */
  empty: () => unknown
  mark: string
}
