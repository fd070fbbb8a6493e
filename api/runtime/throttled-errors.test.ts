import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'

import { testClock } from '#api/test/clock.ts'
import { createLog, throttledErrorLogger } from './logger.ts'

test('logs a recurring error at once and then once a minute with a count', () => {
  const lines: string[] = []
  const clock = testClock()
  const log = createLog({ logLevel: 'error' }, { write: line => void lines.push(line) })
  const logError = throttledErrorLogger({ log, now: clock.now }, 'job failed', { job: 'publish' })
  const failed = (cause: string) => new DrizzleQueryError('update', [+clock.now()], new Error(cause))
  for (let second = 0; second < 125; second++) {
    logError(failed('disk full'))
    clock.advance(1000)
  }
  logError(failed('something else'))
  const logged = lines.map(line => JSON.parse(line) as { times?: number; err: { message: string } })
  expect(logged.map(({ times, err }) => [err.message, times])).toEqual([
    ['Error: disk full', undefined],
    ['Error: disk full', 60],
    ['Error: disk full', 60],
    ['Error: something else', undefined],
  ])
})
