import '#site/test/browser.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { ApiError } from './api-error.ts'
import { remote } from './remote.ts'

test('what failed is asked for again when the network is back, and what is there is left alone', async () => {
  let asked = 0
  let works = false
  const $store = remote(async () => {
    asked++
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
  const before = asked
  globalThis.dispatchEvent(new Event('online'))
  expect([$store.get(), asked]).toEqual([{ state: 'ready', data: 'here' }, before])
})

test('reloads that overlap end together, with the answer to the last', async () => {
  const answers: ((text: string) => void)[] = []
  const $store = remote(() => new Promise<string>(resolve => answers.push(resolve)))
  keepMount($store)
  let ended = false
  const first = $store.reload().then(() => (ended = true))
  const last = $store.reload()
  answers[1]?.('overtaken')
  await Bun.sleep(0)
  expect([ended, $store.get()]).toEqual([false, { state: 'loading' }])
  answers[2]?.('new')
  await Promise.all([first, last])
  expect($store.get()).toEqual({ state: 'ready', data: 'new' })
})

/** A store whose answers are given by hand, and the time until it reads again. */
function held() {
  const answers: PromiseWithResolvers<string>[] = []
  const $store = remote(() => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  keepMount($store)
  return { $store, answers, ready: (data: string) => ({ state: 'ready', data }) as const }
}
const microtasks = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
async function aMomentLater() {
  jest.advanceTimersByTime(250)
  await microtasks()
}

describe('what is read may be older than', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('what was changed here meanwhile: that stays, and is read again', async () => {
    const { $store, answers, ready } = held()
    answers[0]!.resolve('here')
    await microtasks()
    const reading = $store.reload()
    $store.set(ready('changed'))
    answers[1]!.resolve('here')
    await reading
    expect($store.get()).toEqual(ready('changed'))
    await aMomentLater()
    answers[2]!.resolve('changed, says the api')
    await microtasks()
    expect($store.get()).toEqual(ready('changed, says the api'))
    await aMomentLater()
    expect(answers).toHaveLength(3)
  })

  test('what happened while it was read for the first time: it is read after that', async () => {
    const { $store, answers, ready } = held()
    $store.outdate()
    answers[0]!.resolve('before it happened')
    await microtasks()
    expect($store.get()).toEqual(ready('before it happened'))
    await aMomentLater()
    answers[1]!.resolve('after it happened')
    await microtasks()
    expect($store.get()).toEqual(ready('after it happened'))
  })

  test('what happened while it could not be read: that it failed stays said', async () => {
    const { $store, answers } = held()
    $store.outdate()
    answers[0]!.reject(new ApiError('network', 'No network.'))
    await microtasks()
    await aMomentLater()
    expect([$store.get().state, answers.length]).toEqual(['failed', 1])
  })

  test('and where it can’t be read again, what is there stays', async () => {
    const { $store, answers, ready } = held()
    $store.outdate()
    answers[0]!.resolve('here')
    await microtasks()
    await aMomentLater()
    answers[1]!.reject(new ApiError('network', 'No network.'))
    await microtasks()
    expect($store.get()).toEqual(ready('here'))
  })
})

test('what begins anew within the second in which a store that is left stays loads when it is shown again', async () => {
  let asked = 0
  const $store = remote(() => Promise.resolve(`${++asked}`))
  const stop = $store.listen(() => {})
  await $store.reload()
  stop()
  $store.restart()
  keepMount($store)
  await Bun.sleep(0)
  expect($store.get().state).toBe('ready')
})
