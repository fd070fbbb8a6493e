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
