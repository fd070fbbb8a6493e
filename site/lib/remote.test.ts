import '#site/test/browser.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { ApiError } from './api/error.ts'
import { remote, settled } from './remote.ts'

test('reloads a failed store when the network returns, and leaves loaded ones alone', async () => {
  let loads = 0
  let works = false
  const $store = remote(async () => {
    loads++
    if (!works) throw new ApiError('network', 'No network.')
    return 'here'
  })
  keepMount($store)
  await $store.reload()
  expect($store.get()).toMatchObject({ state: 'failed', message: 'No network.' })

  works = true
  const back = new Promise<void>(resolve => {
    $store.listen(({ state }) => state === 'ready' && resolve())
  })
  globalThis.dispatchEvent(new Event('online'))
  await back
  const before = loads
  globalThis.dispatchEvent(new Event('online'))
  expect([$store.get(), loads]).toEqual([{ state: 'ready', data: 'here' }, before])
})

test('refreshes after a load in flight, whose data stays even if the refresh fails', async () => {
  const reloading = Promise.withResolvers<string>()
  const refreshed = Promise.withResolvers<void>()
  const answers = [
    async () => 'before',
    () => reloading.promise,
    async () => {
      refreshed.resolve()
      throw new ApiError('network', 'No network.')
    },
  ]
  let count = 0
  const $store = remote(() => answers[count++]!())
  keepMount($store)
  await settled($store)
  const reloaded = $store.reload()
  $store.refresh()
  expect(count).toBe(2)
  reloading.resolve('after')
  await reloaded
  await refreshed.promise
  await Bun.sleep(0)
  expect($store.get()).toEqual({ state: 'ready', data: 'after' })
})

test('refreshes loaded data, which stays when that fails, and nothing else', async () => {
  let next: () => string = () => 'first'
  const $store = remote(async () => next())
  const states: string[] = []
  keepMount($store)
  await $store.reload()
  $store.listen(({ state }) => states.push(state))
  next = () => 'second'
  $store.refresh()
  await Bun.sleep(0)
  expect($store.get()).toEqual({ state: 'ready', data: 'second' })

  next = () => {
    throw new ApiError('network', 'No network.')
  }
  $store.refresh()
  await Bun.sleep(0)
  expect($store.get()).toEqual({ state: 'ready', data: 'second' })
  expect(states).toEqual(['ready'])
  await $store.reload()
  next = () => 'third'
  $store.refresh()
  await Bun.sleep(0)
  expect($store.get()).toMatchObject({ state: 'failed' })
})

test('resolves overlapping reloads together, with the last response', async () => {
  const responses: ((text: string) => void)[] = []
  const $store = remote(() => new Promise<string>(resolve => responses.push(resolve)))
  keepMount($store)
  let ended = false
  const first = $store.reload().then(() => (ended = true))
  const last = $store.reload()
  responses[1]?.('overtaken')
  await Bun.sleep(0)
  expect([ended, $store.get()]).toEqual([false, { state: 'loading' }])
  responses[2]?.('new')
  await Promise.all([first, last])
  expect($store.get()).toEqual({ state: 'ready', data: 'new' })
})

/** A store whose responses the test supplies, with the delay before it refetches. */
function held() {
  const responses: PromiseWithResolvers<string>[] = []
  const $store = remote(() => {
    const response = Promise.withResolvers<string>()
    responses.push(response)
    return response.promise
  })
  keepMount($store)
  return { $store, responses, ready: (data: string) => ({ state: 'ready', data }) as const }
}
const microtasks = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
async function aMomentLater() {
  jest.advanceTimersByTime(250)
  await microtasks()
}

describe('a response that is older than the latest change', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('keeps a local change that is newer than the response, then reloads', async () => {
    const { $store, responses, ready } = held()
    responses[0]!.resolve('here')
    await microtasks()
    const reading = $store.reload()
    $store.set(ready('changed'))
    responses[1]!.resolve('here')
    await reading
    expect($store.get()).toEqual(ready('changed'))
    await aMomentLater()
    responses[2]!.resolve('changed, says the api')
    await microtasks()
    expect($store.get()).toEqual(ready('changed, says the api'))
    await aMomentLater()
    expect(responses).toHaveLength(3)
  })

  test('reloads after an event during the first load', async () => {
    const { $store, responses, ready } = held()
    $store.refresh()
    responses[0]!.resolve('before it happened')
    await microtasks()
    expect($store.get()).toEqual(ready('before it happened'))
    await aMomentLater()
    responses[1]!.resolve('after it happened')
    await microtasks()
    expect($store.get()).toEqual(ready('after it happened'))
  })

  test('keeps the failure of a load during which an event arrives', async () => {
    const { $store, responses } = held()
    $store.refresh()
    responses[0]!.reject(new ApiError('network', 'No network.'))
    await microtasks()
    await aMomentLater()
    expect([$store.get().state, responses.length]).toEqual(['failed', 1])
  })

  test('keeps the loaded data when the reload after an event fails', async () => {
    const { $store, responses, ready } = held()
    $store.refresh()
    responses[0]!.resolve('here')
    await microtasks()
    await aMomentLater()
    responses[1]!.reject(new ApiError('network', 'No network.'))
    await microtasks()
    expect($store.get()).toEqual(ready('here'))
  })
})

test('loads again after a reset within the second in which an unmounted store stays active', async () => {
  let loads = 0
  const $store = remote(() => Promise.resolve(`${++loads}`))
  const stop = $store.listen(() => {})
  await $store.reload()
  stop()
  $store.resetAndRefetch()
  keepMount($store)
  await Bun.sleep(0)
  expect($store.get().state).toBe('ready')
})
