import type { Fault } from '../faults/fault.ts'
import type { GoogleGrant } from '../world/entities/google.ts'
import type { World } from '../world/world.ts'

/** One call as a method sees it. */
export interface BusinessCall {
  world: World
  origin: string
  grant: GoogleGrant
  /** What stands in the path for each `:name`. */
  ids: Record<string, string>
  query: Record<string, string>
  body: Record<string, string>
  fault: Fault | null
}

export interface BusinessMethod {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** The name under which faults find it. */
  fault: string
  /** One of the four services, each with its own quota. */
  service: 'accounts' | 'information' | 'verifications' | 'posts'
  query: readonly string[]
  run: (call: BusinessCall) => unknown
}
