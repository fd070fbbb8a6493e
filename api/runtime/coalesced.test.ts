import { expect, test } from 'bun:test'

import { coalesced } from './worker-pool.ts'

/** Creates a task whose runs end when the test says so. */
function controlledTask() {
  const runs: PromiseWithResolvers<void>[] = []
  const request = coalesced(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, request }
}

test('runs once more for any number of requests during a run', async () => {
  const { runs, request } = controlledTask()
  const requests = Array.from({ length: 200 }, () => request())
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  while (runs.length < 2) await Promise.resolve()
  runs[1]!.resolve()
  await Promise.all(requests)
  expect(runs).toHaveLength(2)
})

test('runs once more for a run that requests itself, each time it does', async () => {
  let count = 0
  const request = coalesced(async () => {
    count++
    if (count < 5) for (let again = 0; again < 3; again++) void request()
  })
  await request()
  expect(count).toBe(5)
})

test('loses no request that comes in any microtask at the end of a run', async () => {
  for (let delay = 0; delay < 8; delay++) {
    const { runs, request } = controlledTask()
    const first = request()
    runs[0]!.resolve()
    for (let step = 0; step < delay; step++) await Promise.resolve()
    const second = request()
    while (runs.length < 2) await Promise.resolve()
    runs[1]!.resolve()
    await Promise.all([first, second])
    expect(runs).toHaveLength(2)
  }
})

test('rejects the requests that wait for a run that fails, and runs again on the next', async () => {
  const { runs, request } = controlledTask()
  const waiting = [request(), request()]
  runs[0]!.reject(new Error('No database'))
  const outcomes = await Promise.allSettled(waiting)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(request.isRunning()).toBe(false)
  const next = request()
  runs[1]!.resolve()
  await next
  expect(runs).toHaveLength(2)
})
