import type { NetworkId } from '#shared/networks.ts'

/** A fault of the sandbox. */
export type Fault = {
  provider: NetworkId
  operation: string
  kind: string
  times?: number
  code?: number
  subcode?: number
  status?: number
  ms?: number
  percent?: number
}
