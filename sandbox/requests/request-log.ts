import type { World } from '../world/world.ts'
import type { LoggedRequest } from './logged-request.ts'
import type { ReceivedRequest } from './read-request.ts'

const MAX_REQUESTS = 20_000

/** Records a request, including secrets, and drops the oldest ones beyond the limit. */
export function logRequest(world: World, request: ReceivedRequest): LoggedRequest {
  const { method, path, query, form, files, headers } = request
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
  if (world.requests.length > MAX_REQUESTS) world.requests.splice(0, world.requests.length - MAX_REQUESTS)
  return logged
}
