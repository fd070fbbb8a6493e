import '#site/test/browser.ts'

import { expect, test } from 'bun:test'
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

test('what was changed here while it was read is read again', async () => {
  const answers: ((text: string) => void)[] = []
  const $store = remote(() => new Promise<string>(resolve => answers.push(resolve)))
  keepMount($store)
  const reading = $store.reload()
  answers[1]?.('here')
  await reading
  const again = $store.reload()
  $store.set({ state: 'ready', data: 'changed' })
  answers[2]?.('here')
  await Bun.sleep(0)
  expect($store.get()).toEqual({ state: 'ready', data: 'changed' })
  answers[3]?.('changed, says the api')
  await again
  expect($store.get()).toEqual({ state: 'ready', data: 'changed, says the api' })
})

test('what happens while it is read for the first time is read after it', async () => {
  const answers: ((text: string) => void)[] = []
  const $store = remote(() => new Promise<string>(resolve => answers.push(resolve)))
  keepMount($store)
  $store.outdate()
  answers[0]?.('before it happened')
  await Bun.sleep(0)
  expect($store.get()).toEqual({ state: 'ready', data: 'before it happened' })
  answers[1]?.('after it happened')
  await Bun.sleep(0)
  expect([$store.get(), answers.length]).toEqual([{ state: 'ready', data: 'after it happened' }, 2])
})
