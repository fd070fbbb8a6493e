import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import { type ReadingClient, withFileReads } from './fast-path/file-reads.ts'
import { openFileClient } from './file-client.ts'
import { serverFetch } from './server-fetch.ts'

export type Db = Awaited<ReturnType<typeof openDb>>

export type DatabaseUrl = { url: string; authToken?: string | undefined }

/** Opens a libSQL file or server. Related writes go through `db.batch`: see docs/decisions/003. */
export async function openDb(database: DatabaseUrl) {
  const file = fileOf(database.url)
  if (file) return drizzle(withFileReads(await openFileClient(file), file))
  const client: ReadingClient = createClient({
    url: database.url,
    ...(database.authToken && { authToken: database.authToken }),
    fetch: serverFetch(),
  })
  return drizzle(client)
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
