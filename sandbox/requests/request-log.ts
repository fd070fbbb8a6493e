import type { World } from '../world/world.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { Asked } from './read-request.ts'

const KEEP = 20_000

/** Remembers what was asked, secrets included; the oldest go when there are too many. */
export function logRequest(world: World, asked: Asked): LoggedRequest {
  const { method, path, query, form, files, headers } = asked
  const logged: LoggedRequest = {
    method,
    path,
    query,
    form,
    headers,
    files: files.map(({ field, file }) => ({ field, name: file.name, type: file.type, bytes: file.bytes })),
    time: world.now(),
  }
  world.requests.push(logged)
  if (world.requests.length > KEEP) world.requests.splice(0, world.requests.length - KEEP)
  return logged
}
