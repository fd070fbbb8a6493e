import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { batched } from './batched.ts'

test('runs simultaneous calls as one, and gives each its own result', async () => {
  const { ctx } = await testApp()
  const runs: number[][] = []
  const double = batched(async (_ctx, numbers: number[]) => {
    runs.push(numbers)
    return numbers.map(number => number * 2)
  })
  expect(await Promise.all([1, 2, 3].map(number => double(ctx, number)))).toEqual([2, 4, 6])
  expect(await double(ctx, 4)).toBe(8)
  expect(runs).toEqual([[1, 2, 3], [4]])
})

test('fails only the call at fault', async () => {
  const { ctx } = await testApp()
  const invert = batched(async (_ctx, numbers: number[]) => {
    if (numbers.includes(0)) throw new Error('Nothing divides by zero')
    return numbers.map(number => 1 / number)
  })
  const results = await Promise.allSettled([1, 0, 2].map(number => invert(ctx, number)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('batches the calls of each database separately', async () => {
  const [one, other] = await Promise.all([testApp(), testApp()])
  const dbOf = batched(async (ctx, names: string[]) => names.map(() => ctx.db))
  expect(await Promise.all([dbOf(one.ctx, 'one'), dbOf(other.ctx, 'other')])).toEqual([
    one.ctx.db,
    other.ctx.db,
  ])
})

test('collects the calls that arrive while a batch runs into the next one', async () => {
  const { ctx } = await testApp()
  const runs: number[][] = []
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const echo = batched(async (_ctx, numbers: number[]) => {
    runs.push(numbers)
    started.resolve()
    await mayEnd.promise
    return numbers
  })
  const first = echo(ctx, 1)
  await started.promise
  const second = echo(ctx, 2)
  await new Promise(resolve => void setImmediate(resolve))
  const third = echo(ctx, 3)
  mayEnd.resolve()
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3])
  expect(runs).toEqual([[1], [2, 3]])
})
