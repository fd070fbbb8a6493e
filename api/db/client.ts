import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import { askServer } from './ask-server.ts'
import { openFileClient } from './file-client.ts'
import { type QuickClient, withQuickReads } from './quick-reads.ts'

export type Db = Awaited<ReturnType<typeof openDb>>

export type DatabaseUrl = { url: string; authToken?: string | undefined }

/** A libSQL file or server. Writes that belong together go through `db.batch`: see docs/decisions/003. */
export async function openDb(database: DatabaseUrl) {
  const file = fileOf(database.url)
  if (file) return drizzle(withQuickReads(await openFileClient(database.url), file))
  const client: QuickClient = createClient({
    url: database.url,
    ...(database.authToken && { authToken: database.authToken }),
    fetch: askServer(),
  })
  return drizzle(client)
}

/** Of `file:name`, `file:/name` and `file:///name`, as the client reads them; a server has none. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('file:')
    ? decodeURIComponent(
        url
          .slice('file:'.length)
          .replace(/[?#].*$/, '')
          .replace(/^\/\/(localhost)?(?=\/)/, ''),
      )
    : undefined
