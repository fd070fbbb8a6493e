import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { AsyncLocalStorage } from 'node:async_hooks'

import { ServerUnavailable } from '#api/runtime/database-failure.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { openFileClient } from './file-client.ts'

export type Db = Awaited<ReturnType<typeof openDb>>

export type DatabaseUrl = { url: string; authToken?: string | undefined }

/** Opens a libSQL file or server. Changes go through `write`: see docs/decisions/003. */
export async function openDb(database: DatabaseUrl) {
  const file = fileOf(database.url)
  if (file) return drizzle(rejectingInsideWrite(await openFileClient(file)))
  const client = createClient({
    url: database.url,
    ...(database.authToken && { authToken: database.authToken }),
    fetch: serverFetch(),
  })
  return drizzle(rejectingInsideWrite(lockingBatches(client)))
}

/** Drizzle passes no mode for a batch. A deferred one that begins with a read can't wait for the write lock. */
function lockingBatches(client: Client): Client {
  const batch = client.batch.bind(client)
  return Object.assign(client, {
    batch: (...[statements, mode = 'write']: Parameters<typeof batch>) => batch(statements, mode),
  })
}

/** Returns the path in `file:name`, `file:/name` or `file:///name`, parsed as the client does; undefined for a server. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('file:')
    ? decodeURIComponent(
        url
          .slice('file:'.length)
          .replace(/[?#].*$/, '')
          .replace(/^\/\/(localhost)?(?=\/)/, ''),
      )
    : undefined

/** Set while a change behind `write` runs. */
export const insideWrite = new AsyncLocalStorage<true>()

/** Makes a client reject calls inside `write`, where they would wait for the transaction that waits for them. */
export function rejectingInsideWrite<Given extends Client>(client: Given): Given {
  const guarded =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (insideWrite.getStore()) throw new Error('Inside write, use the context that it passes.')
      return call.apply(client, args)
    }
  // oxlint-disable-next-line no-restricted-properties -- write begins its transactions here.
  const { execute, batch, transaction } = client
  return Object.assign(client, {
    execute: guarded(execute),
    batch: guarded(batch),
    transaction: guarded(transaction),
  })
}

/** Maximum wait for other connections, in ms. A connection that is still busy writes the log back when it closes. */
const BUSY_MS = 500

/** Checkpoints the write-ahead log and closes the database, so that the file alone contains everything. */
export async function closeDb(db: Db, url: string): Promise<void> {
  try {
    if (!fileOf(url)) return
    await db.$client.execute(`PRAGMA busy_timeout = ${BUSY_MS}`)
    await db.$client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    db.$client.close()
  }
}

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
