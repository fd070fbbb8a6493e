import { expect, test } from 'bun:test'

import { countTests } from './suites.ts'

test('counts passed, failed and skipped tests', () => {
  const report =
    '<?xml version="1.0"?>\n<testsuites name="bun test" tests="9" failures="2" skipped="1" time="0.1">\n<testsuite tests="4" failures="4"/>'
  expect(countTests(report)).toEqual({ passed: 6, failed: 2, skipped: 1 })
})

test('counts nothing without a report', () => {
  expect(countTests('')).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
