import { expect, test } from 'bun:test'

import { withinUploadBudget } from './upload-budget.ts'

const MB = 1024 ** 2

function upload(megabytes: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = false
  const done = withinUploadBudget(megabytes * MB, () => {
    begun = true
    return promise
  })
  const end = async () => {
    resolve()
    await done
    await started()
  }
  return { begun: () => begun, end }
}

/** Lets the uploads start that may, which takes some microtasks. */
const started = () => new Promise<void>(resolve => setImmediate(resolve))

test('runs small uploads concurrently, and queues one that exceeds the budget', async () => {
  const [first, second, large, last] = [10, 10, 20, 1].map(upload) as [
    TestUpload,
    TestUpload,
    TestUpload,
    TestUpload,
  ]
  await started()
  expect([first, second, large, last].map(({ begun }) => begun())).toEqual([true, true, false, false])
  await first.end()
  expect([large, last].map(({ begun }) => begun())).toEqual([true, true])
  await Promise.all([second, large, last].map(({ end }) => end()))
})

test('runs an upload larger than the budget alone', async () => {
  const [small, huge, after] = [1, 500, 1].map(upload) as [TestUpload, TestUpload, TestUpload]
  await started()
  expect([huge, after].map(({ begun }) => begun())).toEqual([false, false])
  await small.end()
  expect([huge, after].map(({ begun }) => begun())).toEqual([true, false])
  await huge.end()
  expect(after.begun()).toBe(true)
  await after.end()
})

type TestUpload = ReturnType<typeof upload>
