import type { Fault } from '../../faults/fault.ts'
import type { GoogleGrant } from '../../world/entities/google.ts'
import type { World } from '../../world/world.ts'

/** A call with everything that its method needs. */
export interface BusinessCall {
  world: World
  origin: string
  grant: GoogleGrant
  /** Path segments by their `:name`. */
  ids: Record<string, string>
  query: Record<string, string>
  /** Each parameter with all its values. */
  lists: Record<string, string[]>
  body: Record<string, string>
  fault: Fault | null
}

export interface BusinessMethod {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Names of the operation in faults. */
  faults: readonly string[]
  /** The service that the method belongs to. Each has a quota of its own. */
  service: 'accounts' | 'information' | 'verifications' | 'performance' | 'posts'
  query: readonly string[]
  run: (call: BusinessCall) => unknown
}
