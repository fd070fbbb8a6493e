import { expect, test } from 'bun:test'

import { databaseFailure, isDatabaseFailure, explainDatabaseFailure } from '#api/runtime/database-failure.ts'
import { ServerUnavailable } from '#api/runtime/database-failure.ts'
import { atEnd } from '#api/test/at-end.ts'
import { openDb, serverFetch } from './client.ts'
import { openReadyDb } from './migrate.ts'

/** Starts a stand-in for a libSQL server. Returns its URL. */
function openServer(respond: () => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: respond })
  atEnd(() => server.stop(true))
  return `http://127.0.0.1:${server.port}`
}

const failureOf = (request: PromiseLike<unknown>) =>
  Promise.resolve(request).then(
    () => undefined,
    (error: unknown) => error,
  )

test('gives up on a request to a server that doesn’t respond', async () => {
  const url = openServer(() => new Promise(() => {}))
  const failure = await failureOf(serverFetch(50)(new Request(url)))
  expect(failure).toBeInstanceOf(ServerUnavailable)
})

test('reports a failing or unreachable server as a database failure, with advice for the operator', async () => {
  for (const url of [openServer(() => new Response('', { status: 503 })), 'http://127.0.0.1:1']) {
    const db = await openDb({ url })
    const failure = await failureOf(db.run('select 1'))
    expect(isDatabaseFailure(failure)).toBe(true)
    expect(explainDatabaseFailure(failure, url)).toStartWith(`The database’s server ${url} doesn’t respond`)
    expect(databaseFailure(failure, url).message).toStartWith(`The database’s server ${url} doesn’t respond`)
  }
})

test('retries an unavailable server during startup, and reports its eventual response', async () => {
  let requests = 0
  const url = openServer(() =>
    ++requests <= 3 ? new Response('', { status: 503 }) : new Response('no database', { status: 404 }),
  )
  await expect(openReadyDb({ url })).rejects.toThrow(/can’t be used: .*404/)
  expect(requests).toBeGreaterThan(3)
})
