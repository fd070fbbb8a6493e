import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'

import { testClock } from '#api/test/clock.ts'
import { createLog } from './logger.ts'
import { throttledErrorLogger } from './throttled-errors.ts'

test('a job that fails each second says so at once and then once a minute, with how often it was', () => {
  const lines: string[] = []
  const clock = testClock()
  const log = createLog({ logLevel: 'error' }, { write: line => void lines.push(line) })
  const say = throttledErrorLogger({ log, now: clock.now }, 'job failed', { job: 'publish' })
  const failed = (cause: string) => new DrizzleQueryError('update', [+clock.now()], new Error(cause))
  for (let second = 0; second < 125; second++) {
    say(failed('disk full'))
    clock.advance(1000)
  }
  say(failed('something else'))
  const said = lines.map(line => JSON.parse(line) as { times?: number; err: { message: string } })
  expect(said.map(({ times, err }) => [err.message, times])).toEqual([
    ['Error: disk full', undefined],
    ['Error: disk full', 60],
    ['Error: disk full', 60],
    ['Error: something else', undefined],
  ])
})
