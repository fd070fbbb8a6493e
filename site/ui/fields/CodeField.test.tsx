import { afterEach, beforeEach, expect, test } from 'bun:test'

import { codeSubmission } from './CodeField.tsx'

const { requestAnimationFrame: before } = globalThis
let submitted = 0
const form = { requestSubmit: () => submitted++ } as unknown as HTMLFormElement

beforeEach(() => {
  submitted = 0
  globalThis.requestAnimationFrame = run => {
    run(0)
    return 0
  }
})
afterEach(() => {
  globalThis.requestAnimationFrame = before
})

test('submits a whole code once, and none with more digits', () => {
  const submission = codeSubmission(6)
  const counts = ['12345', '1239456', '123 456', '123456', 'abcdef'].map(text => {
    submission.typed(text, form, false)
    return submitted
  })
  expect(counts).toEqual([0, 0, 1, 1, 1])
})

test('submits a code that was corrected while a wrong one was in flight, once that has failed', () => {
  const submission = codeSubmission(6)
  submission.typed('123456', form, false)
  submission.typed('123457', form, true)
  expect(submitted).toBe(1)
  submission.failed()
  expect(submitted).toBe(2)
  submission.failed()
  expect(submitted).toBe(2)
  submission.typed('123458', form, true)
  submission.typed('12345', form, true)
  submission.failed()
  expect(submitted).toBe(2)
})
