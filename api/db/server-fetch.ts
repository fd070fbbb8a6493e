import { ServerUnavailable } from '#api/runtime/database-failure.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'

/** Exceeds the time that a server waits for another writer. */
const TIMEOUT_MS = 10_000
/** The server is a part of this installation. It returns reports with their PDFs, and many rows at once. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * Creates the `fetch` of the libSQL client. It times out, because Bun would wait five minutes, and the client's few
 * connections would block all other requests for as long, even after the server is back.
 */
export const serverFetch =
  (timeoutMs = TIMEOUT_MS) =>
  async (request: Request): Promise<Response> => {
    const response = await fetchOutside(request, {
      signal: AbortSignal.timeout(timeoutMs),
      maxBytes: MAX_BYTES,
    })
      .then(async streamed => new Response(await streamed.arrayBuffer(), streamed))
      .catch((cause: Error) => {
        throw new ServerUnavailable(`The database’s server did not respond: ${cause.message}`, { cause })
      })
    if (response.status < 500) return response
    throw new ServerUnavailable(`The database’s server responded with ${response.status}.`)
  }
