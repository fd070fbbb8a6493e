import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { AsyncLocalStorage } from 'node:async_hooks'

import { type ReadingClient, withFileReads } from './fast-path/file-reads.ts'
import { openFileClient } from './file-client.ts'
import { serverFetch } from './server-fetch.ts'

export type Db = Awaited<ReturnType<typeof openDb>>

export type DatabaseUrl = { url: string; authToken?: string | undefined }

/** Opens a libSQL file or server. Changes go through `write`: see docs/decisions/003. */
export async function openDb(database: DatabaseUrl) {
  const file = fileOf(database.url)
  if (file) return drizzle(outsideWrites(withFileReads(await openFileClient(file), file)))
  const client: ReadingClient = createClient({
    url: database.url,
    ...(database.authToken && { authToken: database.authToken }),
    fetch: serverFetch(),
  })
  return drizzle(outsideWrites(lockingBatches(client)))
}

/** Drizzle passes no mode for a batch. A deferred one that begins with a read can't wait for the write lock. */
function lockingBatches(client: ReadingClient): ReadingClient {
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
export function outsideWrites<Given extends ReadingClient>(client: Given): Given {
  const guarded =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (insideWrite.getStore()) throw new Error('Inside write, use the context that it passes.')
      return call.apply(client, args)
    }
  const { execute, batch, transaction, committedRows } = client
  return Object.assign(client, {
    execute: guarded(execute),
    batch: guarded(batch),
    transaction: guarded(transaction),
    ...(committedRows && { committedRows: guarded(committedRows) }),
  })
}
