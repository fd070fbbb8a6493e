import '#site/test/browser.ts'
import { afterEach, expect, jest, test } from 'bun:test'

import {
  $toasts,
  carryToast,
  dismissToast,
  holdToast,
  releaseToast,
  showCarriedToast,
  toast,
} from './toasts.ts'

afterEach(() => {
  jest.useRealTimers()
  $toasts.set([])
})

test('a notice hides itself after five seconds, or sooner when it was told to', () => {
  jest.useFakeTimers()
  toast('success', 'Saved')
  toast('error', 'Not saved', { duration: 3000, corner: 'bottom' })
  jest.advanceTimersByTime(3000)
  expect($toasts.get().map(({ message }) => message)).toEqual(['Saved'])
  jest.advanceTimersByTime(2000)
  expect($toasts.get()).toEqual([])
})

test('a notice stays while somebody is at it, and hides itself when they have left', () => {
  jest.useFakeTimers()
  toast('success', 'Deleted')
  const { id } = $toasts.get()[0]!
  holdToast(id)
  jest.advanceTimersByTime(60_000)
  expect($toasts.get()).toHaveLength(1)
  releaseToast(id)
  jest.advanceTimersByTime(5000)
  expect($toasts.get()).toEqual([])
})

test('a notice can be dismissed, and the others stay', () => {
  toast('success', 'One')
  toast('success', 'Two')
  dismissToast($toasts.get()[0]!.id)
  expect($toasts.get().map(({ message }) => message)).toEqual(['Two'])
})

test('a notice for the next page is shown there once', () => {
  carryToast('success', 'Login successful!')
  showCarriedToast()
  showCarriedToast()
  expect($toasts.get()).toMatchObject([{ type: 'success', message: 'Login successful!' }])
})
