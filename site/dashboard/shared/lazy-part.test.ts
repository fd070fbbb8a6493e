import { afterEach, expect, test } from 'bun:test'

import { $toasts } from '#site/lib/toasts.ts'
import { loadPart } from './lazy-part.ts'

afterEach(() => $toasts.set([]))

test('offers to reload the page, once, if code doesn’t load', async () => {
  const load = () => Promise.reject<string>(new TypeError('error loading dynamically imported module'))
  expect(await loadPart(load)).toBeUndefined()
  expect(await loadPart(load)).toBeUndefined()
  expect($toasts.get().map(({ message, action }) => [message, action?.label])).toEqual([
    ['This part of the page didn’t load. Check your connection, then reload the page.', 'Reload the page'],
  ])
  expect(await loadPart(() => Promise.resolve('code'))).toBe('code')
  expect($toasts.get()).toHaveLength(1)
})
