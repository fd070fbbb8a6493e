import { expect, test } from 'bun:test'

import { createLog } from '#api/log.ts'
import { testClock } from '#api/test/clock.ts'
import { sayFailures } from './job.ts'

test('a job that fails each second says so at once and then once a minute, with how often it was', () => {
  const lines: string[] = []
  const clock = testClock()
  const log = createLog({ logLevel: 'error' }, { write: line => void lines.push(line) })
  const say = sayFailures({ log, now: clock.now }, { name: 'publish' })
  for (let second = 0; second < 125; second++) {
    say(new Error('disk full'))
    clock.advance(1000)
  }
  say(new Error('something else'))
  const said = lines.map(line => JSON.parse(line) as { times?: number; err: { message: string } })
  expect(said.map(({ times, err }) => [err.message, times])).toEqual([
    ['disk full', undefined],
    ['disk full', 60],
    ['disk full', 60],
    ['something else', undefined],
  ])
})
