import { NETWORK_NAMES, NETWORKS } from '../networks.ts'
import type { SimulatedNetwork } from '../simulated-network.ts'
import { type FaultKind, GENERAL_KINDS } from './kinds.ts'

/** The networks, and the services that need no user's login. */
export const FAULT_PROVIDERS = [...NETWORK_NAMES, 'openai', 'pagespeed'] as const
export type FaultProvider = (typeof FAULT_PROVIDERS)[number]

export interface Fault {
  provider: FaultProvider
  operation: string
  kind: FaultKind
  times: number
  code?: number | undefined
  subcode?: number | undefined
  status?: number | undefined
  ms?: number | undefined
  percent?: number | undefined
  /** Largest page of a list that the provider still returns. */
  max?: number | undefined
}

const PROVIDERS: Record<FaultProvider, Pick<SimulatedNetwork, 'operations'>> = {
  ...NETWORKS,
  openai: {
    operations: {
      chat: ['quota', 'slow', 'stream-error', 'stream-cut', 'content-filter'],
      moderations: ['flagged'],
      models: [],
    },
  },
  pagespeed: { operations: { run: ['quota', 'page-error'] } },
}

/** Returns the provider's operations that accept faults, each with every kind that fits it. */
export const operationsOf = (provider: FaultProvider): Record<string, FaultKind[]> =>
  Object.fromEntries(
    Object.entries(PROVIDERS[provider].operations).map(([operation, own]) => [
      operation,
      [...GENERAL_KINDS, ...own],
    ]),
  )

/** Explains why a fault can never occur. Returns null if it can. */
export function faultProblem(fault: Fault): string | null {
  const { operations } = PROVIDERS[fault.provider]
  const own = operations[fault.operation]
  if (!own) {
    return `operation of ${fault.provider} must be one of ${Object.keys(operations).join(', ')}.`
  }
  if ([...GENERAL_KINDS, ...own].includes(fault.kind)) return null
  return `kind ${fault.kind} does not fit ${fault.provider} ${fault.operation}.`
}

/** A call that is performed some time after its connection was cut. */
export interface LateCall {
  at: Date
  perform: () => Promise<unknown>
}

export type SilenceEnd = 'go-on' | 'cut'

/** A call that gets no response until a control call ends it. */
export interface Silence {
  provider: Fault['provider']
  operation: string
  kind: Fault['kind']
  end: (how: SilenceEnd) => void
}
