import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { batched } from './batched.ts'

test('calls that come at once are one call, and each gets its own answer', async () => {
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

test('one that can’t be done fails alone', async () => {
  const { ctx } = await testApp()
  const invert = batched(async (_ctx, numbers: number[]) => {
    if (numbers.includes(0)) throw new Error('Nothing divides by zero')
    return numbers.map(number => 1 / number)
  })
  const answers = await Promise.allSettled([1, 0, 2].map(number => invert(ctx, number)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('databases are kept apart', async () => {
  const [one, other] = await Promise.all([testApp(), testApp()])
  const whose = batched(async (ctx, names: string[]) => names.map(name => ({ name, db: ctx.db })))
  const answers = await Promise.all([whose(one.ctx, 'one'), whose(other.ctx, 'other')])
  expect(answers.map(({ db }) => db)).toEqual([one.ctx.db, other.ctx.db])
})
