import type { Fault } from '../faults/fault.ts'
import type { UploadedFile } from '../requests/read-request.ts'
import type { World } from '../world/world.ts'
import { graphError } from './graph-error.ts'

/** A call with everything that its operation needs. `params` are those of query and form. */
export interface GraphCall {
  world: World
  method: string
  /** The sandbox's public origin. */
  origin: string
  /** The edge's own URL, for paging. */
  address: string
  /** The id in the path. `me` is not resolved. */
  id: string
  params: Record<string, string>
  files: UploadedFile[]
  headers: Record<string, string>
  bearer: string | null
  fault: Fault | null
}

export interface Operation {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path segments. `:id` matches any segment, `name:*` any that begins with `name:`. */
  path: string
  /** The operation's names in faults. */
  faults?: readonly string[] | ((call: GraphCall) => readonly string[])
  parameters: readonly string[]
  run: (call: GraphCall) => unknown
}

const GLOBAL_PARAMETERS = new Set([
  'access_token',
  'appsecret_proof',
  'fields',
  'limit',
  'before',
  'after',
  'locale',
  'format',
  'pretty',
  'method',
  'debug',
  'suppress_http_code',
])

export function findOperation(operations: readonly Operation[], method: string, path: string[]) {
  return operations.find(operation => {
    const pattern = operation.path.split('/')
    if (operation.method !== method || pattern.length !== path.length) return false
    return pattern.every(
      (segment, i) => segment === ':id' || segment === path[i] || beginsAs(segment, path[i]),
    )
  })
}

const beginsAs = (pattern: string, segment = '') =>
  pattern.endsWith(':*') && segment.startsWith(pattern.slice(0, -1))

/** Refuses unknown parameters. `attached_media[0]` counts as `attached_media`. */
export function checkParameters(operation: Operation, params: Record<string, string>): void {
  const unknown = Object.keys(params)
    .map(name => name.replace(/\[\d*\]$/, ''))
    .filter(name => !GLOBAL_PARAMETERS.has(name) && !operation.parameters.includes(name))
  if (unknown.length > 0) throw graphError(100, `Invalid parameter: ${unknown.join(', ')}`)
}
