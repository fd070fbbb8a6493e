import { expect, test } from 'bun:test'

import { atEnd } from '#api/test/at-end.ts'
import { askServer, ServerAway } from './ask-server.ts'
import { openDb } from './client.ts'
import { databaseFailure, isDatabaseFailure, meaningOf } from './failure.ts'
import { openReadyDb } from './migrate.ts'

/** A database's server that goes on as it is told. */
function openServer(answer: () => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
  atEnd(() => server.stop(true))
  return `http://127.0.0.1:${server.port}`
}

const failureOf = (asked: PromiseLike<unknown>) =>
  Promise.resolve(asked).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a server that says nothing is given up, so that all goes on as soon as it is back', async () => {
  const url = openServer(() => new Promise(() => {}))
  const failure = await failureOf(askServer(50)(new Request(url)))
  expect(failure).toBeInstanceOf(ServerAway)
})

test('a server that has trouble, broke off or isn’t there is told as a database that fails, and what to look after', async () => {
  for (const url of [openServer(() => new Response('', { status: 503 })), 'http://127.0.0.1:1']) {
    const db = await openDb({ url })
    const failure = await failureOf(db.run('select 1'))
    expect(isDatabaseFailure(failure)).toBe(true)
    expect(meaningOf(failure, url)).toStartWith(`The database’s server ${url} doesn’t answer`)
    expect(databaseFailure(failure, url).message).toStartWith(`The database’s server ${url} doesn’t answer`)
  }
})

test('retries an unavailable server at the start, and reports its eventual response', async () => {
  let requests = 0
  const url = openServer(() =>
    ++requests <= 3 ? new Response('', { status: 503 }) : new Response('no database', { status: 404 }),
  )
  await expect(openReadyDb({ url })).rejects.toThrow(/can’t be used: .*404/)
  expect(requests).toBeGreaterThan(3)
})
