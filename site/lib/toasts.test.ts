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

test('hides a toast after five seconds, or after its own duration', () => {
  jest.useFakeTimers()
  toast('success', 'Saved')
  toast('error', 'Not saved', { duration: 3000 })
  jest.advanceTimersByTime(3000)
  expect($toasts.get().map(({ message }) => message)).toEqual(['Saved'])
  jest.advanceTimersByTime(2000)
  expect($toasts.get()).toEqual([])
})

test('keeps a toast while it is hovered or focused, and hides it afterwards', () => {
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

test('dismisses one toast and leaves the others', () => {
  toast('error', 'One')
  toast('error', 'Two')
  dismissToast($toasts.get()[0]!.id)
  expect($toasts.get().map(({ message }) => message)).toEqual(['Two'])
})

test('replaces a success toast with the next one, but keeps errors and toasts with a button', () => {
  toast('error', 'Not saved')
  toast('success', 'Moved', { action: { label: 'Undo', run() {} } })
  toast('success', 'Login successful!')
  toast('success', 'Domain added successfully!')
  expect($toasts.get().map(({ message }) => message)).toEqual([
    'Not saved',
    'Moved',
    'Domain added successfully!',
  ])
})

test('shows three toasts at once: the oldest leaves, unless it has a button', () => {
  toast('success', 'Moved', { action: { label: 'Undo', run() {} } })
  for (const message of ['One', 'Two', 'Three', 'Four']) toast('error', message)
  expect($toasts.get().map(({ message }) => message)).toEqual(['Moved', 'Three', 'Four'])
})

test('shows the toast of the previous page exactly once', () => {
  carryToast('success', 'Login successful!')
  showCarriedToast()
  showCarriedToast()
  expect($toasts.get()).toMatchObject([{ type: 'success', message: 'Login successful!' }])
})
