import { expect, test } from 'bun:test'

import { fairSemaphore } from './fair-semaphore.ts'

test('lets no owner delay the others, and runs at most as many jobs as it has slots', async () => {
  const take = fairSemaphore(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (owner: string, name: string) =>
    take(owner, () => {
      begun.push(name)
      return new Promise<void>(resolve => ends.set(name, resolve))
    })
  const names = ['pat 1', 'pat 2', 'pat 3', 'pat 4', 'ann 1', 'bob 1']
  const works = new Map(names.map(name => [name, begin(name.slice(0, 3), name)]))
  await Promise.resolve()
  expect(begun).toEqual(['pat 1', 'pat 2'])
  const order = ['pat 1', 'pat 2', 'ann 1', 'bob 1', 'pat 3', 'pat 4']
  for (const [position, name] of order.entries()) {
    ends.get(name)!()
    await works.get(name)
    await Promise.resolve()
    expect(begun).toEqual(order.slice(0, position + 3))
  }
})

test('frees the slot of a job that fails', async () => {
  const take = fairSemaphore(1)
  await expect(take('pat', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await take('pat', () => Promise.resolve('yes'))).toBe('yes')
})

test('runs a job that takes all slots alone, once its turn comes', async () => {
  const take = fairSemaphore(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string, slots?: number) =>
    take(
      name,
      () => {
        begun.push(name)
        return new Promise<void>(resolve => ends.set(name, resolve))
      },
      slots,
    )
  const works = [begin('ann'), begin('pat', 2), begin('bob')]
  await Promise.resolve()
  expect(begun).toEqual(['ann'])
  ends.get('ann')!()
  await works[0]
  expect(begun).toEqual(['ann', 'pat'])
  ends.get('pat')!()
  await works[1]
  expect(begun).toEqual(['ann', 'pat', 'bob'])
})
