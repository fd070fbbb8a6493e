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
